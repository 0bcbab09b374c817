import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Segment } from '#domain/recorder/segments.ts'
import { codedSamples, followsCode, heardSymbols } from './code.ts'
import { eventually, Stage } from './stage.ts'

const RATE = 16_000
const audio = { noiseReduction: false }
/** Segments of three seconds instead of sixty, so that a test sees several. */
const SHORT =
  'const own = setTimeout; window.setTimeout = (f, ms, ...rest) => own(f, ms === 60_000 ? 3_000 : ms, ...rest);'
const stage = new Stage({ audio, before: SHORT }, { samples: codedSamples(48_000), rate: 48_000 })
const button = (name: string) => stage.button(name)
const segments = () => stage.page.evaluate(() => window.harness.segments())

function samplesOf(wav: Buffer): number[] {
  const samples: number[] = []
  for (let at = 44; at < wav.length; at += 2) samples.push(wav.readInt16LE(at) / 32_767)
  return samples
}
const soundOf = async (some: Segment[]) =>
  samplesOf(Buffer.from(await stage.page.evaluate((all) => window.harness.wavOf(all), some), 'base64'))

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

test('[LR1] [LR2] [LR4] [LR6] segments lie where they belong on the audio clock, and are heard after a crash', async () => {
  await stage.start(80_000)
  await stage.pause()
  const first = stage.samples().length
  // In a pause a line can be heard; while the microphone hears, it would be written twice.
  stage.room.say({ id: '1-32000', text: 'Antes da pausa.', start_ms: 2_000, end_ms: 3_000 })
  const paused = stage.page.getByRole('listitem').filter({ hasText: 'Antes da pausa.' })
  const playButton = (pressed: boolean) => paused.getByRole('button', { name: 'Ouvir', pressed })
  await paused.hover()
  await playButton(false).click()
  await playButton(true).waitFor()
  await button('Retomar gravação').click()
  await stage.recorded(1, first + 20_000)
  expect(await playButton(true).count()).toBe(0)
  await paused.hover()
  await playButton(false).click()
  await stage.page.getByText('Pause a gravação para ouvir: o som entraria na consulta.').waitFor()
  await stage.recorded(1, first + 40_000)
  const dying = stage.page
  void dying.goto('chrome://crash').catch(() => undefined)
  await dying.waitForEvent('crash')
  await stage.reopen()
  await eventually(async () => expect((await segments()).length).toBeGreaterThan(2))
  const storedSegments = await segments()
  expect(storedSegments.every(({ take, mime }) => take === 1 && mime === 'audio/webm;codecs=opus')).toBe(true)
  // A new one after three seconds, and one for the run after the pause, which begins where the first run ended.
  expect(storedSegments[0]?.from).toBeLessThan(8_000)
  expect(Math.abs((storedSegments[1]?.from ?? 0) - 48_000)).toBeLessThan(8_000)
  expect(storedSegments.some(({ from }) => Math.abs(from - first) < 8_000)).toBe(true)

  const pcm = stage.samples().map((value) => value / 32_767)
  let compared = 0
  for (const segment of storedSegments.filter(({ seconds }) => seconds >= 2)) {
    // A loaded machine may starve the audio thread: where the room's own audio has a step, there is nothing to compare.
    if (!isSteady(pcm.slice(segment.from, segment.from + 44_000))) continue
    compared++
    const sound = await soundOf([segment])
    expect(Math.abs(lateness(sound, pcm, segment.from)), `segment ${segment.segment}`).toBeLessThanOrEqual(150)
  }
  expect(compared).toBeGreaterThan(0)
  // All of it, once: as long as what was recorded, but for the last second, which died with the stage.page.
  const whole = await soundOf(storedSegments)
  expect(whole.length).toBeGreaterThan(pcm.length - 2.2 * RATE)
  expect(whole.length).toBeLessThan(pcm.length + RATE)

  // A last chunk that is cut off costs itself and no more.
  const last = storedSegments[0] as Segment
  const decoded = (missing: number) =>
    stage.page.evaluate(([segment, bytes]) => window.harness.decodedWithout(segment, bytes), [
      last.segment,
      missing,
    ] as const)
  const full = await decoded(0)
  for (const missing of [1, 100, 5_000]) {
    const seconds = await decoded(missing)
    expect(seconds, `${missing} bytes missing`).toBeGreaterThan(full - 1.5)
  }

  // From the transcript: this line sounds, for as long as it is, and stops.
  stage.room.say({ id: '1-16000', text: 'Bom dia.', start_ms: 1_000, end_ms: 2_500 })
  stage.room.say({ id: '1-900000', text: 'Nunca gravada aqui.', start_ms: 60_000, end_ms: 61_000 })
  const line = stage.page.getByRole('listitem').filter({ hasText: 'Bom dia.' })
  const hear = line.getByRole('button', { name: 'Ouvir' })
  await line.hover()
  const before = Date.now()
  await hear.click()
  await eventually(async () => expect(await hear.getAttribute('aria-pressed')).toBe('true'))
  await eventually(async () => expect(await hear.getAttribute('aria-pressed')).toBe('false'))
  expect(Date.now() - before).toBeGreaterThan(1_900)

  const download = stage.page.waitForEvent('download')
  await button('Baixar áudio').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('consulta-Maria-Aparecida-Gonçalves-de-Souza-2026-03-02.wav')
  expect(samplesOf(readFileSync(await file.path()))).toHaveLength(whole.length)
})

test('[LR5] deleted when it is told, after seven days, and under a recording that still runs', async () => {
  await button('Iniciar gravação').click()
  await eventually(async () => expect((await segments())[0]?.seconds).toBeGreaterThan(1))
  // Withdrawn on another screen of this browser: what this one still brings is not kept.
  await stage.page.evaluate(() => window.harness.deleteLocalRecording())
  const then = stage.samples().length
  await stage.recorded(1, then + 40_000)
  // A machine that stalled begins a new run, which keeps its own samples.
  const slept = stage.room.said.some((message) => message.type === 'gap' && message.reason === 'asleep')
  expect((await segments()).filter(({ from }) => !slept || from < then)).toEqual([])
  await button('Pausar gravação').click()
  await button('Retomar gravação').click()
  await eventually(async () => expect((await segments()).length).toBeGreaterThan(0))
  await stage.pause()
  const day = 86_400_000
  const sweep = (now: number) => stage.page.evaluate((at) => window.harness.sweepLocalRecordings(at), now)
  await sweep(Date.now() + 6 * day)
  expect((await segments()).length).toBeGreaterThan(0)
  await sweep(Date.now() + 8 * day)
  expect(await segments()).toEqual([])
  await button('Baixar áudio').waitFor({ state: 'detached' })
})

test('[LR3] a browser that cannot record, and a device without a key: said, and the main recording goes on', async () => {
  await stage.enter({
    before: 'MediaRecorder.prototype.start = () => { throw new DOMException("x", "InvalidStateError") };',
  })
  await stage.start(16_000)
  const warningShown = () => stage.page.getByText('A cópia do áudio neste aparelho não está sendo guardada.').waitFor()
  await warningShown()
  const then = stage.samples().length
  await stage.recorded(1, then + 16_000)

  stage.room.keyless = true
  await stage.enter()
  await button('Iniciar gravação').click()
  await warningShown()
  await stage.recorded(1, 32_000)
  expect(await segments().catch(() => [])).toEqual([])
})

test('[LR1] switched off, nothing is recorded and nothing is said', async () => {
  await stage.enter({ audio: { ...audio, enabled: false } })
  await stage.start(40_000)
  expect(await segments()).toEqual([])
  expect(await stage.page.getByText('A cópia do áudio neste aparelho').count()).toBe(0)
})
