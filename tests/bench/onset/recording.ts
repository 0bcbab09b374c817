import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { startRecording } from '#tests/e2e/doctor.ts'
import { launchOptions } from '#tests/testkit/chromium.ts'
import { type SpeechScript, scriptedRecognition } from '#tests/testkit/speech/scripted-recognition.ts'
import { ownState, prepareBuilt, serveBuilt } from '../built/serve.ts'
import { begin, signedIn } from '../cost/visit.ts'
import { forked } from '../process.ts'
import type { Answered } from './engine.ts'
import { LOUD, QUIET_S, SAID, type ShapeName, saidOf, shapes, signal } from './signal.ts'
import { watch } from './watch.ts'

/** The engine's own, fixed: about what a real one takes for its first words. */
const ENGINE_MS = 400
/** Until the doctor's page records, the microphone hears already. */
const BEFORE_S = 120
/** Lines that the recogniser of a page can write. */
const LINES = 500

type Recording = {
  /** A page of its own that records a consultation of its own, heard by this engine. The microphone starts at 0. */
  record(engine: 'server' | 'device'): Promise<Page>
  url: string
  answered(): Promise<Answered[]>
}

/** The production build, an engine, and Chromium whose microphone repeats one utterance. */
export async function withRecording<T>(
  name: string,
  { shape: shapeName, seconds }: { shape: ShapeName; seconds: number },
  measure: (recording: Recording) => Promise<T>,
): Promise<T> {
  await prepareBuilt()
  const shape = shapes[shapeName]
  const state = ownState(name)
  const microphone = join(state, '../microphone.wav')
  writeFileSync(microphone, signal(BEFORE_S + Math.ceil(seconds), shape))
  const engine = await forked(join(import.meta.dirname, 'engine.ts'), String(ENGINE_MS), shapeName)
  const vars = { SPEECH_URL: `ws://127.0.0.1:${engine.port}/v1/listen` }
  const worker = await serveBuilt({ name, entry: 'worker/plain.ts', state, vars, assets: true })
  const { url } = worker
  const browser = await chromium.launch(launchOptions(`${microphone}%noloop`))
  const lines = Array.from({ length: LINES }, (_, i) => ({ text: saidOf(i + 1, shape), seconds: shape.voicedS }))
  const record: Recording['record'] = async (heardBy) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      permissions: ['microphone'],
      // The worklet that listens beside the product's own is none of the product's scripts.
      bypassCSP: true,
    })
    await context.addInitScript(watch, { loud: LOUD, quietS: QUIET_S, said: SAID })
    // Both pages have the recogniser's ear, so that its load on the machine is the same.
    const script: SpeechScript = { lines, availability: heardBy === 'device' ? 'available' : 'unavailable' }
    await context.addInitScript(scriptedRecognition, script)
    const doctor = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
    const demonstration = await signedIn(url)
    await context.request.post('/api/auth/sign-in/email', { data: doctor, headers: { origin: url } })
    const page = await context.newPage()
    await page.goto(`/app/dashboard?consulta=${await begin(demonstration)}`)
    await startRecording(page)
    return page
  }
  try {
    return await measure({ record, url, answered: () => engine.ask<Answered[]>() })
  } finally {
    await browser.close()
    await worker.stop()
    await engine.stop()
  }
}
