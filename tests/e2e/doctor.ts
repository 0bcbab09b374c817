import { expect, type Locator, type Page } from '@playwright/test'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { plain } from '#domain/text.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { SPOKEN_CONSULTATION } from '../testkit/speech/spoken-consultation.ts'

/** Signs the demonstration doctor in, without the form (account.spec.ts fills it in), and opens the dashboard. */
export async function signIn(page: Page): Promise<void> {
  const { origin } = new URL((await page.request.get('/api/health')).url())
  const data = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
  const answer = await page.request.post('/api/auth/sign-in/email', { data, headers: { origin } })
  expect(answer.status()).toBe(200)
  await page.goto('/app/dashboard')
  await expect(page).toHaveURL(/\/app\/dashboard$/)
}

/** Fills the sign-in form in and sends it. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** The secret of the authenticator app, in groups of four, as the settings show it once. */
export const secretShown = (page: Page): Promise<string> => page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()

/** Creates a patient from the consultation panel and starts the consultation, with the notice not answered; its id. */
export async function openConsultation(page: Page, patient: string): Promise<string> {
  await page.getByLabel('Paciente').fill(patient)
  await page.getByRole('option', { name: `Criar paciente "${patient}"` }).click()
  await expect(page.getByRole('button', { name: 'Limpar paciente' })).toBeVisible()
  const started = page.waitForResponse(
    (response) => response.url().endsWith('/api/consultations') && response.status() === 201,
  )
  await page.getByRole('button', { name: 'Iniciar Consulta' }).click()
  // A failed test may have left a consultation open. The page then shows a question first.
  const another = page.getByRole('button', { name: 'Iniciar outra consulta' })
  const workspace = page.getByRole('region', { name: 'Gravação' })
  await expect(another.or(workspace)).toBeVisible()
  if (await another.isVisible()) await another.click()
  const { consultation } = (await (await started).json()) as { consultation: { id: string } }
  await expect(workspace).toBeVisible()
  return consultation.id
}

/** The patient accepts all on another screen: this page records nothing yet. */
export async function acceptNotice(page: Page): Promise<void> {
  const { origin, searchParams } = new URL(page.url())
  const data = { notice_version: currentNotice.version, answers: answersFor('presencial') }
  const path = `${origin}/api/consultations/${searchParams.get('consulta')}/consents`
  const answer = await page.request.post(path, { data, headers: { origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await expect(page.getByText(/^Paciente aceitou às/)).toBeVisible()
}

/** The patient accepts all on this page, which records at once. */
export async function acceptAndRecord(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paciente aceita e grava' }).click()
  await readAdvice(page)
}

/** `openConsultation`, and the patient accepts all. */
export async function startConsultation(page: Page, patient: string): Promise<string> {
  const id = await openConsultation(page, patient)
  await acceptNotice(page)
  return id
}

export async function startRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Iniciar gravação' }).click()
  await readAdvice(page)
}

/** The recording runs. The first one on a device needs a confirmation. */
async function readAdvice(page: Page): Promise<void> {
  const advice = page.getByRole('alertdialog', { name: 'Antes da primeira gravação neste aparelho' })
  const running = page.getByRole('button', { name: 'Pausar gravação' })
  await expect(advice.or(running)).toBeVisible()
  if (await advice.isVisible()) await advice.getByRole('button', { name: 'Iniciar gravação' }).click()
  await expect(running).toBeVisible()
}

/** Finishes, and begins no structuring: a journey takes the steps itself, or has none. */
export async function finish(page: Page): Promise<void> {
  await keepStructuringManual(page)
  await page.getByRole('button', { name: /^Finalizar( Consulta)?$/ }).click()
  await page.getByRole('button', { name: 'Finalizar agora' }).click()
  // The engine first hears the rest of what it was sent: on a busy machine that took more than 30 s.
  await expect(page.getByText('Consulta Finalizada')).toBeVisible({ timeout: 60_000 })
}

/** Switches 'Estruturar ao finalizar' off on this device. */
export const keepStructuringManual = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('relato-settings') ?? '{}')
    const transcription = { ...settings.transcription, structureOnFinish: false }
    localStorage.setItem('relato-settings', JSON.stringify({ ...settings, transcription }))
  })

/** Types a line of the running consultation. */
export async function writeLine(page: Page, speaker: 'Médico' | 'Paciente', text: string): Promise<void> {
  await page.getByRole('group', { name: 'Quem falou' }).getByRole('button', { name: speaker }).click()
  await page.getByRole('textbox', { name: 'Escrever fala' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText(text)).toBeVisible()
}

/** From the finished consultation to the screen that structuring leads to. */
export async function structure(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Estruturar' }).first().click()
  await page.getByRole('button', { name: 'Iniciar Estruturação' }).click()
  await page.getByRole('button', { name: 'Confirmar Especialidade' }).click()
  return page.getByRole('dialog').first()
}

/** A spoken sentence and a line on screen are the same words: case, accents and punctuation aside. */
export const words = (text: string): string =>
  plain(text)
    .replace(/[^a-z0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()

/** The settled lines of the live transcript that are spoken sentences, as spoken. */
export async function lines(page: Page): Promise<string[]> {
  const shown = words(await page.getByRole('log').innerText())
  return SPOKEN_CONSULTATION.map(({ text }) => text).filter((text) => shown.includes(words(text)))
}

/** Something else is drawn over its first or last line, or it is outside the window. */
export const isCovered = (what: Locator) =>
  what.evaluate((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect()
    return [top + 4, bottom - 4].some((y) => !element.contains(document.elementFromPoint(left + width / 2, y)))
  })
