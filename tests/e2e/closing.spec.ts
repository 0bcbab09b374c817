import type { Page } from '@playwright/test'
import { accessible } from '../testkit/accessible.ts'
import { finish, startConsultation, startRecording, writeLine } from './doctor.ts'
import { linkIn, mailTo } from './inbox.ts'
import { expectListed } from './on-device.ts'
import { cuttable } from './room-way.ts'
import { type Engine, startRecogniser } from './stack.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'Segredo123!'
const PATIENT = 'Maria Canário da Silva Xavier'
const SAID = 'Tenho um segredo amarelo desde a infância.'
const CONTEXT = 'Contexto secreto de canário'
let engine: Engine
test.beforeAll(async () => {
  engine = await startRecogniser()
})
test.afterAll(() => engine.stop())

const post = async (page: Page, path: string, data: object) => {
  const { origin } = new URL((await page.request.get('/api/health')).url())
  return page.request.post(path, { data, headers: { origin } })
}
const enter = async (page: Page, email: string) => {
  expect((await post(page, '/api/auth/sign-in/email', { email, password: PASSWORD })).status()).toBe(200)
  await page.goto('/app/dashboard')
}
/** Signed up and confirmed; the id. */
async function signUp(page: Page, name: string, email: string): Promise<string> {
  const answer = await post(page, '/api/auth/sign-up/email', { name, email, password: PASSWORD })
  const { user } = (await answer.json()) as { user: { id: string } }
  await page.request.get(linkIn(await mailTo(page.request, email, 'verification')))
  return user.id
}
const address = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@relato.example`

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

test('what a device keeps is what the list says: while recording, signed out with audio unsent, and with another doctor at it', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of 401/)
  const [email, others] = [address('canario'), address('outra')]
  const [first, second] = [await signUp(page, 'Dra. Canário', email), await signUp(page, 'Dra. Outra', others)]
  const doctors = [first, second]
  const secrets = [PATIENT, 'Canário da Silva', SAID, 'segredo amarelo', CONTEXT]
  const way = await cuttable(page)
  await enter(page, email)
  await startConsultation(page, PATIENT)
  await writeLine(page, 'Paciente', SAID)
  await startRecording(page)
  await expect(page.getByText('Conectado').first()).toBeVisible()
  // From here on nothing gets through: what is recorded waits on this device.
  await way.cut()
  const waiting = () =>
    page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const counting = opening.result.transaction('frame').objectStore('frame').count()
            counting.onsuccess = () => {
              opening.result.close()
              resolve(counting.result)
            }
          }
        }),
      `relato-${first}`,
    )
  await expect.poll(waiting).toBeGreaterThan(12)
  const during = await expectListed(page, doctors, secrets, true)
  expect(during).toContain(`IndexedDB relato-${first}`)
  expect(during.some((name) => name.startsWith('cookie __Host-relato.session_token'))).toBe(true)

  await signOut(page)
  const question = page.getByRole('alertdialog', { name: 'Sair da conta?' })
  await expect(question).toContainText('A gravação em andamento para.')
  await question.getByRole('button', { name: 'Sair assim mesmo' }).click()
  await expect(page).toHaveURL('/landing')
  const remaining = await expectListed(page, doctors, secrets, false)
  expect(remaining).toContain(`IndexedDB relato-${first}`)
  const storedRows = await waiting()
  expect(storedRows).toBeGreaterThan(12)

  await enter(page, others)
  await expect(page.getByLabel('Paciente')).toBeVisible()
  await expect(page.getByText(PATIENT)).toHaveCount(0)
  await expectListed(page, doctors, secrets, true)
  // The key that this doctor gets opens nothing of the other's.
  const opened = await page.evaluate(async (name) => {
    const { key } = (await (await fetch('/api/device-key')).json()) as { key: string }
    const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0))
    const own = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const rows = database.transaction('frame').objectStore('frame')
    const [keys, values] = await Promise.all(
      [rows.getAllKeys(), rows.getAll()].map(
        (request) =>
          new Promise<unknown[]>((resolve) => {
            request.onsuccess = () => resolve(request.result)
          }),
      ),
    )
    database.close()
    let read = 0
    for (const [i, value] of (values ?? []).entries()) {
      const [id, take, at] = (keys?.[i] ?? []) as [string, number, number]
      const { iv, data } = value as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
      const additionalData = new TextEncoder().encode(JSON.stringify([id, 'frame', take, at]))
      const done = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, own, data).catch(() => null)
      if (done) read++
    }
    return { rows: values?.length, read }
  }, `relato-${first}`)
  expect(opened).toEqual({ rows: storedRows, read: 0 })
  await signOut(page)
  await expect(page).toHaveURL('/landing')

  // The first one again: what waited goes up.
  way.mend()
  await enter(page, email)
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
})

test('an account is closed with the password, once no consultation is open; a sign-in finds it closed, and has it back', async ({
  page,
  expectNoise,
}) => {
  expectNoise(/status of (403|409|422)/)
  const email = address('encerra')
  const doctor = await signUp(page, 'Dra. Que Encerra', email)
  await enter(page, email)
  const consultation = await startConsultation(page, PATIENT)
  await writeLine(page, 'Paciente', SAID)
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
  await dialog.getByLabel('Sua senha').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/closed')
  await expect(page.getByRole('heading', { name: 'Sua conta foi encerrada' })).toBeFocused()
  expect(await expectListed(page, [doctor], [PATIENT, SAID], false)).not.toContain(`IndexedDB relato-${doctor}`)
  expect(await mailTo(page.request, email, 'account_closed')).toContain('reabrir a conta')

  await page.goto('/app/patients')
  await expect(page).toHaveURL(/\/landing/)
  await enter(page, email)
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
