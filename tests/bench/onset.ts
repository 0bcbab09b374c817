import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { startRecording } from '#tests/e2e/doctor.ts'
import { launchOptions } from '#tests/testkit/chromium.ts'
import { ownState, prepareBuilt, serveBuilt } from './built/serve.ts'
import { begin, signedIn } from './cost/visit.ts'
import { type Bench, type Run, side, summary } from './measure.ts'
import type { Answered } from './onset/engine.ts'
import { EVERY_S, LOUD, QUIET_S, SAID, signal } from './onset/signal.ts'
import { type Watched, watch } from './onset/watch.ts'
import { forked } from './process.ts'

const ONSETS = 40
/** The engine's own, fixed: about what a real one takes for its first words. */
const ENGINE_MS = 400
const TARGET_MS = 300
/** Until the doctor's page records, the microphone hears already. */
const BEFORE_S = 120

/** From the first sound at the microphone to the first words on the screen, less what the engine takes by itself. */
export const onset: Bench = async (run) => {
  await prepareBuilt()
  const state = ownState('onset')
  const microphone = join(state, '../microphone.wav')
  writeFileSync(microphone, signal(BEFORE_S + ONSETS * EVERY_S))
  const engine = await forked(join(import.meta.dirname, 'onset/engine.ts'), String(ENGINE_MS))
  const vars = { SPEECH_URL: `ws://127.0.0.1:${engine.port}/v1/listen` }
  const worker = await serveBuilt({ name: 'onset', entry: 'worker/plain.ts', state, vars, assets: true })
  const { url } = worker
  const browser = await chromium.launch(launchOptions(`${microphone}%noloop`))
  try {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      permissions: ['microphone'],
      // The worklet that listens beside the product's own is none of the product's scripts.
      bypassCSP: true,
    })
    await context.addInitScript(watch, { loud: LOUD, quietS: QUIET_S, said: SAID })
    const doctor = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
    const demonstration = await signedIn(url)
    await context.request.post('/api/auth/sign-in/email', { data: doctor, headers: { origin: url } })
    const page = await context.newPage()
    await page.goto(`/app/dashboard?consulta=${await begin(demonstration)}`)
    const recorded = await recordOnsets(page, run)
    return linesOf(recorded, await engine.ask<Answered[]>(), run)
  } finally {
    await browser.close()
    await worker.stop()
    await engine.stop()
  }
}

async function recordOnsets(page: Page, { quick }: Run): Promise<Watched> {
  await startRecording(page)
  const wanted = quick ? 5 : ONSETS
  const readOnsets = () => page.evaluate(() => window.onset)
  const deadline = Date.now() + (wanted + 10) * EVERY_S * 1_000
  while (Object.keys((await readOnsets()).painted).length < wanted) {
    if (Date.now() > deadline) throw new Error(`only ${JSON.stringify(await readOnsets())} came to the screen`)
    await pause(500)
  }
  return readOnsets()
}

function linesOf({ onsets, painted }: Watched, answered: readonly Answered[], { say }: Run) {
  const parts: { before: number; engine: number; after: number }[] = []
  // The first opens the engine's socket or finds it opening: recording has begun within it.
  for (const [n, at] of Object.entries(painted).slice(1)) {
    const engine = answered[Number(n) - 1]
    const began = onsets.filter((one) => engine && one <= engine.heard).at(-1)
    if (began === undefined || engine === undefined) throw new Error(`onset ${n} was painted and never heard`)
    parts.push({ before: engine.heard - began, engine: engine.said - engine.heard, after: at - engine.said })
  }
  const rest = parts.map(({ before, after }) => before + after)
  say(`${rest.length} onsets, ${EVERY_S} s apart; less the engine: ${rest.map((one) => one.toFixed(0)).join(' ')} ms`)
  const part = (name: string, read: (part: (typeof parts)[number]) => number) => side(name, 'ms', parts.map(read))
  const sides = [
    part('microphone to engine', ({ before }) => before),
    part('the engine itself', ({ engine }) => engine),
    part('engine to screen', ({ after }) => after),
  ]
  const compared =
    'Production build in Chromium with a fake microphone: from the first loud sample in an audio worklet beside the ' +
    "product's own (Chromium's capture is before it) to the frame painted with the words, less the engine's fixed time."
  return [
    {
      what: "speech onset to first partial on screen, less the engine's own time",
      unit: 'ms' as const,
      of: summary(rest),
      target: { atMost: TARGET_MS },
      compared,
      sides,
    },
  ]
}
