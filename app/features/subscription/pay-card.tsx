import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { ApiFailure } from '#app/lib/api.ts'
import { formatMoney } from '#app/lib/format.tsx'
import { Button, ButtonLinks } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FeatureList } from '#app/ui/feature-list.tsx'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import type { Interval, PaidPlanId, Plan } from '#domain/subscription/plans.ts'
import { openCheckout, PLAN_SETTINGS, startTrial } from './calls.ts'
import { InlineLink, StepNumber, Told, Ways } from './checkout-frame.tsx'
import { useWayOut } from './use-way-out.ts'
import { each, priceOfPlan, priceText } from './words.ts'

type Props = { plan: PaidPlanId; interval: Interval; amount: number; trialDays: number }

/** The start of the trial; without one, the way to Stripe's page, and what happens there and after it. */
export function PayCard({ plan, interval, amount, trialDays }: Props) {
  const { revalidate } = useRevalidator()
  const way = useWayOut(
    () => (trialDays > 0 ? startTrial : openCheckout)(plan, interval),
    trialDays > 0
      ? 'Não foi possível começar o teste. Tente novamente.'
      : 'Erro ao processar pagamento. Tente novamente.',
    // Subscribed elsewhere meanwhile: the page itself says so then.
    (error) => {
      const exists = error instanceof ApiFailure && ['subscription_exists', 'trial_used'].includes(error.code)
      if (exists) void revalidate()
      return exists
    },
  )
  const price = priceText(amount, interval)
  if (trialDays > 0) return <TrialCard trialDays={trialDays} price={price} way={way} />
  const steps = [
    'Você vai para a página do Stripe e informa o cartão.',
    `${formatMoney(amount)} são cobrados na hora, e o plano começa.`,
    `A assinatura se renova ${each[interval]}, até você cancelar em Configurações.`,
  ]
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-heavy">Pagamento seguro</h2>
      <p className="mt-1 flex gap-2.5 text-ink-2">
        <Lock aria-hidden className="mt-1 size-4 shrink-0 text-ink-3" />
        <span>
          O pagamento é processado pelo Stripe. Os dados do cartão não passam pelo Relato nem ficam guardados aqui.
        </span>
      </p>
      <p className="mt-4 rounded-m bg-warn-soft px-4 py-3">
        Você já usou o seu período de teste: <b className="font-semibold">{formatMoney(amount)}</b> serão cobrados
        agora.
      </p>
      <Go way={way}>Prosseguir para Pagamento</Go>
      <Steps title="Como funciona" steps={steps} />
      <Questions />
    </Card>
  )
}

type Way = ReturnType<typeof useWayOut>

const Go = ({ way, children }: { way: Way; children: string }) => (
  <>
    <Button variant="primary" size="lg" className="mt-5 w-full" {...way}>
      {way.busy ? 'Processando...' : children}
    </Button>
    <p className="mt-3 text-sm text-ink-2">
      Ao continuar, você aceita os <InlineLink to="/terms">termos de uso</InlineLink> e a{' '}
      <InlineLink to="/privacy">política de privacidade</InlineLink>.
    </p>
  </>
)

const Steps = ({ title, steps }: { title: string; steps: readonly string[] }) => (
  <div className="mt-5 border-t border-line pt-5">
    <h3 className="font-heavy">{title}</h3>
    <ol className="mt-3 flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3 text-ink-2">
          <StepNumber>{index + 1}</StepNumber>
          <span className="pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  </div>
)

/** A trial: when a card is needed, and when the first charge comes. */
const TrialCard = ({ trialDays, price, way }: { trialDays: number; price: string; way: Way }) => (
  <Card className="p-5 sm:p-6">
    <h2 className="font-heavy">Comece sem cartão</h2>
    <Go way={way}>{`Começar o teste de ${trialDays} dias`}</Go>
    <Steps
      title="Como funciona"
      steps={[
        `O teste de ${trialDays} dias começa na hora, com tudo o que o plano tem.`,
        'O cartão só é preciso se você quiser continuar: informe-o em Configurações até o fim do teste.',
        `A primeira cobrança, de ${price}, só acontece depois do teste. Sem um cartão até lá, a conta volta ao Free.`,
      ]}
    />
    <Questions />
  </Card>
)

const Questions = () => (
  <p className="mt-5 text-sm text-ink-2">
    Dúvidas? <InlineLink to="/contact">Fale conosco</InlineLink>
  </p>
)

const Other = ({ title, children, way }: { title: string; children: ReactNode; way: ReactNode }) => (
  <Card className="p-5 sm:p-6">
    <h2 className="font-heavy">{title}</h2>
    <p className="mt-1 text-ink-2">{children}</p>
    <div className="mt-5">
      <Ways>{way}</Ways>
    </div>
    <Questions />
  </Card>
)

/** In the place of the payment, where nothing is to be paid. */
export const FreeCard = () => (
  <Other title="Nada a pagar" way={<ButtonLinks to={[['/checkout/success?plan=free', 'Começar grátis']]} />}>
    O plano Free não tem cobrança e não pede cartão. Você pode mudar de plano quando quiser.
  </Other>
)

/** In the place of the payment, where there is a subscription already. */
export const SubscribedCard = ({ subscription }: { subscription: NonNullable<SubscriptionInfo['subscription']> }) => (
  <Other
    title={`Você já tem o plano ${subscription.plan.name}`}
    way={
      <ButtonLinks
        to={[
          [PLAN_SETTINGS, 'Gerenciar assinatura'],
          ['/app/dashboard', 'Ir para o Relato'],
        ]}
      />
    }
  >
    Nada será cobrado por aqui. Para mudar de plano ou cancelar, gerencie a assinatura em Configurações.
  </Other>
)

type PlanSummaryProps = { plan: Plan; interval: Interval; trialDays: number }

export function PlanSummary({ plan, interval, trialDays }: PlanSummaryProps) {
  const [amount, per] = priceOfPlan(plan.price[interval], interval)
  return (
    <div className="flex flex-col gap-4">
      <Card className="p-5 sm:p-6">
        <h2 className="font-serif text-xl leading-tight font-medium">{plan.name}</h2>
        <p className="mt-1 text-ink-2">{plan.description}</p>
        <p className="mt-5 flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-serif text-2xl leading-none font-medium tracking-tighter">{amount}</span>{' '}
          <span className="text-ink-2">{per}</span>
        </p>
        {interval === 'year' && plan.price.year > 0 && (
          <p className="mt-2 text-sm text-ink-3">
            Equivale a {formatMoney(plan.price.year / 12)} por mês. Você economiza{' '}
            {formatMoney(plan.price.month * 12 - plan.price.year)}.
          </p>
        )}
        {trialDays > 0 && <p className="mt-2 font-semibold text-accent">{trialDays} dias grátis</p>}
        <FeatureList features={plan.features} className="mt-5 pt-5" />
      </Card>
      {trialDays > 0 && (
        <Told title={`Teste por ${trialDays} dias`}>
          Use todos os recursos do plano e cancele quando quiser durante o teste, sem nenhuma cobrança.
        </Told>
      )}
    </div>
  )
}
