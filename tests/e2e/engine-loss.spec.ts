import { LONG } from '../testkit/full.ts'
import { SPOKEN_CONSULTATION } from '../testkit/speech/spoken-consultation.ts'
import { finish, lines, signIn, startConsultation, startRecording, words } from './doctor.ts'
import { keepLedger, sameLedger, storedFrames } from './ledger.ts'
import { type Engine, startRecogniser } from './stack.ts'
import { expect, test } from './test.ts'

let engine: Engine
test.beforeAll(async () => {
  engine = await startRecogniser()
})
test.afterAll(() => engine.stop())

test('the speech server dies mid-consultation and comes back: no frame lost, no line lost, none doubled', {
  tag: LONG,
}, async ({ page }) => {
  const ledger = keepLedger(page)
  await signIn(page)
  const id = await startConsultation(page, 'Íris de Assunção Falcão')
  await startRecording(page)
  await expect.poll(() => lines(page), { timeout: 60_000 }).toContain(SPOKEN_CONSULTATION[3].text)

  await engine.kill()
  await expect(page.getByText('O áudio está guardado; a transcrição volta em instantes')).toBeVisible()
  const before = engine
  const sent = ledger.sent.size
  // Twelve seconds of speech without an engine: two to three sentences.
  await expect.poll(() => ledger.sent.size, { timeout: 30_000 }).toBeGreaterThan(sent + 48)
  engine = await startRecogniser()
  await expect(page.getByText('O áudio está guardado; a transcrição volta em instantes')).toBeHidden({
    timeout: 60_000,
  })
  await expect.poll(() => lines(page), { timeout: 120_000 }).toContain(SPOKEN_CONSULTATION.at(-1)?.text ?? '')

  // The recorder pauses: then everything sent is acknowledged and lies in the room, bit by bit.
  await page.getByRole('button', { name: 'Pausar gravação' }).click()
  await expect(page.getByText('Pausado', { exact: true })).toBeVisible()
  await expect.poll(() => sameLedger(storedFrames(id), ledger.sent)).toBe(true)
  // The room acknowledges right after it stores.
  await expect.poll(() => [...ledger.acknowledged]).toEqual([...ledger.spoken()])
  const samples = [...ledger.spoken().values()].reduce((sum, end) => sum + end, 0)
  expect([...ledger.sent.keys()].length).toBe(Math.ceil(samples / 4_000))

  await finish(page)
  const transcript = await page.request.get(`/api/consultations/${id}`)
  const { transcriptions } = (await transcript.json()) as { transcriptions: { text: string }[] }
  const texts = transcriptions.map(({ text }) => words(text))
  const spoken = SPOKEN_CONSULTATION.map(({ text }) => words(text))
  // Each sentence that either engine recognised appears once, in spoken order; only the engines may misrecognise.
  const recognised = spoken.filter((text) => [...before.heard, ...engine.heard].some((one) => words(one) === text))
  expect(texts).toEqual(recognised)
  expect(recognised.length, `heard: ${recognised.join(' | ')}`).toBeGreaterThanOrEqual(spoken.length - 1)
})
