import type { Page } from '@playwright/test'
import { enterStage, type Stage } from '../screens/stage.ts'
import { accessible } from '../testkit/accessible.ts'
import { finish, startConsultation, startRecording, writeLine } from './doctor.ts'
import { mailTo } from './inbox.ts'
import { framesWaiting, keepLedger, onDevice, sameLedger, storedFrames } from './ledger.ts'
import { expectListed } from './on-device.ts'
import { cuttable } from './room-way.ts'
import { expect, test } from './test.ts'

const PATIENT = 'Maria Canário da Silva Xavier'
const SAID = 'Tenho um segredo amarelo desde a infância.'

const bar = (page: Page) => page.getByRole('region', { name: 'Consulta interrompida' })
async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}
const enter = async (page: Page, { api, doctor }: Stage) => {
  expect((await api('POST', '/api/auth/sign-in/email', doctor)).status).toBe(200)
  await page.goto('/app/dashboard')
}

test('keeps on a device only what the list says, also signed out with unsent audio', async ({
  page,
  engine: _,
  expectNoise,
}) => {
  expectNoise(/status of 40[134]|net::ERR_FAILED/)
  const ledger = keepLedger(page)
  const way = await cuttable(page)
  const other = await enterStage(page, 'new')
  const others = await other.ownId()
  const own = await enterStage(page, 'new')
  const doctor = await own.ownId()
  const secrets = [PATIENT, 'Canário da Silva', SAID, 'segredo amarelo']
  await page.goto('/app/dashboard')
  const id = await startConsultation(page, PATIENT)
  await writeLine(page, 'Paciente', SAID)
  await startRecording(page)
  await expect(page.getByText('Conectado').first()).toBeVisible()
  // From here on nothing gets through: what is recorded waits on this device.
  await way.cut()
  await expect.poll(() => framesWaiting(page, id)).toBeGreaterThan(12)
  const during = await expectListed(page, [doctor, others], secrets, true)
  expect(during).toContain(`IndexedDB relato-${doctor}`)
  expect(during.some((name) => name.startsWith('cookie __Host-relato.session_token'))).toBe(true)

  await askToLeave(page)
  const question = page.getByRole('alertdialog', { name: 'Sair da conta?' })
  await expect(question).toContainText('A gravação em andamento para.')
  await expect(question).toContainText(/Há \d+ s de áudio não enviado neste aparelho/)
  await question.getByRole('button', { name: 'Ficar' }).click()
  await expect(page.getByRole('button', { name: 'Pausar gravação' })).toBeVisible()
  // Signing out in another tab would end this recording: it asks too.
  const beside = await page.context().newPage()
  await beside.goto('/app/patients')
  await askToLeave(beside)
  const besideQuestion = beside.getByRole('alertdialog', { name: 'Sair da conta?' })
  await expect(besideQuestion).toContainText('Outra aba está gravando uma consulta.')
  await besideQuestion.getByRole('button', { name: 'Ficar' }).click()
  await beside.close()
  await askToLeave(page)
  await question.getByRole('button', { name: 'Sair assim mesmo' }).click()
  await expect(page).toHaveURL('/landing')
  expect(await expectListed(page, [doctor, others], secrets, false)).toContain(`IndexedDB relato-${doctor}`)
  const { recorded } = await onDevice(page, id)
  const storedRows = await framesWaiting(page, id)
  expect(storedRows).toBeGreaterThan(12)

  way.mend()
  await enter(page, other)
  await expect(page.getByRole('heading', { name: 'Nova consulta' })).toBeVisible()
  await expect(page.getByText(PATIENT)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expectListed(page, [doctor, others], secrets, true)
  // The key that this doctor gets opens nothing of the other's.
  expect(await page.evaluate(openFrames, `relato-${doctor}`)).toEqual({ rows: storedRows, read: 0 })
  await askToLeave(page)
  await expect(page).toHaveURL('/landing')
  expect((await onDevice(page, id)).recorded).toBe(recorded)

  await way.cut()
  // The background module fails to load: the page says so, and sign-out still works.
  const care = /assets\/background-[^/]*\.js/
  await page.route(care, (route) => route.abort())
  await enter(page, own)
  await askToLeave(page)
  await expect(question).toContainText('Não foi possível verificar se há áudio não enviado neste aparelho.')
  await question.getByRole('button', { name: 'Ficar' }).click()
  await page.unroute(care)
  // Starting another consultation asks, and says what stays behind.
  await page.goto('/app/dashboard')
  await page.getByLabel('Paciente').fill('João Batista')
  await page.getByRole('option', { name: 'Criar paciente "João Batista"' }).click()
  await expect(page.getByRole('button', { name: 'Limpar paciente' })).toBeVisible()
  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  const starting = page.getByRole('alertdialog')
  await expect(starting).toContainText('Há uma consulta em andamento')
  await expect(starting).toContainText(PATIENT)
  await expect(starting).toContainText(/\d s de áudio ainda neste aparelho/)
  await expect(starting).toContainText('Nada é apagado')
  await starting.getByRole('button', { name: 'Voltar' }).click()
  // It is offered on every page. A new page asks for its room again at once.
  await page.goto('/app/history')
  await expect(bar(page)).toContainText(PATIENT)
  await expect(bar(page)).toContainText(/\d s de áudio guardado neste aparelho/)
  await askToLeave(page)
  await expect(question).toContainText(/Há \d+ s de áudio não enviado neste aparelho/)
  way.mend()
  await question.getByRole('button', { name: 'Enviar e sair' }).click()
  await expect(page).toHaveURL('/landing', { timeout: 30_000 })
  expect((await onDevice(page, id)).waiting).toBe(0)
  expect([...ledger.acknowledged.values()].reduce((sum, end) => sum + end, 0)).toBe(recorded)
  expect(sameLedger(storedFrames(id), ledger.sent)).toBe(true)

  await enter(page, own)
  await bar(page)
    .getByRole('link', { name: /Retomar a consulta de Maria/ })
    .click()
  await expect(bar(page)).toBeHidden()
  await finish(page)
  await page.getByRole('link', { name: 'Nova Consulta' }).first().click()
  await expect(page.getByText('Iniciar Consulta')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

/** Runs in the page: how many frames in a device's database there are, and how many the signed-in doctor's key opens. */
async function openFrames(name: string): Promise<{ rows: number; read: number }> {
  const { key } = (await (await fetch('/api/device-key')).json()) as { key: string }
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0))
  const own = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
  const database = await done(indexedDB.open(name))
  const frames = database.transaction('frame').objectStore('frame')
  const [keys, values] = await Promise.all([done(frames.getAllKeys()), done(frames.getAll())])
  database.close()
  let read = 0
  for (const [i, { iv, data }] of (values as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }[]).entries()) {
    const [id, take, at] = keys[i] as [string, number, number]
    const additionalData = new TextEncoder().encode(JSON.stringify([id, 'frame', take, at]))
    if (await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, own, data).catch(() => null)) read++
  }
  return { rows: values.length, read }
}

test('closes an account with its password, and opens it again after a sign-in', async ({ page, expectNoise }) => {
  // A request that is under way when the account closes has no session any more.
  expectNoise(/status of (401|403|409|422)/)
  const stage = await enterStage(page, 'new')
  const doctor = await stage.ownId()
  const { email, password } = stage.doctor
  const consultation = await stage.openVisit({ patient: PATIENT, lines: [['patient', SAID]] })
  const section = page.getByRole('region', { name: 'Encerrar conta' })
  const button = section.getByRole('button', { name: 'Encerrar conta' })
  await page.goto('/app/settings#encerrar')
  await expect(section.getByText('Finalize a consulta em andamento antes de encerrar a conta.')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.goto(`/app/dashboard?consulta=${consultation}`)
  await finish(page)

  await page.goto('/app/settings')
  await page.getByRole('link', { name: 'Encerrar conta' }).click()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Encerrar sua conta?' })
  await dialog.getByLabel('Sua senha').fill('errada')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Encerrar conta' }).click()
  await expect(dialog.getByText('Senha incorreta')).toBeVisible()
  await dialog.getByLabel('Sua senha').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/closed')
  await expect(page.getByRole('heading', { name: 'Sua conta foi encerrada' })).toBeFocused()
  expect(await expectListed(page, [doctor], [PATIENT, SAID], false)).not.toContain(`IndexedDB relato-${doctor}`)
  expect(await mailTo(page.request, email, 'account_closed')).toContain('reabrir a conta')

  await page.goto('/app/patients')
  await expect(page).toHaveURL(/\/landing/)
  await enter(page, stage)
  await expect(page).toHaveURL('/closed')
  await expect(page.getByText('Encerrada em')).toBeVisible()
  await accessible(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/closed')
  expect((await page.request.get('/api/device-key')).status()).toBe(403)
  await page.getByRole('button', { name: 'Reabrir conta' }).click()
  await expect(page).toHaveURL('/app/dashboard')
  await page.goto('/app/history')
  await expect(page.getByText(PATIENT).first()).toBeVisible()
})
