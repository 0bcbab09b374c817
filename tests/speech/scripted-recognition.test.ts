import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as device from '#app/features/recording/device/device-speech.ts'
import { writeWav } from '#local/speech/pcm.ts'
import { launchOptions } from '../testkit/chromium.ts'
import { type SpeechControl, type SpeechMood, scriptedRecognition } from '../testkit/speech/scripted-recognition.ts'
import { SPOKEN_CONSULTATION, speak } from '../testkit/speech/spoken-consultation.ts'

type Hearing = { results: string[]; places: [at: number, to: number][]; control: SpeechControl }
type PageGlobals = { device: typeof device; __speech: SpeechControl }

const { samples, sampleRate, lines } = speak(SPOKEN_CONSULTATION.slice(0, 2))
const directory = mkdtempSync(join(tmpdir(), 'scripted-'))
let browser: Browser
let code = ''

beforeAll(async () => {
  const wav = join(directory, 'microphone.wav')
  writeFileSync(wav, writeWav(samples, sampleRate))
  browser = await chromium.launch(launchOptions(`${wav}%noloop`))
  const entry = 'app/features/recording/device/device-speech.ts'
  const lib = { entry, name: 'device', formats: ['iife' as const], fileName: 'device' }
  const bundle = await build({ configFile: false, logLevel: 'error', build: { lib, write: false } })
  code = [bundle].flat().flatMap((one) => ('output' in one ? one.output[0].code : []))[0] ?? ''
})
afterAll(async () => {
  await browser?.close()
  rmSync(directory, { recursive: true, force: true })
})

async function openPage(moods: SpeechMood[]): Promise<Page> {
  const context = await browser.newContext({ permissions: ['microphone'] })
  const page = await context.newPage()
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }),
  )
  const script = { lines: lines.map(({ text, start, end }) => ({ text, seconds: end - start })), moods }
  await page.addInitScript(scriptedRecognition, script)
  await page.goto('http://localhost/')
  await page.addScriptTag({ content: code })
  return page
}

/** Hears the whole file by the product's own class. Places are seconds since the microphone opened. */
async function hear(moods: SpeechMood[]): Promise<Hearing> {
  const page = await openPage(moods)
  const result = await page.evaluate(
    async (ms) => {
      const globals = window as unknown as PageGlobals
      const [track] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks()
      if (!track) throw new Error('no track')
      const begin = performance.now()
      const results: string[] = []
      const places: [number, number][] = []
      const speech = new globals.device.DeviceSpeech({
        position: () => Math.round((performance.now() - begin) * 16),
        emit: (report) => {
          if (report.type !== 'result' || !report.text) return
          results.push(report.text)
          places.push([report.at / 16_000, report.to / 16_000])
        },
        phrases: () => [],
      })
      speech.run(1, track)
      await new Promise((resolve) => setTimeout(resolve, ms))
      await speech.halt()
      return { results, places, control: JSON.parse(JSON.stringify(globals.__speech)) as SpeechControl }
    },
    (samples.length / sampleRate) * 1_000,
  )
  await page.context().close()
  return result
}

test('writes a line for each utterance of the microphone, and the product places it', async () => {
  const { results, places, control } = await hear([])
  expect([results, control.violations]).toEqual([lines.map(({ text }) => text), []])
  for (const [n, [at, to]] of places.entries()) {
    expect(Math.abs(at - (lines[n]?.start ?? 0))).toBeLessThan(0.8)
    expect(to).toBeGreaterThan(lines[n]?.end ?? 0)
  }
})

test('a session that is renewed inside a line hears the rest of its words, and no word twice', async () => {
  const inside = ((lines[1]?.start ?? 0) + (lines[1]?.end ?? 0)) * 500
  const { results, control } = await hear([{ kind: 'ends', ms: inside }])
  const [first = '', second = ''] = results
  expect(first).toBe(lines[0]?.text)
  expect([second.length > 0, lines[1]?.text.endsWith(second), lines[1]?.text === second]).toEqual([true, true, false])
  expect([results.length, control.sessions.length]).toEqual([2, 2])
})

test('refuses and records a start that does not ask for recognition on the device', async () => {
  const page = await openPage([])
  const [name, violations] = await page.evaluate(async () => {
    const { SpeechRecognition, __speech } = window as unknown as PageGlobals & {
      SpeechRecognition: new () => { start(track: MediaStreamTrack): void }
    }
    const [track] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks()
    try {
      new SpeechRecognition().start(track as MediaStreamTrack)
    } catch (error) {
      return [(error as Error).name, __speech.violations]
    }
    return ['', __speech.violations]
  })
  await page.context().close()
  expect([name, violations]).toEqual(['NotAllowedError', ['started for a server']])
})
