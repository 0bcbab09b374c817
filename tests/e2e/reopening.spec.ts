import type { Page } from '@playwright/test'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { LONG } from '../testkit/full.ts'
import { finish, signIn, startConsultation, startRecording } from './doctor.ts'
import { mailTo } from './inbox.ts'
import { keepLedger, onDevice, sameLedger, storedFrames } from './ledger.ts'
import { cuttable } from './room-way.ts'
import { type Engine, startRecogniser } from './stack.ts'
import { expect, test } from './test.ts'

let engine: Engine
test.beforeAll(async () => {
  engine = await startRecogniser()
})
test.afterAll(() => engine.stop())

const SECOND = 16_000
const waiting = (page: Page, id: string) =>
  expect.poll(async () => (await onDevice(page, id)).waiting / SECOND, { timeout: 60_000 })
const total = (ends: Map<number, number>) => [...ends.values()].reduce((sum, end) => sum + end, 0)
/** The last frame of a take may still be on its way to the disk: both ends are read until they agree. */
const allAcknowledged = (page: Page, id: string, { acknowledged }: ReturnType<typeof keepLedger>) =>
  expect
    .poll(
      async () => {
        const { recorded, waiting } = await onDevice(page, id)
        return { waiting, missing: recorded - total(acknowledged) }
      },
      { timeout: 60_000 },
    )
    .toEqual({ waiting: 0, missing: 0 })
const account = (page: Page) => page.getByRole('button', { name: /Conta de/ })
const bar = (page: Page) => page.getByRole('region', { name: 'Consulta interrompida' })

async function askToLeave(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

test('an interrupted consultation is offered on every page, and its audio goes up from there', async ({ page }) => {
  const way = await cuttable(page)
  const ledger = keepLedger(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page)
  const id = await startConsultation(page, 'Maria Aparecida Conceição de Albuquerque Cavalcanti')
  await startRecording(page)
  await expect.poll(() => ledger.sent.size).toBeGreaterThan(12)
  await way.cut()
  await waiting(page, id).toBeGreaterThan(5)

  await page.goto('/app/history')
  await expect(bar(page)).toContainText('Maria Aparecida Conceição de Albuquerque Cavalcanti')
  await expect(bar(page)).toContainText(/\d s de áudio guardado neste aparelho/)
  const { recorded } = await onDevice(page, id)
  expect(page.url()).not.toContain('Maria')

  // Starting over asks, and says what stays behind.
  await page.goto('/app/dashboard')
  await page.getByLabel('Paciente').fill('João Batista')
  await page.getByRole('option', { name: /^João Batista Conceição/ }).click()
  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Há uma consulta em andamento')
  await expect(question).toContainText('Maria Aparecida Conceição de Albuquerque Cavalcanti')
  await expect(question).toContainText(/\d s de áudio ainda neste aparelho/)
  await expect(question).toContainText('Nada é apagado')
  await question.getByRole('button', { name: 'Voltar' }).click()

  way.mend()
  await page.goto('/app/patients')
  await waiting(page, id).toBe(0)
  await expect.poll(() => total(ledger.acknowledged)).toBe(recorded)
  expect(sameLedger(storedFrames(id), ledger.sent)).toBe(true)

  await bar(page)
    .getByRole('link', { name: /Retomar a consulta de Maria/ })
    .click()
  await expect(bar(page)).toBeHidden()
  await finish(page)
  await page.getByRole('link', { name: 'Nova Consulta' }).first().click()
  await expect(page.getByText('Iniciar Consulta')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('a session that ends while recording is renewed in place, and nothing is lost', { tag: LONG }, async ({
  page,
  playwright,
  expectNoise,
}) => {
  expectNoise(/status of 401/)
  const ledger = keepLedger(page)
  await signIn(page)
  const id = await startConsultation(page, 'José Raimundo do Espírito Santo')
  await startRecording(page)
  await expect.poll(() => ledger.sent.size).toBeGreaterThan(12)

  const storageState = await page.context().storageState()
  const elsewhere = await playwright.request.newContext({ baseURL: new URL(page.url()).origin, storageState })
  const origin = new URL(page.url()).origin
  const ended = await elsewhere.post('/api/auth/sign-out', { data: {}, headers: { origin } })
  expect(ended.ok()).toBe(true)
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' })
  await expect(dialog).toContainText('A gravação continua e fica guardada neste aparelho.')
  await expect(dialog.getByLabel('Email')).toHaveValue(DEMO_EMAIL)
  await expect(dialog.getByLabel('Email')).toHaveAttribute('readonly')
  await waiting(page, id).toBeGreaterThan(4)

  await dialog.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await waiting(page, id).toBeLessThan(2)
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect(page.getByRole('button', { name: 'Retomar gravação' })).toBeVisible()
  await allAcknowledged(page, id, ledger)
  expect(sameLedger(storedFrames(id), ledger.sent)).toBe(true)
  await finish(page)
})

test('signing out with audio unsent asks; it stays sealed for its doctor, unseen by another', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 40[134]|net::ERR_FAILED/)
  const way = await cuttable(page)
  const ledger = keepLedger(page)
  await signIn(page)
  const id = await startConsultation(page, 'Ana Beatriz Nóbrega')
  await startRecording(page)
  await expect.poll(() => ledger.sent.size).toBeGreaterThan(4)
  await way.cut()
  await waiting(page, id).toBeGreaterThan(4)

  await askToLeave(page)
  const question = page.getByRole('alertdialog', { name: 'Sair da conta?' })
  await expect(question).toContainText('A gravação em andamento para.')
  await expect(question).toContainText(/Há \d+ s de áudio não enviado neste aparelho/)
  await question.getByRole('button', { name: 'Ficar' }).click()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toBeVisible()
  await askToLeave(page)
  await question.getByRole('button', { name: 'Sair assim mesmo' }).click()
  await expect(page).toHaveURL('/landing')
  const { recorded } = await onDevice(page, id)
  way.mend()

  await createDoctor(page)
  await page.goto('/app/dashboard')
  await page.getByRole('link', { name: 'Entrar' }).first().click()
  await enter(page, OTHER_EMAIL, OTHER_PASSWORD)
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Nova consulta' })).toBeVisible()
  await expect(page.getByText('Ana Beatriz')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await askToLeave(page)
  await expect(page).toHaveURL('/landing')
  expect((await onDevice(page, id)).recorded).toBe(recorded)

  await way.cut()
  // The background module fails to load: the page says so, and sign-out still works.
  const care = /assets\/background-[^/]*\.js/
  await page.route(care, (route) => route.abort())
  await signIn(page)
  await askToLeave(page)
  await expect(question).toContainText('Não foi possível verificar se há áudio não enviado neste aparelho.')
  await question.getByRole('button', { name: 'Ficar' }).click()
  await page.unroute(care)
  await expect(bar(page)).toContainText(/\d s de áudio guardado/)
  await askToLeave(page)
  await expect(question).toContainText(/Há \d+ s de áudio não enviado neste aparelho/)
  way.mend()
  await question.getByRole('button', { name: 'Enviar e sair' }).click()
  await expect(page).toHaveURL('/landing', { timeout: 30_000 })
  expect((await onDevice(page, id)).waiting).toBe(0)
  expect(total(ledger.acknowledged)).toBe(recorded)
  expect(sameLedger(storedFrames(id), ledger.sent)).toBe(true)

  await signIn(page)
  await bar(page)
    .getByRole('link', { name: /Retomar/ })
    .click()
  await finish(page)
})

const OTHER_EMAIL = 'otavio.lacerda@relato.example'
const OTHER_PASSWORD = 'segredo2'

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

async function createDoctor(page: Page): Promise<void> {
  await page.goto('/login?criar=1')
  await page.getByLabel('Nome completo').fill('Dr. Otávio Lacerda')
  await page.getByLabel('Email').fill(OTHER_EMAIL)
  await page.getByLabel('Senha', { exact: true }).fill(OTHER_PASSWORD)
  await page.getByLabel('Confirmar senha').fill(OTHER_PASSWORD)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByText('Conta criada! Verifique seu email para confirmar.')).toBeVisible()
  await mailTo(page.request, OTHER_EMAIL, 'verification')
  await page.goto('/dev/inbox')
  await page
    .getByRole('link', { name: /verify-email/ })
    .first()
    .click()
  await expect(page.getByText('Email confirmado. Agora é só entrar.')).toBeVisible()
}
