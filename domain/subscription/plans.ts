import { site } from '#domain/site.ts'

/** The one catalogue of plans, for the landing page, /pricing, the checkout and the quota. */
export const planIds = ['free', 'pro', 'clinica'] as const
export type PlanId = (typeof planIds)[number]
/** The plans that Stripe sells. */
export const paidPlanIds = ['pro', 'clinica'] as const satisfies PlanId[]
export type PaidPlanId = (typeof paidPlanIds)[number]
export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

export type PlanFeature = {
  text: string
  /** The feature is not built yet, and every list marks it '(em breve)'. */
  soon?: true
  /** The row of the comparison, when its name differs from `text`. */
  row?: string
  /** The text in that row, when plans differ in more than having the feature. */
  value?: string
}
export type Plan = {
  id: PlanId
  name: string
  description: string
  /** In centavos, for each interval. */
  price: Record<Interval, number>
  trialDays: number
  popular: boolean
  features: readonly PlanFeature[]
  /** Consultations a month; null without limit. */
  consultations: number | null
  /** The templates that a new record may use. */
  specialties: 'general' | 'all'
  /** The formats that a record is exported as: PDF and text, or all. */
  formats: 'basic' | 'all'
  /** Whether signed records may go to another system by themselves. */
  integration: boolean
}

const annual = (monthly: number) => Math.round(monthly * 12 * (1 - site.claims.annualDiscount.value))
const price = (monthly: number) => ({ month: monthly, year: annual(monthly) })
export const TRIAL_DAYS = 14

const GENERAL_MODEL = 'Modelo de Clínica Geral'
const EXPORT = 'Exportação em PDF e texto'
/** The features of every plan. */
export const inEveryPlan: readonly string[] = [
  'Transcrição ao vivo, com médico e paciente',
  'Prova em cada frase e conferências de segurança',
  'Aviso ao paciente e registro do uso de IA',
  'Assinatura eletrônica simples e guarda por 20 anos',
  'Receita, atestado e outros documentos a partir do registro',
  'Resumo para o paciente, por link com prazo e data de nascimento',
  'Seu jeito de escrever: títulos e ordem seus, frases por atalho, palavras preferidas',
  EXPORT,
  GENERAL_MODEL,
]

const FREE_CONSULTATIONS = 5
const quota = (text: string, value: string) => ({ text, row: 'Consultas por mês', value })
const support = (text: string, value: string) => ({ text, row: 'Suporte', value })
const unlimited = quota('Consultas ilimitadas', 'Ilimitadas')
const specialties = { text: 'IA especializada por área' } as const
const manyFormats = { text: 'Exportação em vários formatos' } as const
const integration = { text: 'Integração com prontuários eletrônicos' } as const
/** Announced for Pro, and so for Clínica. */
const proSoon = { text: 'Análises e relatórios', soon: true } as const

export const plans = {
  free: {
    id: 'free',
    name: 'Free',
    description: 'Para conhecer o Relato no seu ritmo.',
    price: price(0),
    trialDays: 0,
    popular: false,
    consultations: FREE_CONSULTATIONS,
    specialties: 'general',
    formats: 'basic',
    integration: false,
    features: [
      quota(`${FREE_CONSULTATIONS} consultas por mês`, String(FREE_CONSULTATIONS)),
      { text: 'Recursos básicos, com o modelo de Clínica Geral', row: GENERAL_MODEL },
      { text: EXPORT },
      support('Suporte por email', 'Por email'),
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
    formats: 'all',
    integration: true,
    features: [
      unlimited,
      specialties,
      manyFormats,
      integration,
      support('Suporte prioritário', 'Prioritário'),
      proSoon,
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
    formats: 'all',
    integration: true,
    features: [
      unlimited,
      specialties,
      manyFormats,
      integration,
      support('Suporte premium', 'Premium'),
      { text: 'Implantação acompanhada' },
      proSoon,
      { text: '3 usuários incluídos', soon: true },
      { text: 'Gestão de equipe', soon: true },
      { text: 'Relatórios administrativos', soon: true },
      { text: 'API personalizada', soon: true },
    ],
  },
} as const satisfies Record<PlanId, Plan>

/** The plan without a subscription. */
export const defaultPlan: Plan = plans.free
