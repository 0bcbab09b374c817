import { expect, type Page } from '@playwright/test'
import { DAY, subscribe, untilState } from '../../e2e/billing.ts'
import { stripeOfLane } from '../../e2e/stack.ts'
import type { Stage } from '../stage.ts'
import type { State } from '../state.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Plano e uso' })
const button = (page: Page, name: string) => section(page).getByRole('button', { name })

async function open(page: Page, badge: string) {
  await page.goto('/app/settings#plano')
  await expect(section(page).getByText(badge, { exact: true })).toBeVisible()
  // It is read again when the page opens.
  await page.waitForLoadState('networkidle')
}
const subscriptionState = (name: string, badge: string, prepare: (stage: Stage) => Promise<unknown>): State => ({
  name: `subscription/${name}`,
  doctor: 'new',
  reach: async (page, stage) => {
    await prepare(stage)
    await open(page, badge)
  },
})
async function unpaid(stage: Stage) {
  const { customer } = await subscribe(stage, 'pro_month', 'fails')
  await stripeOfLane().age(customer, 15 * DAY)
  await untilState(stage, 'past_due')
}
const inTrial = (stage: Stage) => subscribe(stage, 'pro_year')
const FIVE = ['Ana Prado', 'Bento Dias', 'Célia Rocha', 'Davi Melo', 'Elisa Lopes']
const LINES = [['patient', 'Estou com dor de cabeça desde ontem.', 60]] as const

export const subscription: readonly State[] = [
  subscriptionState('free', 'Sem cobrança', async () => {}),
  { ...subscriptionState('trial', 'Em teste', inTrial), always: true },
  subscriptionState('active', 'Ativa', async (stage) => {
    const { customer } = await subscribe(stage, 'clinica_month')
    await stripeOfLane().age(customer, 15 * DAY)
    await untilState(stage, 'active')
  }),
  subscriptionState('cancelling', 'Cancelamento agendado', async (stage) => {
    const { subscription: subscriptionId } = await inTrial(stage)
    await stage.api('POST', '/api/stripe/cancel-subscription', { subscriptionId })
  }),
  subscriptionState('two', 'Ativa', async (stage) => {
    const { customer } = await subscribe(stage, 'pro_month')
    await stripeOfLane().age(customer, DAY)
    await stripeOfLane().subscribe(customer, 'clinica_month')
    await untilState(stage, 'active')
  }),
  subscriptionState('past-due', 'Pagamento pendente', unpaid),
  subscriptionState('trial-expired', 'Teste encerrado', async (stage) => {
    const { customer } = await subscribe(stage, 'pro_month', 'none')
    await stripeOfLane().age(customer, 15 * DAY)
    await untilState(stage, 'trial_expired')
  }),
  {
    name: 'subscription/past-due-dashboard',
    doctor: 'new',
    reach: async (page, stage) => {
      await unpaid(stage)
      await page.goto('/app/dashboard')
      await expect(page.getByRole('link', { name: 'Ver pagamento' })).toBeVisible()
    },
  },
  {
    name: 'subscription/cancel-question',
    doctor: 'new',
    reach: async (page, stage) => {
      await inTrial(stage)
      await open(page, 'Em teste')
      await button(page, 'Cancelar assinatura').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'subscription/cancel-unpaid',
    doctor: 'new',
    reach: async (page, stage) => {
      await unpaid(stage)
      await open(page, 'Pagamento pendente')
      await button(page, 'Cancelar assinatura').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'subscription/cancel-failed',
    doctor: 'new',
    reach: async (page, stage) => {
      await inTrial(stage)
      await stage.fail(/cancel-subscription/, 502, { message: 'Erro ao cancelar assinatura' })
      await open(page, 'Em teste')
      await button(page, 'Cancelar assinatura').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar assinatura' }).click()
      await expect(page.getByText('Erro ao cancelar assinatura')).toBeVisible()
    },
  },
  {
    name: 'subscription/portal-failed',
    doctor: 'new',
    reach: async (page, stage) => {
      await inTrial(stage)
      await stage.fail(/customer-portal/, 502, { message: 'Erro ao criar portal do cliente' })
      await open(page, 'Em teste')
      await button(page, 'Gerenciar assinatura').click()
      await expect(page.getByText('Erro ao criar portal do cliente')).toBeVisible()
    },
  },
  {
    name: 'subscription/status-failed',
    doctor: 'new',
    reach: async (page, stage) => {
      await inTrial(stage)
      await stage.fail(/subscription-status/, 502, { message: 'Erro ao buscar status da assinatura' })
      await open(page, 'Em teste')
      await expect(section(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'subscription/quota-reached',
    doctor: 'new',
    reach: async (page, stage) => {
      for (const patient of FIVE) await stage.finishedVisit({ patient, lines: LINES })
      await page.goto('/app/dashboard')
      await page.getByLabel('Paciente').fill('Rita Moura')
      await page.getByRole('option', { name: 'Criar paciente "Rita Moura"' }).click()
      await page.getByRole('button', { name: 'Limpar paciente' }).waitFor()
      await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
      await expect(page.getByRole('dialog', { name: 'Limite do plano' })).toBeVisible()
    },
  },
  {
    name: 'subscription/specialty-closed',
    doctor: 'new',
    reach: async (page, stage) => {
      const id = await stage.finishedVisit({ patient: 'Rita Moura', lines: LINES })
      await page.goto(`/app/history/${id}`)
      await page.getByRole('button', { name: 'Estruturar' }).first().click()
      await page.getByRole('button', { name: 'Iniciar Estruturação' }).click()
      await page.getByRole('radio', { name: /Cardiologia/ }).click()
      await expect(page.getByText('Veja os planos para estruturar por esta.')).toBeVisible()
    },
  },
]
