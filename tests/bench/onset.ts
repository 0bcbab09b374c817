import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { SpeechControl } from '#tests/testkit/speech/scripted-recognition.ts'
import { type Bench, type Line, percentile, type Run, side, summary } from './measure.ts'
import type { Answered } from './onset/engine.ts'
import { withRecording } from './onset/recording.ts'
import { saidOf, shapes } from './onset/signal.ts'
import type { Watched } from './onset/watch.ts'

const ONSETS = 40
const { everyS: EVERY_S } = shapes.onset
const TARGET_MS = 300
const DEVICE_TARGET_MS = 100

/** From the first sound at the microphone to the first words on the screen, less what the recogniser takes by itself. */
export const onset: Bench = (run) =>
  withRecording('onset', { shape: 'onset', seconds: ONSETS * EVERY_S }, async ({ record, answered }) => {
    const server = await record('server')
    const serverOnsets = await recordOnsets(server, run)
    const engine = await answered()
    await server.context().close()
    const device = await record('device')
    const { painted } = await recordOnsets(device, run)
    const writes = (await device.evaluate('window.__speech.writes')) as SpeechControl['writes']
    return [...linesOf(serverOnsets, engine, run), deviceLine(painted, writes, run)]
  })

async function recordOnsets(page: Page, { quick }: Run): Promise<Watched> {
  const wanted = quick ? 5 : ONSETS
  const readOnsets = () => page.evaluate(() => window.onset)
  const deadline = Date.now() + (wanted + 10) * EVERY_S * 1_000
  while (Object.keys((await readOnsets()).painted).length < wanted) {
    if (Date.now() > deadline) throw new Error(`only ${JSON.stringify(await readOnsets())} came to the screen`)
    await pause(500)
  }
  return readOnsets()
}

/** The product begins where the browser has given it the first words of an utterance. */
function deviceLine(painted: Watched['painted'], writes: SpeechControl['writes'], { say }: Run): Line {
  const own = Object.entries(painted).map(([n, at]) => {
    const written = writes.find(({ text }) => text === saidOf(Number(n)))
    if (!written) throw new Error(`onset ${n} was painted and never written`)
    return at - written.at
  })
  say(`${own.length} onsets heard on the device; of them ours: ${own.map((one) => one.toFixed(0)).join(' ')} ms`)
  return {
    what: 'the same on the device, p95',
    unit: 'ms',
    of: summary([percentile(own, 0.95)]),
    target: { atMost: DEVICE_TARGET_MS },
    compared:
      'The same build, room and signal with a scripted SpeechRecognition: from its first result for an utterance to the ' +
      'frame painted with the words, which come back from the room.',
    sides: [side('recogniser to screen', 'ms', own)],
  }
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
