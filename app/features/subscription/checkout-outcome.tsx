import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiFailure } from '#app/lib/api.ts'
import { warn } from '#app/lib/console-event.ts'
import { useFormat } from '#app/lib/format.tsx'
import { ButtonLinks, buttonClass } from '#app/ui/button.tsx'
import { ErrorState, Spinner } from '#app/ui/states.tsx'
import type { CheckoutSummary, SubscriptionInfo } from '#domain/subscription/contract.ts'
import { plans } from '#domain/subscription/plans.ts'
import { checkoutSummary, PLAN_SETTINGS, readSubscription } from './calls.ts'
import { CheckoutFrame, InlineLink, StepNumber, Told, Ways } from './checkout-frame.tsx'
import { SubscribedCard } from './pay-card.tsx'
import { describeSubscription, priceText } from './words.ts'

const done = <CircleCheck aria-hidden className="text-ok" />

/** From Stripe's page back: what was really bought. */
export function PaidOutcome({ sessionId }: { sessionId: string | null }) {
  const { seen, again } = useCheckoutSummary(sessionId)
  switch (seen.name) {
    case 'loading':
      return (
        <main className="grid min-h-dvh place-items-center p-6 text-md">
          <h1 className="sr-only">Assinatura</h1>
          <Spinner label="Processando seu pagamento..." />
        </main>
      )
    case 'nothing':
      return <NoPayment>Volte aos planos para escolher o seu. Nada foi cobrado por aqui.</NoPayment>
    case 'failed':
      return seen.failure.code === 'checkout_not_found' ? (
        <NoPayment>
          Este pagamento não existe ou é de outra conta. Se você acabou de assinar, entre com a conta com que começou.
        </NoPayment>
      ) : (
        <CheckoutFrame title="Não foi possível ver o pagamento">
          <ErrorState message={seen.failure.message} technical={seen.failure.technical} onRetry={again} />
          <p className="mt-4 text-ink-2">
            O que foi concluído no Stripe continua valendo.{' '}
            <InlineLink to={PLAN_SETTINGS}>Ver minha assinatura</InlineLink>
          </p>
        </CheckoutFrame>
      )
    case 'loaded':
      return seen.summary.status === 'complete' ? (
        <Confirmed summary={seen.summary} current={seen.subscription} />
      ) : (
        <NotCompleted />
      )
  }
}

function Confirmed({ summary, current }: { summary: CheckoutSummary; current: SubscriptionInfo | null }) {
  const { planName, amount, interval, trialEnd, customerEmail } = summary
  const format = useFormat()
  const price = priceText(amount, interval)
  const state = current?.state ?? (trialEnd === null ? 'active' : 'trial')
  if (current && state !== 'active' && state !== 'trial') {
    const { badge, text } = describeSubscription(current, format.longDate)
    return (
      <CheckoutFrame title="Sua assinatura" lead={`Plano ${planName}, ${price}.`}>
        <div className="flex flex-col gap-6">
          <Told title={badge} tone="warn">
            {text}
          </Told>
          <NextSteps email={null} />
        </div>
      </CheckoutFrame>
    )
  }
  const isTrial = state === 'trial' && trialEnd !== null
  return (
    <CheckoutFrame
      title={isTrial ? 'Teste iniciado' : 'Assinatura Confirmada!'}
      icon={done}
      lead={`Plano ${planName}, ${price}.`}
    >
      <div className="flex flex-col gap-6">
        {!isTrial ? (
          <Told title="Seu plano já vale">
            A assinatura de {price} está ativa e se renova sozinha. Você pode cancelar quando quiser.
          </Told>
        ) : (
          <Told title={`Seu teste de ${plans.pro.trialDays} dias começou`}>
            <p>
              Ele termina em <b className="font-semibold text-ink">{format.longDate(trialEnd)}</b>.
            </p>
            <p>
              A primeira cobrança, de {price}, só acontece depois do teste. Sem um cartão até lá, a conta volta ao Free.
            </p>
          </Told>
        )}
        <NextSteps email={customerEmail} />
      </div>
    </CheckoutFrame>
  )
}

/** No checkout named in the address: shows the Free plan, unless the account has another. */
type FreeProps = { email: string; subscription: SubscriptionInfo['subscription'] }
export function FreeOutcome({ email, subscription }: FreeProps) {
  if (subscription?.live)
    return (
      <CheckoutFrame title="Sua assinatura continua">
        <SubscribedCard subscription={subscription} />
      </CheckoutFrame>
    )
  return (
    <CheckoutFrame title="Conta Criada!" icon={done} lead="Sua conta está no plano Free.">
      <div className="flex flex-col gap-6">
        <Told title="O plano Free">
          <ul className="list-disc space-y-1 pl-5">
            <li>{plans.free.consultations} consultas por mês</li>
            <li>Recursos básicos</li>
            <li>Sem cobrança mensal</li>
            <li>Mude de plano quando quiser</li>
          </ul>
        </Told>
        <NextSteps email={email} />
      </div>
    </CheckoutFrame>
  )
}

/** The plan is for who has an account: the way to one. */
export const FreeInvitation = ({ signUp, signIn }: { signUp: string; signIn: string }) => (
  <CheckoutFrame
    title="Crie sua conta gratuita"
    lead={`O plano Free tem ${plans.free.consultations} consultas por mês, sem cobrança e sem cartão. Falta só a sua conta.`}
  >
    <Ways>
      <ButtonLinks
        to={[
          [signUp, 'Criar conta'],
          [signIn, 'Já tenho conta'],
        ]}
      />
    </Ways>
  </CheckoutFrame>
)

/** Payment details need a signed-in doctor. */
export const SignInToSee = ({ signIn }: { signIn: string }) => (
  <CheckoutFrame
    title="Entre para ver sua assinatura"
    lead="O pagamento aparece na conta com que foi feito. O que foi concluído no Stripe continua valendo."
  >
    <ButtonLinks to={[[signIn, 'Entrar']]} />
  </CheckoutFrame>
)

const NoPayment = ({ children }: { children: ReactNode }) => (
  <CheckoutFrame
    title="Nenhum pagamento encontrado"
    icon={<CircleAlert aria-hidden className="text-warn" />}
    lead={children}
  >
    <Ways>
      <ButtonLinks
        to={[
          ['/pricing', 'Ver planos'],
          ['/contact', 'Falar com o suporte'],
        ]}
      />
    </Ways>
  </CheckoutFrame>
)

const NotCompleted = () => (
  <CheckoutFrame
    title="O pagamento não foi concluído"
    icon={<Clock aria-hidden className="text-warn" />}
    lead="Você saiu da página do Stripe antes do fim, e nada foi cobrado."
  >
    <ButtonLinks to={[['/pricing', 'Ver planos']]} />
  </CheckoutFrame>
)

const steps = [
  { href: '/app/settings', name: 'Configure seu perfil', told: 'Nome e CRM aparecem nos registros que você assina.' },
  {
    href: '/app/dashboard',
    name: 'Faça sua primeira transcrição',
    told: 'Escolha um paciente, inicie a consulta e fale normalmente.',
  },
  {
    href: '/app/settings#integracao',
    name: 'Ligue o seu prontuário eletrônico',
    told: 'O que você assina vai por webhook ou FHIR R4 ao endereço do seu serviço.',
  },
]

const NextSteps = ({ email }: { email: string | null }) => (
  <>
    <section aria-labelledby="passos">
      <h2 id="passos" className="font-heavy">
        Próximos passos
      </h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map(({ href, name, told }, index) => (
          <li key={name} className="flex gap-3">
            <StepNumber>{index + 1}</StepNumber>
            <span>
              {href ? <InlineLink to={href}>{name}</InlineLink> : <span className="font-strong">{name}</span>}
              <span className="block text-sm text-ink-2">{told}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
    <a href="/app/dashboard" className={`${buttonClass('primary', 'lg')} self-start max-sm:w-full`}>
      Ir para o Dashboard
    </a>
    <div className="border-t border-line pt-5 text-ink-2">
      {email && (
        <p className="wrap-anywhere">
          Enviamos um email de confirmação para <b className="font-semibold text-ink">{email}</b>.
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        <InlineLink to={PLAN_SETTINGS}>Gerenciar assinatura</InlineLink>
        <InlineLink to="/contact">Falar com o suporte</InlineLink>
      </p>
    </div>
  </>
)

type Seen =
  | { name: 'loading' }
  | { name: 'nothing' }
  | { name: 'failed'; failure: ApiFailure }
  | { name: 'loaded'; summary: CheckoutSummary; subscription: SubscriptionInfo | null }

/** The history's entry keeps the session's id, so that the page can be loaded again; the address need not. */
function keepIdOutOfAddress(id: string): void {
  const { state } = window.history
  window.history.replaceState({ ...state, usr: { checkout: id } }, '', location.pathname)
}

const keptIn = (state: unknown): string | null => {
  const checkout = (state as { checkout?: unknown } | null)?.checkout
  return typeof checkout === 'string' ? checkout : null
}

/** Loads the result of the checkout named in the address; `again` loads it once more. */
function useCheckoutSummary(named: string | null) {
  const { state } = useLocation()
  const [seen, setSeen] = useState<Seen>({ name: 'loading' })
  const id = named ?? keptIn(state)
  const load = useCallback(async () => {
    if (!id) return setSeen({ name: 'nothing' })
    setSeen({ name: 'loading' })
    try {
      const summary = await checkoutSummary(id)
      // The page may be loaded again long after: what was bought may be over by then.
      const subscription = summary.status === 'complete' ? await readSubscription().catch(() => null) : null
      setSeen({ name: 'loaded', summary, subscription })
      keepIdOutOfAddress(id)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      if (failure.code === 'checkout_not_found') keepIdOutOfAddress(id)
      warn({ event: 'checkout_failed', code: failure.code })
      setSeen({ name: 'failed', failure })
    }
  }, [id])
  useEffect(() => void load(), [load])
  return { seen, again: () => void load() }
}
