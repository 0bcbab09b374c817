// A speech engine for measuring, as a process of its own: it takes audio, counts it, and says a line now and then.
import { type RecogniserEvent, SAMPLE_RATE } from '#local/speech/recogniser.ts'
import { hourLong } from '../testkit/long-consultation.ts'
import { Seen } from './mark.ts'
import { serveEngine } from './process.ts'

/** With `hour`: the text of a doctor and a patient in one hour, once. Without: always the same line. */
const HOUR = process.argv.includes('hour') ? hourLong() : null
/** A line every so many seconds, and what is being said once a second before. */
const LINE_SECONDS = HOUR ? 5 : 4
const LINE = 'doutora a dor de cabeça começou faz duas semanas'
const lineAt = (start: number) => HOUR?.[start / LINE_SECONDS] ?? { text: `${LINE} ${start}`, speaker: 'doctor' }

const seenFrames = new Seen()
let messages = 0
await serveEngine(
  (onEvent) => {
    let received = 0
    let lineCount = 0
    let rest: Buffer | undefined
    return (samples) => {
      rest = seenFrames.look(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), rest)
      received += samples.length
      for (; lineCount + 1 <= received / SAMPLE_RATE; lineCount++, messages++) onEvent(lineUntil(lineCount + 1))
    }
  },
  () => ({ ...seenFrames.told(), messages }),
)

function lineUntil(second: number): RecogniserEvent {
  const start = Math.floor((second - 1) / LINE_SECONDS) * LINE_SECONDS
  const { text, speaker } = lineAt(start)
  const all = text.split(' ')
  const wordSeconds = (LINE_SECONDS - 0.2) / all.length
  const words = all.slice(0, Math.ceil((all.length * (second - start)) / LINE_SECONDS)).map((word, i) => ({
    text: word,
    start: start + i * wordSeconds,
    end: start + (i + 0.9) * wordSeconds,
    speaker: speaker === 'patient' ? 1 : 0,
  }))
  if (second % LINE_SECONDS > 0) return { kind: 'partial', until: second, words }
  return { kind: 'final', end: second, words, endOfSpeech: true }
}
