import { expect, type Page } from '@playwright/test'
import { DAY, openCheckout, subscribe } from '../../e2e/billing.ts'
import { stripeOfLane } from '../../e2e/stack.ts'
import type { State } from '../state.ts'

const CREATE = /create-checkout-session/
const READ = /\/api\/stripe\/checkout-session\//
const pay = (page: Page) => page.getByRole('button', { name: 'Prosseguir para Pagamento' })
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** The page's script runs once its button acts. */
async function open(page: Page, query: string) {
  await page.goto(`/checkout?${query}`, { waitUntil: 'networkidle' })
  await heading(page, 'Finalizar assinatura')
}

export const checkout: readonly State[] = [
  { name: 'checkout/pro-annual', doctor: 'new', always: true, reach: (page) => open(page, 'plan=pro&interval=year') },
  { name: 'checkout/clinica', doctor: 'new', reach: (page) => open(page, 'plan=clinica') },
  { name: 'checkout/free', doctor: 'new', reach: (page) => open(page, 'plan=free') },
  {
    name: 'checkout/busy',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.fail(CREATE, 'never')
      await open(page, 'plan=pro')
      await pay(page).click()
      await expect(page.getByText('Processando...')).toBeVisible()
    },
  },
  {
    name: 'checkout/failed',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.fail(CREATE, 502, { message: 'Erro ao criar sessão de checkout' })
      await open(page, 'plan=pro')
      await pay(page).click()
      await expect(page.getByText('Erro ao processar pagamento. Tente novamente.')).toBeVisible()
    },
  },
  {
    name: 'checkout/no-stripe',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.fail(CREATE, 503, { code: 'billing_unavailable', message: 'Stripe não foi carregado' })
      await open(page, 'plan=pro')
      await pay(page).click()
      await expect(page.getByText('Stripe não foi carregado')).toBeVisible()
    },
  },
  {
    name: 'checkout/subscribed-elsewhere',
    doctor: 'new',
    reach: async (page, stage) => {
      await open(page, 'plan=pro')
      await subscribe(stage, 'clinica_month')
      await pay(page).click()
      await expect(page.getByRole('heading', { name: 'Você já tem o plano Clínica' })).toBeVisible()
    },
  },
  { name: 'checkout/subscribed', reach: (page) => open(page, 'plan=clinica&interval=year') },
  {
    name: 'checkout/no-second-trial',
    doctor: 'new',
    reach: async (page, stage) => {
      const { customer, subscription } = await subscribe(stage, 'pro_month', 'none')
      await stripeOfLane().age(customer, 15 * DAY)
      await stage.api('GET', `/api/stripe/subscription-status/${subscription}`)
      await open(page, 'plan=pro')
    },
  },
  {
    name: 'checkout/unknown-plan',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/checkout')
    },
  },
  {
    name: 'checkout/success-loading',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.fail(READ, 'never')
      await page.goto('/checkout/success?session_id=cs_test_1')
      await expect(page.getByText('Processando seu pagamento...')).toBeVisible()
    },
  },
  {
    name: 'checkout/success-trial',
    doctor: 'new',
    always: true,
    reach: async (page, stage) => {
      const { session } = await subscribe(stage, 'pro_year')
      await page.goto(`/checkout/success?session_id=${session}`)
      await heading(page, 'Assinatura Confirmada!')
    },
  },
  {
    name: 'checkout/success-over',
    doctor: 'new',
    reach: async (page, stage) => {
      const { session, customer } = await subscribe(stage, 'pro_month', 'none')
      await stripeOfLane().age(customer, 15 * DAY)
      await page.goto(`/checkout/success?session_id=${session}`)
      await heading(page, 'Sua assinatura')
    },
  },
  {
    name: 'checkout/success-free',
    doctor: 'new',
    reach: async (page) => {
      await page.goto('/checkout/success?plan=free')
      await heading(page, 'Conta Criada!')
    },
  },
  {
    name: 'checkout/success-free-subscribed',
    reach: async (page) => {
      await page.goto('/checkout/success?plan=free')
      await heading(page, 'Sua assinatura continua')
    },
  },
  {
    name: 'checkout/success-free-visitor',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/checkout/success?plan=free')
    },
  },
  {
    name: 'checkout/success-visitor',
    doctor: 'visitor',
    reach: async (page) => {
      await page.goto('/checkout/success?session_id=cs_test_1')
    },
  },
  {
    name: 'checkout/success-foreign',
    doctor: 'new',
    reach: async (page) => {
      await page.goto('/checkout/success?session_id=cs_test_ofsomebodyelse')
      await heading(page, 'Nenhum pagamento encontrado')
    },
  },
  {
    name: 'checkout/success-none',
    doctor: 'new',
    reach: async (page) => {
      await page.goto('/checkout/success')
      await heading(page, 'Nenhum pagamento encontrado')
    },
  },
  {
    name: 'checkout/success-open',
    doctor: 'new',
    reach: async (page, stage) => {
      await page.goto(`/checkout/success?session_id=${await openCheckout(stage, 'pro_month')}`)
      await heading(page, 'O pagamento não foi concluído')
    },
  },
  {
    name: 'checkout/success-failed',
    doctor: 'new',
    reach: async (page, stage) => {
      await stage.fail(READ, 502, { message: 'Erro ao buscar status da assinatura' })
      await page.goto('/checkout/success?session_id=cs_test_1')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'checkout/canceled',
    doctor: 'visitor',
    always: true,
    reach: async (page) => {
      await page.goto('/checkout/canceled')
    },
  },
]
