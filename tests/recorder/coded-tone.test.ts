import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Leveller } from '#domain/recorder/leveller.ts'
import { chromiumArgs, ensureChromium } from '../testkit/chromium.ts'
import { FULL } from '../testkit/full.ts'
import { codedSamples, followsCode, heardSymbols, longestInCode } from './code.ts'
import { FakeRoom } from './fake-room.ts'
import { serveHarness } from './harness/serve.ts'
import { resampled, tappedRuns } from './tapped.ts'
import { wavOf } from './tone.ts'

const PORT = 4_440
let room = new FakeRoom()
let harness: Awaited<ReturnType<typeof serveHarness>>
beforeAll(async () => {
  harness = await serveHarness(PORT, () => room)
}, 120_000)
afterAll(() => harness?.close())

async function openAt(
  rate: number,
  level: number,
  autoAdjustVolume: boolean,
): Promise<{ browser: Browser; page: Page }> {
  const directory = join(import.meta.dirname, '../../.local/recorder-input')
  mkdirSync(directory, { recursive: true })
  const wav = join(directory, `code-${rate}-${level}.wav`)
  writeFileSync(wav, wavOf(codedSamples(rate, level, autoAdjustVolume), rate))
  const args = chromiumArgs().concat(`--use-file-for-fake-audio-capture=${wav}`)
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? ensureChromium(), args })
  const context = await browser.newContext({ permissions: ['microphone'], locale: 'pt-BR' })
  // Suppression takes a steady tone for noise, as it should.
  const settings = JSON.stringify({ audio: { noiseReduction: false, autoAdjustVolume } })
  await context.addInitScript((text) => {
    localStorage.setItem('relato-settings', text)
    localStorage.setItem('relato-recording-advice', 'read')
  }, settings)
  // The browser's own gain would now and then leave the levelling nothing to do.
  await context.addInitScript(() => {
    const { getUserMedia } = MediaDevices.prototype
    MediaDevices.prototype.getUserMedia = function (constraints) {
      const audio = { ...(constraints?.audio as MediaTrackConstraints), autoGainControl: false }
      return getUserMedia.call(this, { audio })
    }
  })
  const page = await context.newPage()
  await page.goto(`${harness.url}/?rate=${rate}`)
  return { browser, page }
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 50 })
const symbolsIn = (samples: ArrayLike<number>, rate: number) =>
  heardSymbols(samples, rate)
    .slice(1, -1)
    .map(({ symbol }) => symbol)

const COMMON = [
  [44_100, 'as it is', 0.4],
  [48_000, 'quiet and levelled', 0.01],
] as const
const OTHERS = [
  [48_000, 'as it is', 0.4],
  [16_000, 'as it is', 0.4],
] as const

/** Proof: from the microphone to the room no sample is lost, doubled, moved or changed, over a pause too. */
test.each(FULL ? [...COMMON, ...OTHERS] : COMMON)(
  'a coded tone through microphone, worklet, queue and room is exact to the sample but for the resampling, at %i Hz, %s',
  { timeout: 90_000 },
  async (rate, how, level) => {
    const levelled = how === 'quiet and levelled'
    room = new FakeRoom()
    const { browser, page } = await openAt(rate, level, levelled)
    const stored = () => room.takes.get(1)?.length ?? 0
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    try {
      await button('Iniciar gravação').click()
      await eventually(() => expect(stored()).toBeGreaterThan(70_000))
      await button('Pausar gravação').click()
      await eventually(() => expect(room.said.at(-1)).toMatchObject({ action: 'pause' }))
      const first = stored()
      await button('Retomar gravação').click()
      await eventually(() => expect(stored()).toBeGreaterThan(first + 90_000))
      await button('Pausar gravação').click()
      await eventually(() => expect(room.said.at(-1)).toMatchObject({ action: 'pause' }))

      const inputRuns = await tappedRuns(page)
      expect(inputRuns).toHaveLength(2)
      // Our resampler's output for exactly these samples, run by run: the room may contain nothing else.
      const leveller = new Leveller()
      const wanted = inputRuns.map((samples) => {
        const plain = resampled(samples, rate)
        if (!levelled) return [...plain]
        const raised = [...leveller.push(plain), ...leveller.flush()]
        expect(raised.some((value, i) => Math.abs(value) > 1.5 * Math.abs(plain[i] as number) + 10)).toBe(true)
        return raised
      })
      const pcm = room.takes.get(1) as number[]
      expect([room.takes.size, first, pcm.length]).toEqual([
        1,
        wanted[0]?.length,
        inputRuns.reduce((sum, { length }) => sum + Math.ceil((length * 16_000) / rate), 0),
      ])
      const differs = wanted.flat().findIndex((value, i) => value !== pcm[i])
      expect(differs, 'first sample that is not the one the microphone gave').toBe(-1)

      // And it is the code, symbol by symbol: all of it, unless the fake microphone itself stuttered for want of time.
      const parts = [pcm.slice(0, first), pcm.slice(first)]
      for (const [i, part] of parts.entries()) {
        const symbols = symbolsIn(part, 16_000)
        const gave = symbolsIn(inputRuns[i] as Float32Array, rate)
        expect(symbols.length).toBeGreaterThan(14)
        expect(followsCode(symbols), symbols.join(' ')).toBe(followsCode(gave))
        expect(longestInCode(symbols), symbols.join(' ')).toBeGreaterThan(7)
      }
    } finally {
      await browser.close()
    }
  },
)
