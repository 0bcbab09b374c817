import { formatMoney, plural } from '#app/lib/format.tsx'
import type { Tone } from '#app/ui/badge.tsx'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import type { Interval } from '#domain/subscription/plans.ts'

const per: Record<Interval, string> = { month: 'por mês', year: 'por ano' }
export const each: Record<Interval, string> = { month: 'todo mês', year: 'todo ano' }
export const priceOfPlan = (amount: number, interval: Interval) => [formatMoney(amount), per[interval]] as const
export const priceText = (amount: number, interval: Interval) => priceOfPlan(amount, interval).join(' ')

export const KEPT = 'O que você já registrou continua seu, completo e aberto.'

/** Explains which of several subscriptions counts, and how to end the others. */
export const othersText = (others: number): string =>
  `${others === 1 ? 'Há outra assinatura sua em vigor, também cobrada.' : `Há outras ${others} assinaturas suas em vigor, também cobradas.`} Aqui aparece a que vale; cancele a que sobra em “Gerenciar assinatura”. Se já pagou por ela, escreva para o suporte.`

type Description = { badge: string; tone: Tone; text: string }

/** Describes the subscription's state in a word and in a sentence. `date` writes a day. */
export function describeSubscription(info: SubscriptionInfo, date: (at: number) => string): Description {
  const { state, subscription, endsAt, trialEnd, trialDaysRemaining: days } = info
  const price = subscription ? priceText(subscription.amount, subscription.interval) : ''
  const end = endsAt === null ? '' : date(endsAt)
  switch (state) {
    case 'free':
      return { badge: 'Sem cobrança', tone: 'neutral', text: 'O plano Free não tem cobrança nem prazo.' }
    case 'trial':
      return {
        badge: 'Em teste',
        tone: 'accent',
        text: `${days === 1 ? 'Falta' : 'Faltam'} ${plural(days, 'dia', 'dias')} de teste: ele termina em ${date(trialEnd ?? 0)}. A primeira cobrança, de ${price}, vem só depois; sem um cartão até lá, a conta volta ao Free e nada é cobrado.`,
      }
    case 'active':
      return {
        badge: 'Ativa',
        tone: 'ok',
        text: `Ativa até ${date(subscription?.currentPeriodEnd ?? 0)}, quando se renova por ${price}.`,
      }
    case 'cancelling':
      return {
        badge: 'Cancelamento agendado',
        tone: 'warn',
        text: `O plano vale até ${end}. Depois disso a conta volta ao Free e nada mais é cobrado. ${KEPT}`,
      }
    case 'past_due':
      return {
        badge: 'Pagamento pendente',
        tone: 'danger',
        text: `O último pagamento não foi concluído. Até ele ser feito valem os limites do Free. Em “Gerenciar assinatura” você troca o cartão e paga. ${KEPT}`,
      }
    case 'trial_expired':
      return {
        badge: 'Teste encerrado',
        tone: 'neutral',
        text: `O teste terminou em ${end} e nada foi cobrado. Agora vale o plano Free. ${KEPT}`,
      }
    case 'cancelled':
      return {
        badge: 'Assinatura cancelada',
        tone: 'neutral',
        text: `A assinatura terminou em ${end}. Agora vale o plano Free. ${KEPT}`,
      }
  }
}
