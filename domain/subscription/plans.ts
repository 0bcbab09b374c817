/** The one catalogue: what the landing page, /pricing, the checkout and the quota know of the plans. */
export const planIds = ['free', 'pro', 'clinica'] as const
export type PlanId = (typeof planIds)[number]
/** Those that Stripe sells. */
export const paidPlanIds = ['pro', 'clinica'] as const satisfies PlanId[]
export type PaidPlanId = (typeof paidPlanIds)[number]
export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

/** `soon`: promised and not built yet; every list marks it '(em breve)'. */
export type PlanFeature = { text: string; soon?: true }
export type Plan = {
  id: PlanId
  name: string
  description: string
  /** In centavos, for each interval. */
  price: Record<Interval, number>
  trialDays: number
  popular: boolean
  features: readonly PlanFeature[]
  /** Consultations a month; null: as many as one likes. */
  consultations: number | null
  /** Which templates a new record may be structured by. */
  specialties: 'general' | 'all'
}

/** Paid for a whole year at once, a plan costs so much less. */
export const ANNUAL_DISCOUNT = 0.2
const annual = (monthly: number) => Math.round(monthly * 12 * (1 - ANNUAL_DISCOUNT))
const price = (monthly: number) => ({ month: monthly, year: annual(monthly) })
export const TRIAL_DAYS = 14

export const plans = {
  free: {
    id: 'free',
    name: 'Free',
    description: 'Para conhecer o Relato no seu ritmo.',
    price: price(0),
    trialDays: 0,
    popular: false,
    consultations: 5,
    specialties: 'general',
    features: [
      { text: '5 consultas por mês' },
      { text: 'Recursos básicos, com o modelo de Clínica Geral' },
      { text: 'Exportação em PDF' },
      { text: 'Suporte por email' },
    ],
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    description: 'Para quem atende todos os dias.',
    price: price(197_00),
    trialDays: TRIAL_DAYS,
    popular: true,
    consultations: null,
    specialties: 'all',
    features: [
      { text: 'Consultas ilimitadas' },
      { text: 'IA especializada por área' },
      { text: 'Exportação em vários formatos' },
      { text: 'Suporte prioritário' },
      { text: 'Integração com prontuários eletrônicos', soon: true },
      { text: 'Análises e relatórios', soon: true },
    ],
  },
  clinica: {
    id: 'clinica',
    name: 'Clínica',
    description: 'Para clínicas que atendem em equipe.',
    price: price(497_00),
    trialDays: TRIAL_DAYS,
    popular: false,
    consultations: null,
    specialties: 'all',
    features: [
      { text: 'Consultas ilimitadas' },
      { text: 'Suporte premium' },
      { text: 'Implantação acompanhada' },
      { text: '3 usuários incluídos', soon: true },
      { text: 'Gestão de equipe', soon: true },
      { text: 'Relatórios administrativos', soon: true },
      { text: 'API personalizada', soon: true },
    ],
  },
} as const satisfies Record<PlanId, Plan>

/** No row of a subscription means Free. */
export const defaultPlan: Plan = plans.free
