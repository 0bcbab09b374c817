import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { readable } from '#domain/speech/readable.ts'
import { fillCorrectedWords } from '../screens/rows.ts'
import { enterStage } from '../screens/stage.ts'
import { sha256 } from '../testkit/ledger.ts'
import { type SpeechControl, type SpeechScript, scriptedRecognition } from '../testkit/speech/scripted-recognition.ts'
import { SPOKEN_CONSULTATION } from '../testkit/speech/spoken-consultation.ts'
import { finish, keepStructuringManual, signIn, startConsultation, startRecording, structure, words } from './doctor.ts'
import { keepLedger, onDevice, storedFrames } from './ledger.ts'
import { expect, test } from './test.ts'

const SPOKEN = SPOKEN_CONSULTATION.map(({ text }) => text)
const WRITTEN = SPOKEN.map(readable)

/** Gives every page of this journey a recogniser that writes the spoken consultation. */
const giveRecogniser = (page: Page, script: Omit<SpeechScript, 'lines'> = {}) =>
  page.context().addInitScript(scriptedRecognition, { ...script, lines: SPOKEN.map((text) => ({ text })) })

/** The written sentences that the settled transcript shows. */
async function written(page: Page): Promise<string[]> {
  const shown = await page.getByRole('log').innerText()
  return WRITTEN.filter((text) => shown.includes(text))
}

const control = <R>(page: Page, read: (speech: SpeechControl) => R): Promise<R> =>
  page.evaluate(`(${read})(window.__speech)`) as Promise<R>

// No test here starts the room's engine unless it asks for it: what is written, the page heard.

test('hears a whole consultation on the device, to the signed PDF', async ({ page }, info) => {
  await giveRecogniser(page)
  await signIn(page)
  const id = await startConsultation(page, 'Jandira do Carmo')
  await startRecording(page)
  await expect(page.getByText(/^Reconhecimento neste computador/)).toBeVisible()
  await expect.poll(() => written(page), { timeout: 120_000 }).toEqual(WRITTEN)
  await finish(page)
  const record = await structure(page)
  await expect(record.getByText('Texto para Prontuário')).toBeVisible({ timeout: 30_000 })
  await record.getByRole('button', { name: 'Revisar e assinar' }).click()
  await page
    .getByRole('dialog', { name: 'Revisar e assinar' })
    .getByRole('button', { name: 'Assinar registro' })
    .click()
  await expect(record.getByText(/^Dra\. Helena Prado, CRM 123456\/SP, em /)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await record.getByRole('button', { name: 'Exportar PDF' }).click()
  const path = info.outputPath('registro.pdf')
  await (await downloading).saveAs(path)
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  for (const printed of ['metformina', 'losartana', 'penicilina', 'hemograma']) expect(text).toContain(printed)
  const recogniser = await control(page, ({ violations, phrases }) => ({ violations, phrases }))
  expect(recogniser.violations).toEqual([])
  // It expects the patient's name, and what the doctor's specialty names often.
  expect(recogniser.phrases).toEqual(expect.arrayContaining(['Jandira', 'losartana', 'dipirona']))
  const detail = (await (await page.request.get(`/api/consultations/${id}`)).json()) as { gaps?: unknown[] }
  expect(detail.gaps ?? []).toEqual([])
})

/** How often each sentence is in the stored transcript, spoken or written, in the order of the consultation. */
async function counts(page: Page, id: string): Promise<number[]> {
  const answer = await page.request.get(`/api/consultations/${id}`)
  const { transcriptions } = (await answer.json()) as { transcriptions: { text: string }[] }
  const all = transcriptions.map(({ text }) => words(text)).join(' | ')
  const count = (text: string) => all.split(words(text)).length - 1
  return SPOKEN.map((text, i) => count(text) + (words(text) === words(WRITTEN[i] ?? '') ? 0 : count(WRITTEN[i] ?? '')))
}

test("expects the words that the doctor corrected before, and those of the patient's lists", async ({ page }) => {
  await giveRecogniser(page)
  const stage = await enterStage(page, 'new')
  fillCorrectedWords(await stage.ownId(), 2)
  await page.goto('/app/dashboard')
  const id = await startConsultation(page, 'Jandira do Carmo Sobrinha')
  const { consultation } = await (await page.request.get(`/api/consultations/${id}`)).json()
  const { origin } = new URL(page.url())
  for (const [kind, text] of [
    ['medicine', 'Forxiga 10 mg de manhã'],
    ['problem', 'Doença de Behçet'],
  ]) {
    const path = `/api/patients/${consultation.patientId}/facts`
    expect((await page.request.post(path, { data: { kind, text }, headers: { origin } })).ok()).toBe(true)
  }
  await page.reload()
  await startRecording(page)
  await expect(page.getByText(/^Reconhecimento neste computador/)).toBeVisible()
  const phrases = () => control(page, (speech) => speech.phrases)
  const listed = ['Forxiga', 'dapagliflozina', 'Behçet']
  await expect
    .poll(phrases)
    .toEqual(expect.arrayContaining(['Jandira', 'Glifage', 'tolvaptana', 'losartana', ...listed]))
  expect((await phrases()).filter((phrase) => /\d|manhã/.test(phrase))).toEqual([])
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
})

test('keeps a word that the doctor corrects in the transcript for the next consultation', async ({
  page,
  engine: _,
}) => {
  await giveRecogniser(page)
  await enterStage(page, 'new')
  await page.goto('/app/dashboard')
  await startConsultation(page, 'Jandira do Carmo Sobrinha')
  await startRecording(page)
  const line = page.getByRole('log').getByRole('listitem').filter({ hasText: 'tosse e febre' })
  await expect(line).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await line.focus()
  await line.getByRole('button', { name: 'Corrigir esta fala' }).press('Enter')
  await page.getByLabel('Texto da fala').fill('Estou com rouquidão e febre há quatro dias.')
  await page.keyboard.press('Enter')
  const corrected = page.getByRole('log').getByRole('listitem').filter({ hasText: 'rouquidão' })
  await corrected.getByRole('button', { name: 'Original' }).click()
  await expect(corrected).toContainText('Como foi reconhecido: estou com tosse e febre')
  await page.reload()
  await expect(corrected).toBeVisible()
  await finish(page)
  await page.goto('/app/settings')
  await expect(page.getByRole('list', { name: 'Palavras que você corrigiu' })).toContainText('rouquidão')
})

test('writes offline, sends once, and hears on after a reload', async ({ page, context, expectNoise, engine: _ }) => {
  // The browser's own lines about the connection.
  expectNoise(/ERR_INTERNET_DISCONNECTED/)
  await giveRecogniser(page)
  await signIn(page)
  const id = await startConsultation(page, 'Jandira do Carmo Filha')
  await startRecording(page)
  const log = page.getByRole('log')
  const waiting = page.getByRole('list', { name: 'Falas aguardando envio' })
  await expect(log.getByText(WRITTEN[0] ?? '')).toBeVisible({ timeout: 30_000 })
  await context.setOffline(true)
  await expect(waiting.getByText(SPOKEN[2] ?? '')).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await expect(log.getByText(WRITTEN[2] ?? '')).toBeVisible({ timeout: 30_000 })
  await expect(waiting).toHaveCount(0)

  // The page dies in the middle of a sentence. The microphone plays its file from the start again.
  await page.reload()
  await startRecording(page)
  await expect(log.getByText(WRITTEN[1] ?? '')).toHaveCount(2, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await finish(page)
  const found = await counts(page, id)
  expect(found.slice(0, 3)).toEqual([2, 2, expect.any(Number)])
  // The next engine hears the sentence in which the page died: no word is there twice.
  for (const count of found) expect(count).toBeLessThanOrEqual(2)
  expect(await control(page, ({ violations }) => violations)).toEqual([])
})

test('hears offline from the first word to the end; lines and audio come later, once', async ({
  page,
  context,
  expectNoise,
}) => {
  expectNoise(/ERR_INTERNET_DISCONNECTED/)
  await giveRecogniser(page)
  const ledger = keepLedger(page)
  await signIn(page)
  const id = await startConsultation(page, 'Jandira do Carmo Sobrinha-Neta')
  // The press itself needs the room, which lets one screen record [R4].
  await startRecording(page)
  await context.setOffline(true)
  expect(await control(page, ({ sessions }) => sessions.flatMap(({ finals }) => finals))).toEqual([])
  const waiting = page.getByRole('list', { name: 'Falas aguardando envio' })
  const shown = async () => (await waiting.getByRole('listitem').allInnerTexts()).map(words).join(' | ')
  for (const text of SPOKEN) await expect.poll(shown, { timeout: 60_000 }).toContain(words(text))
  await keepStructuringManual(page)
  await page.getByRole('button', { name: /^Finalizar( Consulta)?$/ }).click()
  await page.getByRole('button', { name: 'Finalizar agora' }).click()
  await expect(page.getByText('Finalizando…').first()).toBeVisible()
  // The room has no line, and no more sound than before: two seconds at most.
  const { recorded, waiting: kept } = await onDevice(page, id)
  expect(recorded - kept).toBeLessThan(8 * 4_000)
  expect(await written(page)).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText('Consulta Finalizada')).toBeVisible({ timeout: 60_000 })
  expect(await counts(page, id)).toEqual(SPOKEN.map(() => 1))
  const detail = (await (await page.request.get(`/api/consultations/${id}`)).json()) as { gaps?: unknown[] }
  expect(detail.gaps ?? []).toEqual([])
  expect([...ledger.acknowledged.values()]).toEqual([recorded])
  expect(await control(page, ({ violations }) => violations)).toEqual([])
})

test('goes on after every error of the recogniser, and another engine hears what it missed', async ({
  page,
  engine: _,
}) => {
  await giveRecogniser(page, {
    moods: [
      { kind: 'ends', ms: 6_000 },
      { kind: 'dies', code: 'network', ms: 4_000 },
      { kind: 'no-speech', ms: 900 },
      { kind: 'dies', code: 'audio-capture', ms: 5_000 },
      { kind: 'repeats' },
    ],
  })
  await signIn(page)
  const id = await startConsultation(page, 'Jandira do Carmo Neta')
  await startRecording(page)
  await expect.poll(() => control(page, ({ sessions }) => sessions.length), { timeout: 60_000 }).toBeGreaterThan(4)
  // For good: the engine of the room takes over in the same consultation.
  await control(page, (speech) => speech.withdraw())
  await expect
    .poll(async () => words(await page.getByRole('log').innerText()), { timeout: 90_000 })
    .toContain(words(SPOKEN.at(-1) ?? ''))
  await finish(page)
  expect(await control(page, ({ violations }) => violations)).toEqual([])
  const found = await counts(page, id)
  // A sentence that two sessions share may be cut in two; none is there twice, none is lost as a whole.
  for (const count of found) expect(count).toBeLessThanOrEqual(1)
  expect(found.filter((count) => count === 1).length).toBeGreaterThanOrEqual(SPOKEN.length - 4)
})

/** Returns the texts of one page's recogniser, in order. */
const heardBy = (page: Page): Promise<string[]> =>
  control(page, ({ sessions }) => sessions.flatMap(({ finals }) => finals))
const oneText = (texts: string[]): string => texts.map(words).join(' ')
type OnDevice = Awaited<ReturnType<typeof onDevice>>
const sumOf = (devices: OnDevice[], what: keyof OnDevice): number => devices.reduce((sum, one) => sum + one[what], 0)
const scriptOf = (texts: string[]): SpeechScript['lines'] => texts.map((text) => ({ text }))

test('another screen takes over, is reloaded and finishes: every line is there once and in order, and all audio', async ({
  page,
  browser,
  engine: _,
}) => {
  // Each microphone plays the same consultation; each recogniser has words of its own for it.
  const [first, last] = [SPOKEN.slice(7), ['volte em quinze dias', 'traga o resultado do exame']]
  const late: SpeechScript = { lines: scriptOf(first), moods: [{ kind: 'late', ms: 1_500 }] }
  await page.context().addInitScript(scriptedRecognition, late)
  const ledgers = [keepLedger(page)]
  await signIn(page)
  const id = await startConsultation(page, 'Jandira do Carmo Tataraneta')
  await startRecording(page)
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'cf-connecting-ip': '198.18.252.1' } })
  await elsewhere.addInitScript(scriptedRecognition, { lines: scriptOf(SPOKEN) })
  await elsewhere.addInitScript(
    () => location.protocol.startsWith('http') && localStorage.setItem('relato-recording-advice', 'read'),
  )
  const other = await elsewhere.newPage()
  ledgers.push(keepLedger(other))
  await signIn(other)
  await other.goto(`/app/dashboard?consulta=${id}`)
  const takeOver = other.getByRole('button', { name: 'Gravar nesta tela' })
  await expect(takeOver).toBeVisible()
  const log = page.getByRole('log')
  await expect(log.getByText(readable(first[1] ?? ''))).toBeVisible({ timeout: 30_000 })
  // The recogniser hears the third sentence; its words come late.
  await expect(log.getByText((first[2] ?? '').split(' ').slice(0, 2).join(' '))).toBeVisible()
  await takeOver.click()
  await expect(page.getByText('A gravação continua em outra tela. Aqui ela foi pausada.')).toBeVisible()
  await expect(other.getByText(/^Reconhecimento neste computador/)).toBeVisible()
  await expect.poll(() => written(other), { timeout: 120_000 }).toEqual(WRITTEN)
  const [heardFirst, heardNext] = [await heardBy(page), await heardBy(other)]
  expect(heardFirst.slice(0, -1)).toEqual(first.slice(0, heardFirst.length - 1))
  // The take-over cut this one off; its words came after the other screen had begun.
  expect(first[heardFirst.length - 1]).toMatch(new RegExp(`^${heardFirst.at(-1)}( |$)`))
  expect(heardNext).toEqual(SPOKEN)

  // Its microphone is silent by now: the reload loses no word, and the room's engine hears that silence.
  await elsewhere.addInitScript(scriptedRecognition, { lines: scriptOf(last) })
  await other.reload()
  await startRecording(other)
  await expect(other.getByRole('log').getByText(readable(last[1] ?? ''))).toBeVisible({ timeout: 30_000 })
  await other.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect(other.getByText('Pausado')).toBeVisible()

  // The room has every frame of both devices. It has deleted the sound of what the pages heard.
  const pages = [page, other]
  await expect
    .poll(async () => {
      const devices = await Promise.all(pages.map((one) => onDevice(one, id)))
      // The room acknowledges to every page.
      const acknowledged = new Map(ledgers.flatMap((ledger) => [...ledger.acknowledged]))
      const stored = [...acknowledged.values()].reduce((sum, end) => sum + end, 0)
      const [recorded, waiting] = [sumOf(devices, 'recorded'), sumOf(devices, 'waiting')]
      return { takes: acknowledged.size, waiting, missing: recorded - stored }
    })
    .toEqual({ takes: 3, waiting: 0, missing: 0 })
  const sent = new Map(ledgers.flatMap((ledger) => [...ledger.sent]))
  const stored = storedFrames(id)
  expect([...stored.keys()].sort()).toEqual([...sent.keys()].sort())
  const silenced = [...stored].filter(([key, sum]) => sum !== sent.get(key))
  expect(silenced.filter(([, sum]) => sum !== sha256(new Uint8Array()))).toEqual([])
  expect(silenced.length).toBeGreaterThan(0)

  await finish(other)
  type Detail = { gaps?: unknown[]; transcriptions: { text: string }[] }
  const detail = (await (await other.request.get(`/api/consultations/${id}`)).json()) as Detail
  const all = [...heardFirst, ...heardNext, ...(await heardBy(other))]
  expect(oneText(detail.transcriptions.map(({ text }) => text))).toBe(oneText(all.map(readable)))
  expect(detail.gaps ?? []).toEqual([])
  for (const one of pages) expect(await control(one, ({ violations }) => violations)).toEqual([])
  await elsewhere.close()
})

test('two minutes of silence leave neither a line nor a gap', async ({ page }) => {
  test.setTimeout(360_000)
  await giveRecogniser(page, { moods: Array.from({ length: 40 }, () => ({ kind: 'no-speech', ms: 8_000 })) })
  await signIn(page)
  await startConsultation(page, 'Jandira do Carmo Bisneta')
  await startRecording(page)
  const log = page.getByRole('log')
  await expect(log.getByText(WRITTEN.at(-1) ?? '')).toBeVisible({ timeout: 120_000 })
  const before = await log.getByRole('listitem').count()
  await expect(page.getByRole('timer')).toHaveText(/^03:1/, { timeout: 150_000 })
  await finish(page)
  await expect(page.getByText(/sem texto reconhecido|não transcrito/)).toHaveCount(0)
  expect(await log.getByRole('listitem').count()).toBe(before)
})
