import type { Page } from '@playwright/test'
import { formatLongDate } from '#app/lib/format.tsx'
import type { SubscriptionInfo } from '#domain/subscription/contract.ts'
import { enterStage } from '../screens/stage.ts'
import { MAIN } from '../testkit/full.ts'
import { DAY, subscribe, untilState } from './billing.ts'
import { acceptNotice, finish, openConsultation, writeLine } from './doctor.ts'
import { mailTo } from './inbox.ts'
import { stripeOfLane } from './stack.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const plan = (page: Page) => page.getByRole('region', { name: 'Plano e uso' })

test('subscribes to Pro by the year, cancels at Stripe, resumes, and cancels here', { tag: MAIN }, async ({ page }) => {
  const { email } = (await enterStage(page, 'new')).doctor
  await page.goto('/pricing')
  await page.getByRole('radio', { name: /Anual/ }).check()
  await page.getByRole('link', { name: /plano Pro, anual/ }).click()
  await expect(page).toHaveURL('/checkout?plan=pro&interval=year')
  await expect(page.getByText('R$ 1.891,20', { exact: true })).toBeVisible()
  await button(page, 'Começar o teste de 14 dias').click()
  // No page of Stripe's, no card: work begins at once.
  await expect(page).toHaveURL('/app/dashboard')
  const readSubscription = async () => (await (await page.request.get('/api/subscription')).json()) as SubscriptionInfo
  const { trialEnd } = await readSubscription()
  expect(Math.round(((trialEnd ?? 0) - Date.now()) / 1_000 / DAY)).toBe(14)
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const end = formatLongDate(trialEnd ?? 0, zone)
  expect((await mailTo(page.request, email, 'subscription')).replaceAll('\u00a0', ' ')).toContain(
    `termina em ${end}. A primeira cobrança, de R$ 1.891,20 por ano,`,
  )
  await page.goto('/app/settings#plano')
  await expect(plan(page).getByText(/^Faltam 14 dias de teste/)).toContainText(end)
  await button(page, 'Gerenciar assinatura').click()
  await page.locator('summary', { hasText: 'Cancelar assinatura' }).click()
  await button(page, 'Confirmar cancelamento').click()
  await link(page, 'Voltar ao aplicativo').click()
  await expect(page).toHaveURL('/app/settings#plano')
  await expect(plan(page).getByText('Cancelamento agendado')).toBeVisible()
  await expect(plan(page).getByText(`O plano vale até ${end}.`)).toBeVisible()

  await button(page, 'Gerenciar assinatura').click()
  await button(page, 'Não cancelar assinatura').click()
  // A webhook reaches an open settings page.
  await expect.poll(async () => (await readSubscription()).state).toBe('trial')
  await page.goto('/app/settings')
  await expect(plan(page).getByText('Em teste', { exact: true })).toBeVisible()
  await button(page, 'Cancelar assinatura').click()
  await button(page, 'Manter assinatura').click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await button(page, 'Cancelar assinatura').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(page.getByText('Assinatura cancelada', { exact: true })).toBeVisible()
  await expect(plan(page).getByText('Cancelamento agendado')).toBeVisible()
  await expect(button(page, 'Cancelar assinatura')).toBeHidden()
  await expect(plan(page).getByText(/^O plano vale até .* nada mais é cobrado/)).toBeFocused()
})

test('charges nothing for a declined card, and asks Stripe nothing for Free', async ({ page, expectNoise }) => {
  const stage = await enterStage(page, 'new')
  const { customer, subscription } = await subscribe(stage, 'pro_month', 'none')
  await stripeOfLane().age(customer, 15 * DAY)
  await stage.api('GET', `/api/stripe/subscription-status/${subscription}`)
  await page.goto('/checkout?plan=clinica&interval=month')
  await button(page, 'Prosseguir para Pagamento').click()
  await page.locator('input[value=refused]').check()
  await button(page, 'Assinar').click()
  await expect(page.getByRole('alert')).toContainText('Seu cartão foi recusado')
  await link(page, 'Voltar sem assinar').click()
  await expect(heading(page, 'Pagamento cancelado')).toBeVisible()
  await expect(page.getByText('O pagamento foi cancelado e nada foi cobrado.')).toBeVisible()
  expect((await stage.api<SubscriptionInfo>('GET', '/api/subscription')).body).toMatchObject({
    state: 'trial_expired',
    trialAvailable: false,
    subscription: { live: false },
  })
  await link(page, 'Tentar novamente').click()
  await expect(page).toHaveURL('/pricing')

  const requestedPaths: string[] = []
  page.on('request', (request) => request.url().includes('/api/stripe/') && requestedPaths.push(request.url()))
  await page.goto('/checkout?plan=free')
  await link(page, 'Começar grátis').click()
  await expect(page).toHaveURL('/checkout/success?plan=free')
  await expect(heading(page, 'Conta Criada!')).toBeVisible()
  expect(requestedPaths).toEqual([])

  // The address does not retain another doctor's payment either.
  expectNoise(/status of 404/)
  await page.goto('/checkout/success?session_id=cs_test_ofsomebodyelse')
  await expect(heading(page, 'Nenhum pagamento encontrado')).toBeVisible()
  await expect(page).toHaveURL('/checkout/success')
})

test('refuses the sixth consultation on Free, and keeps its draft', async ({ page, expectNoise }) => {
  expectNoise(/status of 402/)
  const stage = await enterStage(page, 'new')
  for (const patient of ['Ana Prado', 'Bento Dias', 'Célia Rocha', 'Davi Melo'])
    await stage.finishedVisit({ patient, lines: [['patient', 'Estou bem, doutora.', 30]] })
  await page.goto('/app/dashboard')
  await openConsultation(page, 'Rita Moura')
  const beside = await page.context().newPage()
  await beside.goto('/app/dashboard')
  await expect(beside.getByText('Todas as consultas do mês foram usadas.')).toBeVisible()
  await beside.getByLabel('Paciente').fill('Otávio Reis')
  await beside.getByRole('option', { name: 'Criar paciente "Otávio Reis"' }).click()
  await beside.getByLabel('Contexto desta consulta').fill('Retorno depois da cirurgia')
  await button(beside, 'Iniciar Consulta').click()
  await button(beside, 'Iniciar outra consulta').click()
  const prompt = beside.getByRole('dialog', { name: 'Limite do plano' })
  await expect(prompt).toContainText('Você chegou ao limite de consultas do seu plano neste mês.')
  await expect(prompt.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('href', '/pricing')
  await prompt.getByRole('button', { name: 'Agora não' }).click()
  await expect(beside.getByLabel('Contexto desta consulta')).toHaveValue('Retorno depois da cirurgia')
  await beside.reload()
  await expect(beside.getByLabel('Contexto desta consulta')).toHaveValue('Retorno depois da cirurgia')
  await beside.close()

  await acceptNotice(page)
  await writeLine(page, 'Paciente', 'Estou com dor no joelho desde ontem.')
  await finish(page)
})

test('a trial that ends without a card leaves Free, and nothing is lost', async ({ page }) => {
  const stage = await enterStage(page, 'new')
  const { customer } = await subscribe(stage, 'pro_month', 'none')
  const id = await stage.structuredVisit(
    {
      patient: 'Rita Moura',
      lines: [
        ['patient', 'Estou com dor de cabeça forte desde ontem, doutora.', 40],
        ['doctor', 'A pressão está 150 por 95. Vou pedir exames de sangue.', 20],
      ],
    },
    'cardiology',
  )
  await stripeOfLane().age(customer, 15 * DAY)
  await untilState(stage, 'trial_expired')
  await page.goto('/app/settings')
  await expect(plan(page).getByText('Teste encerrado')).toBeVisible()
  await expect(plan(page).getByText('1 de 5 consultas')).toBeVisible()

  await page.goto(`/app/history/${id}`)
  await expect(page.getByRole('button', { name: /Exportar/ }).first()).toBeEnabled()
  await expect(page.getByText('Cardiologia').first()).toBeVisible()
})
