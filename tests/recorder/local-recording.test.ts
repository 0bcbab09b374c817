import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Segment } from '#domain/recorder/segments.ts'
import { chromiumArgs, ensureChromium } from '../testkit/chromium.ts'
import { codedSamples, followsCode, heardSymbols } from './code.ts'
import { FakeRoom } from './fake-room.ts'
import type { LocalSound } from './harness/local-sound.ts'
import { serveHarness } from './harness/serve.ts'
import { wavOf } from './tone.ts'

const PORT = 4_441
const RATE = 16_000
/** Segments of three seconds instead of sixty, so that a test sees several. */
const SHORT =
  'const own = setTimeout; window.setTimeout = (f, ms, ...rest) => own(f, ms === 60_000 ? 3_000 : ms, ...rest);'
let room = new FakeRoom()
let harness: Awaited<ReturnType<typeof serveHarness>>
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const directory = join(import.meta.dirname, '../../.local/recorder-input')
  mkdirSync(directory, { recursive: true })
  const wav = join(directory, 'code-local.wav')
  writeFileSync(wav, wavOf(codedSamples(48_000), 48_000))
  harness = await serveHarness(PORT, () => room)
  const args = chromiumArgs().concat(`--use-file-for-fake-audio-capture=${wav}`)
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? ensureChromium(), args })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await harness?.close()
})
afterEach(() => context?.close())

async function enter(audio: object = {}, before = SHORT): Promise<void> {
  room = new FakeRoom()
  context = await browser.newContext({
    permissions: ['microphone'],
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
  })
  const settings = JSON.stringify({ audio: { noiseReduction: false, ...audio } })
  await context.addInitScript(`
    localStorage.setItem('relato-settings', '${settings}')
    localStorage.setItem('relato-recording-advice', 'read')
    ${before}
  `)
  await reopen()
}
async function reopen(): Promise<void> {
  page = await context.newPage()
  await page.goto(harness.url)
}

type Harness = {
  localSound: LocalSound
  deleteLocalRecording: () => Promise<void>
  sweepLocalRecordings: (now: number) => Promise<void>
}
const inPage = <T, A>(work: (harness: Harness, argument: A) => Promise<T>, argument: A): Promise<T> =>
  page.evaluate(`(${work})(window, ${JSON.stringify(argument ?? null)})`)
const segments = () => inPage(({ localSound }) => localSound.segments(), null)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })
const recorded = (take: number, count: number) =>
  eventually(() => expect(room.takes.get(take)?.length ?? 0).toBeGreaterThan(count))
const expectAction = (action: string) => eventually(() => expect(room.said.at(-1)).toMatchObject({ action }))

function samplesOf(wav: Buffer): number[] {
  const samples: number[] = []
  for (let at = 44; at < wav.length; at += 2) samples.push(wav.readInt16LE(at) / 32_767)
  return samples
}
const soundOf = async (some: Segment[]) =>
  samplesOf(Buffer.from(await inPage(({ localSound }, all) => localSound.wav(all), some), 'base64'))

/** By how much `sound` lies later than it should in the room's audio, in ms: the shift under which most symbols agree. */
function lateness(sound: number[], pcm: number[], from: number): number {
  const [step, reach] = [160, 400]
  const mine = symbolAt(sound, 3_200)
  let best = { ms: 0, agree: -1 }
  for (let ms = -reach; ms <= reach; ms += 10) {
    let agree = 0
    for (const [n, symbol] of mine.entries()) {
      const at = from + 3_200 + n * 4 * step - Math.round((ms * RATE) / 1_000)
      if (at >= 0 && at + 800 <= pcm.length && heardSymbols(pcm.slice(at, at + 800), RATE)[0]?.symbol === symbol)
        agree++
    }
    if (agree > best.agree) best = { ms, agree }
  }
  expect(best.agree).toBeGreaterThan(mine.length * 0.8)
  return best.ms
}
/** Every symbol in its order and of its length. */
const isSteady = (pcm: number[]) => {
  const symbols = heardSymbols(pcm, RATE).slice(1, -1)
  return followsCode(symbols.map(({ symbol }) => symbol)) && symbols.every(({ looks }) => looks >= 4 && looks <= 6)
}
const symbolAt = (sound: number[], from: number) =>
  Array.from({ length: Math.floor((Math.min(sound.length, from + 40_000) - from - 800) / 640) }, (_, n) => {
    const at = from + n * 640
    return heardSymbols(sound.slice(at, at + 800), RATE)[0]?.symbol
  })

test('[LR1] [LR2] [LR4] [LR6] segments lie where they belong on the audio clock, and are heard after a crash', {
  timeout: 120_000,
}, async () => {
  await enter()
  await button('Iniciar gravação').click()
  await recorded(1, 80_000)
  await button('Pausar gravação').click()
  await expectAction('pause')
  const first = room.takes.get(1)?.length ?? 0
  // In a pause a line can be heard; while the microphone hears, it would be written twice.
  room.say({ id: '1-32000', text: 'Antes da pausa.', start_ms: 2_000, end_ms: 3_000 })
  const paused = page.getByRole('listitem').filter({ hasText: 'Antes da pausa.' })
  const playButton = (pressed: boolean) => paused.getByRole('button', { name: 'Ouvir', pressed })
  await paused.hover()
  await playButton(false).click()
  await playButton(true).waitFor()
  await button('Retomar gravação').click()
  await recorded(1, first + 20_000)
  expect(await playButton(true).count()).toBe(0)
  await paused.hover()
  await playButton(false).click()
  await page.getByText('Pause a gravação para ouvir: o som entraria na consulta.').waitFor()
  await recorded(1, first + 40_000)
  const dying = page
  void dying.goto('chrome://crash').catch(() => undefined)
  await dying.waitForEvent('crash')
  await reopen()
  await eventually(async () => expect((await segments()).length).toBeGreaterThan(2))
  const storedSegments = await segments()
  expect(storedSegments.every(({ take, mime }) => take === 1 && mime === 'audio/webm;codecs=opus')).toBe(true)
  // A new one after three seconds, and one for the run after the pause, which begins where the first run ended.
  expect(storedSegments[0]?.from).toBeLessThan(8_000)
  expect(Math.abs((storedSegments[1]?.from ?? 0) - 48_000)).toBeLessThan(8_000)
  expect(storedSegments.some(({ from }) => Math.abs(from - first) < 8_000)).toBe(true)

  const pcm = (room.takes.get(1) ?? []).map((value) => value / 32_767)
  let compared = 0
  for (const segment of storedSegments.filter(({ seconds }) => seconds >= 2)) {
    // A loaded machine may starve the audio thread: where the room's own audio has a step, there is nothing to compare.
    if (!isSteady(pcm.slice(segment.from, segment.from + 44_000))) continue
    compared++
    const sound = await soundOf([segment])
    expect(Math.abs(lateness(sound, pcm, segment.from)), `segment ${segment.segment}`).toBeLessThanOrEqual(150)
  }
  expect(compared).toBeGreaterThan(0)
  // All of it, once: as long as what was recorded, but for the last second, which died with the page.
  const whole = await soundOf(storedSegments)
  expect(whole.length).toBeGreaterThan(pcm.length - 2.2 * RATE)
  expect(whole.length).toBeLessThan(pcm.length + RATE)

  // A last chunk that is cut off costs itself and no more.
  const last = storedSegments[0] as Segment
  const decoded = (missing: number) =>
    inPage(({ localSound }, [segment, bytes]) => localSound.decodedWithout(segment, bytes), [last.segment, missing] as [
      number,
      number,
    ])
  const full = await decoded(0)
  for (const missing of [1, 100, 5_000]) {
    const seconds = await decoded(missing)
    expect(seconds, `${missing} bytes missing`).toBeGreaterThan(full - 1.5)
  }

  // From the transcript: this line sounds, for as long as it is, and stops.
  room.say({ id: '1-16000', text: 'Bom dia.', start_ms: 1_000, end_ms: 2_500 })
  room.say({ id: '1-900000', text: 'Nunca gravada aqui.', start_ms: 60_000, end_ms: 61_000 })
  const line = page.getByRole('listitem').filter({ hasText: 'Bom dia.' })
  const hear = line.getByRole('button', { name: 'Ouvir' })
  await line.hover()
  const before = Date.now()
  await hear.click()
  await eventually(async () => expect(await hear.getAttribute('aria-pressed')).toBe('true'))
  await eventually(async () => expect(await hear.getAttribute('aria-pressed')).toBe('false'))
  expect(Date.now() - before).toBeGreaterThan(1_900)

  const download = page.waitForEvent('download')
  await button('Baixar áudio').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('consulta-Maria-Aparecida-Gonçalves-de-Souza-2026-03-02.wav')
  expect(samplesOf(readFileSync(await file.path()))).toHaveLength(whole.length)
})

test('[LR5] deleted when it is told, after seven days, and under a recording that still runs', {
  timeout: 60_000,
}, async () => {
  await enter()
  await button('Iniciar gravação').click()
  await eventually(async () => expect((await segments())[0]?.seconds).toBeGreaterThan(1))
  // Withdrawn on another screen of this browser: what this one still brings is not kept.
  await inPage(({ deleteLocalRecording }) => deleteLocalRecording(), null)
  const then = room.takes.get(1)?.length ?? 0
  await recorded(1, then + 40_000)
  // A machine that stalled begins a new run, which keeps its own samples.
  const slept = room.said.some((message) => message.type === 'gap' && message.reason === 'asleep')
  expect((await segments()).filter(({ from }) => !slept || from < then)).toEqual([])
  await button('Pausar gravação').click()
  await button('Retomar gravação').click()
  await eventually(async () => expect((await segments()).length).toBeGreaterThan(0))
  await button('Pausar gravação').click()
  await expectAction('pause')
  const day = 86_400_000
  const sweep = (now: number) => inPage(({ sweepLocalRecordings }, at) => sweepLocalRecordings(at), now)
  await sweep(Date.now() + 6 * day)
  expect((await segments()).length).toBeGreaterThan(0)
  await sweep(Date.now() + 8 * day)
  expect(await segments()).toEqual([])
  await button('Baixar áudio').waitFor({ state: 'detached' })
})

test('[LR3] a browser that cannot record, and a device without a key: said, and the main recording goes on', {
  timeout: 60_000,
}, async () => {
  await enter({}, 'MediaRecorder.prototype.start = () => { throw new DOMException("x", "InvalidStateError") };')
  await button('Iniciar gravação').click()
  await recorded(1, 16_000)
  const warningShown = () => page.getByText('A cópia do áudio neste aparelho não está sendo guardada.').waitFor()
  await warningShown()
  const then = room.takes.get(1)?.length ?? 0
  await recorded(1, then + 16_000)
  await context.close()

  await enter()
  room.keyless = true
  await page.reload()
  await button('Iniciar gravação').click()
  await warningShown()
  await recorded(1, 32_000)
  expect(await segments().catch(() => [])).toEqual([])
})

test('[LR1] switched off, nothing is recorded and nothing is said', { timeout: 60_000 }, async () => {
  await enter({ enabled: false })
  await button('Iniciar gravação').click()
  await recorded(1, 40_000)
  expect(await segments()).toEqual([])
  expect(await page.getByText('A cópia do áudio neste aparelho').count()).toBe(0)
})
