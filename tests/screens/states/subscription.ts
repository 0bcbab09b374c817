import { expect } from '@playwright/test'
import { site } from '#domain/site.ts'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import type { PriceKey } from '#domain/subscription/price.ts'
import { DAY, openCheckout, subscribe, untilState } from '../../e2e/billing.ts'
import { stripeOfLane } from '../../e2e/stack.ts'
import { at, HEADER, region, toast } from '../places.ts'
import type { Stage } from '../stage.ts'
import { type Act, type Step, statesOf } from '../state.ts'
import { click, confirm, fails, fill, go, has, shows } from '../steps.ts'

const CREATE = /start-trial/
const READ = /\/api\/stripe\/checkout-session\//
const STEPS = ['Configure seu perfil', 'Faça sua primeira transcrição', 'Ligue o seu prontuário eletrônico']
const NONE = ['Nenhum pagamento encontrado', 'Ver planos']
const CHECKOUT_FAILED = 'Erro ao criar sessão de checkout'
const STATUS_FAILED = 'Erro ao buscar status da assinatura'

// --- the checkout and what came of it -------------------------------------------------------------------------------
/** The page's script runs once its button acts. */
const checkoutOf = (query: string): Step => [
  (page) => page.goto(`/checkout?${query}`, { waitUntil: 'networkidle' }),
  has('heading', /^(Teste de 14 dias|Finalizar assinatura)$/, { level: 1 }),
]
const pay = click('Começar o teste de 14 dias')
const success = (query: string): Act => go(`/checkout/success?${query}`)
/** Subscribes, then opens the page of the session; `aged` after the days of the trial. */
const paid = (priceId: PriceKey, aged = false): Step => [
  async (page, stage) => {
    const { session, customer } = await subscribe(stage, priceId, aged ? 'none' : 'pays')
    if (aged) await stripeOfLane().age(customer, 15 * DAY)
    await page.goto(`/checkout/success?session_id=${session}`)
  },
]

export const checkout = [
  ...statesOf('new', {
    'checkout/pro-annual': [
      [checkoutOf('plan=pro&interval=year'), 'Pro', 'R$ 1.891,20', 'por ano', '14 dias grátis', 'Teste por 14 dias'],
      ['Comece sem cartão', 'Como funciona', 'Consultas ilimitadas', 'Análises e relatórios (em breve)'],
      ['Começar o teste de 14 dias', at(HEADER, 'Voltar aos planos'), 'termos de uso', 'política de privacidade'],
      ['Fale conosco', 'O teste de 14 dias começa na hora, com tudo o que o plano tem.'],
    ],
    'checkout/clinica': [
      [checkoutOf('plan=clinica'), 'Clínica', 'R$ 497,00', 'por mês', 'API personalizada (em breve)'],
    ],
    'checkout/free': [checkoutOf('plan=free'), 'Free', 'R$ 0,00', 'Nada a pagar', 'Começar grátis'],
    'checkout/busy': [fails(CREATE, 'never'), checkoutOf('plan=pro'), pay, 'Processando...'],
    'checkout/failed': [
      [fails(CREATE, 502, { message: CHECKOUT_FAILED }), checkoutOf('plan=pro'), pay],
      toast('Não foi possível começar o teste. Tente novamente.', CHECKOUT_FAILED),
    ],
    'checkout/no-stripe': [
      fails(CREATE, 503, { code: 'billing_unavailable', message: 'Stripe não foi carregado' }),
      [checkoutOf('plan=pro'), pay, toast('Stripe não foi carregado')],
    ],
    'checkout/subscribed-elsewhere': [
      [checkoutOf('plan=pro'), (_, stage) => subscribe(stage, 'clinica_month'), pay],
      ['Você já tem o plano Clínica', 'Gerenciar assinatura'],
    ],
    'checkout/no-second-trial': [
      async (_, stage) => {
        const { customer, subscription } = await subscribe(stage, 'pro_month', 'none')
        await stripeOfLane().age(customer, 15 * DAY)
        await stage.api('GET', `/api/stripe/subscription-status/${subscription}`)
      },
      [checkoutOf('plan=pro'), 'R$ 197,00 são cobrados na hora, e o plano começa.', 'Prosseguir para Pagamento'],
    ],
    'checkout/success-loading': [fails(READ, 'never'), success('session_id=cs_test_1'), 'Processando seu pagamento...'],
    'checkout/success-trial': [
      [paid('pro_year'), 'Teste iniciado', 'Seu teste de 14 dias começou', 'Plano Pro, R$ 1.891,20 por ano.'],
      [STEPS, 'Ir para o Dashboard', 'Gerenciar assinatura', /Enviamos um email de confirmação para .*/],
    ],
    'checkout/success-over': [[paid('pro_month', true), 'Sua assinatura', 'Teste encerrado', 'Gerenciar assinatura']],
    'checkout/success-free': [
      [success('plan=free'), 'Conta Criada!', '5 consultas por mês', 'Recursos básicos', 'Sem cobrança mensal'],
      ['Mude de plano quando quiser', STEPS],
    ],
    'checkout/success-foreign': [success('session_id=cs_test_ofsomebodyelse'), NONE],
    'checkout/success-none': [go('/checkout/success'), NONE],
    'checkout/success-open': [
      go(async (stage) => `/checkout/success?session_id=${await openCheckout(stage, 'pro_month')}`),
      'O pagamento não foi concluído',
    ],
    'checkout/success-failed': [
      [fails(READ, 502, { message: STATUS_FAILED }), success('session_id=cs_test_1'), has('alert')],
      [STATUS_FAILED, 'Tentar novamente'],
    ],
  }),
  ...statesOf('helena', {
    'checkout/subscribed': [
      checkoutOf('plan=clinica&interval=year'),
      'Você já tem o plano Pro',
      'Gerenciar assinatura',
    ],
    'checkout/success-free-subscribed': [
      [success('plan=free'), 'Sua assinatura continua', 'Você já tem o plano Pro', 'Gerenciar assinatura'],
    ],
  }),
  ...statesOf('visitor', {
    'checkout/unknown-plan': [go('/checkout'), 'Plano não encontrado', 'Ver planos'],
    'checkout/success-free-visitor': [success('plan=free'), 'Crie sua conta gratuita', 'Criar conta'],
    'checkout/success-visitor': [success('session_id=cs_test_1'), 'Entre para ver sua assinatura', 'Entrar'],
    'checkout/canceled': [
      [go('/checkout/canceled'), 'Pagamento cancelado', 'O pagamento foi cancelado e nada foi cobrado.'],
      ['Você cancelou o pagamento', 'Um problema com os dados do cartão', 'Uma falha temporária de conexão'],
      ['O banco recusou a cobrança', 'Tentar novamente', 'Falar com o suporte', 'Voltar ao início', 'Ver planos'],
      [site.support.email.value, site.support.phone.value.shown],
    ],
  }),
]

// --- the plan in the settings and what it closes --------------------------------------------------------------------
const PLAN = region('Plano e uso')
/** It is read again when the page opens. */
const plan = (badge: string): Step => [
  go('/app/settings#plano'),
  (page) => expect(page.getByRole('region', { name: 'Plano e uso' }).getByText(badge, { exact: true })).toBeVisible(),
  (page) => page.waitForLoadState('networkidle'),
]
type Subscribed = Awaited<ReturnType<typeof subscribe>>
/** Subscribes, lets `then` happen, and waits for the state that Stripe's webhooks bring. */
const subscribed =
  (
    ...[priceId, card, then, state]: [
      PriceKey,
      Parameters<typeof subscribe>[2],
      ((subscribed: Subscribed, stage: Stage) => Promise<unknown>)?,
      SubscriptionInfo['state']?,
    ]
  ): Act =>
  async (_, stage) => {
    const made = await subscribe(stage, priceId, card)
    await then?.(made, stage)
    if (state) await untilState(stage, state)
  }
const aMonthOn = ({ customer }: Subscribed) => stripeOfLane().age(customer, 15 * DAY)
const unpaid = subscribed('pro_month', 'fails', aMonthOn, 'past_due')
const inTrial = subscribed('pro_year', 'pays')
const cancel: Act = (page) =>
  page.getByRole('region', { name: 'Plano e uso' }).getByRole('button', { name: 'Cancelar assinatura' }).click()
const LINES = [['patient', 'Estou com dor de cabeça desde ontem.', 60]] as const

export const subscription = statesOf('new', {
  'subscription/free': [plan('Sem cobrança'), at(PLAN, 'Free', 'Sem cobrança', '0 de 5 consultas', 'Ver planos')],
  'subscription/trial': [
    [inTrial, plan('Em teste'), at(PLAN, 'Pro', 'Em teste', 'R$ 1.891,20 por ano', /Faltam 14 dias de teste: .*/)],
    at(PLAN, 'Sem limite de consultas.', 'Gerenciar assinatura', 'Cancelar assinatura'),
  ],
  'subscription/active': [
    [subscribed('clinica_month', 'pays', aMonthOn, 'active'), plan('Ativa')],
    at(PLAN, 'Clínica', 'Ativa', 'R$ 497,00 por mês'),
  ],
  'subscription/cancelling': [
    subscribed('pro_year', 'pays', ({ subscription: subscriptionId }, stage) =>
      stage.api('POST', '/api/stripe/cancel-subscription', { subscriptionId }),
    ),
    [plan('Cancelamento agendado'), at(PLAN, 'Pro', 'Cancelamento agendado', 'Gerenciar assinatura')],
  ],
  'subscription/two': [
    async (_, stage) => {
      const { customer } = await subscribe(stage, 'pro_month')
      await stripeOfLane().age(customer, DAY)
      await stripeOfLane().subscribe(customer, 'clinica_month')
      await untilState(stage, 'active')
    },
    [plan('Ativa'), at(PLAN, 'Clínica', 'Ativa', /Há outra assinatura sua em vigor, também cobrada.*/)],
  ],
  'subscription/past-due': [
    [unpaid, plan('Pagamento pendente'), at(PLAN, 'Pro', 'Pagamento pendente', '0 de 5 consultas')],
  ],
  'subscription/trial-expired': [
    [subscribed('pro_month', 'none', aMonthOn, 'trial_expired'), plan('Teste encerrado')],
    at(PLAN, 'Free', 'Teste encerrado', 'Ver planos'),
  ],
  'subscription/past-due-dashboard': [
    [unpaid, go('/app/dashboard'), 'Uso do plano', 'Pagamento pendente', 'Ver pagamento'],
  ],
  'subscription/cancel-question': [
    [inTrial, plan('Em teste'), cancel, has('alertdialog'), 'Cancelar assinatura?', 'Manter assinatura'],
  ],
  'subscription/cancel-unpaid': [
    [unpaid, plan('Pagamento pendente'), cancel, has('alertdialog')],
    /A assinatura do plano Pro termina agora e nada mais é cobrado.*/,
  ],
  'subscription/cancel-failed': [
    [inTrial, fails(/cancel-subscription/, 502, { message: 'Erro ao cancelar assinatura' }), plan('Em teste')],
    [cancel, confirm('Cancelar assinatura'), toast('Erro ao cancelar assinatura')],
  ],
  'subscription/portal-failed': [
    [inTrial, fails(/customer-portal/, 502, { message: 'Erro ao criar portal do cliente' }), plan('Em teste')],
    [click('Gerenciar assinatura'), toast('Erro ao criar portal do cliente')],
  ],
  'subscription/status-failed': [
    [inTrial, fails(/subscription-status/, 502, { message: STATUS_FAILED }), plan('Em teste')],
    at(PLAN, STATUS_FAILED, 'Tentar novamente'),
  ],
  'subscription/quota-reached': [
    async (_, stage) => {
      for (const patient of ['Ana Prado', 'Bento Dias', 'Célia Rocha', 'Davi Melo', 'Elisa Lopes'])
        await stage.finishedVisit({ patient, lines: LINES })
    },
    [go('/app/dashboard'), fill('Paciente', 'Rita Moura'), click('Criar paciente "Rita Moura"', 'option')],
    [has('button', 'Limpar paciente'), click('Iniciar Consulta'), has('dialog', 'Limite do plano'), 'Ver planos'],
    'Você chegou ao limite de consultas do seu plano neste mês. Veja os planos para começar outra.',
  ],
  'subscription/specialty-closed': [
    go(async (stage) => `/app/history/${await stage.finishedVisit({ patient: 'Rita Moura', lines: LINES })}`),
    [click('Estruturar'), click('Iniciar Estruturação'), click(/Cardiologia/, 'radio')],
    shows(/Veja os planos para estruturar por esta\./),
    [/As especialidades fazem parte dos planos Pro e Clínica.*/, 'Ver planos', 'Confirmar Especialidade'],
  ],
})
