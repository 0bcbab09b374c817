import { CircleX } from 'lucide-react'
import { CheckoutFrame, InlineLink, Told, Ways } from '#app/features/subscription/checkout-frame.tsx'
import { SupportFacts } from '#app/features/support/support-facts.tsx'
import { ButtonLinks } from '#app/ui/button.tsx'
import { TRIAL_DAYS } from '#domain/subscription/plans.ts'
import type { Route } from './+types/canceled'

/** A static page: the framework's script is not loaded. */
export const handle = { still: true }
export const meta: Route.MetaFunction = () => [{ title: 'Pagamento cancelado · Relato' }]

const causes = [
  'Você cancelou o pagamento',
  'Um problema com os dados do cartão',
  'Uma falha temporária de conexão',
  'O banco recusou a cobrança',
]

export default function Canceled() {
  return (
    <CheckoutFrame
      title="Pagamento cancelado"
      icon={<CircleX aria-hidden className="text-ink-3" />}
      lead="O pagamento foi cancelado e nada foi cobrado."
    >
      <div className="flex flex-col gap-6">
        <section aria-labelledby="causas">
          <h2 id="causas" className="font-heavy">
            O que pode ter acontecido
          </h2>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-ink-2">
            {causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </section>
        <Ways>
          <ButtonLinks
            to={[
              ['/pricing', 'Tentar novamente'],
              ['/contact', 'Falar com o suporte'],
              ['/landing', 'Voltar ao início'],
            ]}
          />
        </Ways>
        <Told title={`${TRIAL_DAYS} dias de teste`}>
          Todos os planos pagos incluem um teste de {TRIAL_DAYS} dias, sem cobrança.{' '}
          <InlineLink to="/pricing">Ver planos</InlineLink>
        </Told>
        <section aria-labelledby="ajuda" className="border-t border-line pt-5">
          <h2 id="ajuda" className="mb-3 font-heavy">
            Precisa de ajuda?
          </h2>
          <SupportFacts />
          <p className="mt-3 text-ink-2">
            Dentro do Relato você também fala com o suporte pelo chat, no menu da sua conta.
          </p>
        </section>
      </div>
    </CheckoutFrame>
  )
}
