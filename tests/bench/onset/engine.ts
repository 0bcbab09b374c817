// A speech engine that takes a fixed time: so long after an onset has come to it, it says which one it was, and then as
// often the words so far.
import { type HeardWord, SAMPLE_RATE } from '#local/speech/recogniser.ts'
import { serveEngine } from '../process.ts'
import { LOUD, QUIET_S, type ShapeName, saidOf, saidUntil, shapes } from './signal.ts'

const [answers, shapeName] = process.argv.slice(2)
const answersMs = Number(answers)
const shape = shapes[shapeName as ShapeName]
/** After this much silence the text is final. */
const END_S = 0.6

/** When it heard and answered each, on the machine's clock: timers are late, and that is not the product's. */
export type Answered = { heard: number; said: number }
const answered: Answered[] = []

const wordsOf = (text: string, start: number, end: number): HeardWord[] =>
  text.split(' ').map((text) => ({ text, start, end, speaker: 0 }))

await serveEngine(
  (onEvent) => {
    let received = 0
    let loud = Number.NEGATIVE_INFINITY
    let speech: { n: number; from: number } | null = null
    const begin = (from: number) => {
      const [n, heard] = [answered.length + 1, Date.now()]
      answered.push({ heard, said: Number.NaN })
      const answer = (times: number) => {
        if (times > 1 && speech?.n !== n) return
        const seconds = (times * answersMs) / 1_000
        const text = saidUntil(seconds, n, shape)
        onEvent({ kind: 'partial', until: from + 1, words: wordsOf(text, from, from + 1) })
        if (times === 1) answered[n - 1] = { heard, said: Date.now() }
        if (text !== saidOf(n, shape)) setTimeout(answer, answersMs, times + 1)
      }
      setTimeout(answer, answersMs, 1)
      return { n, from }
    }
    return (samples) => {
      for (const sample of samples) {
        received++
        if (Math.abs(sample) <= LOUD * 32_768) continue
        if (received - loud > QUIET_S * SAMPLE_RATE) speech = begin(received / SAMPLE_RATE)
        loud = received
      }
      if (!speech || received - loud <= END_S * SAMPLE_RATE) return
      const end = received / SAMPLE_RATE
      onEvent({ kind: 'final', end, words: wordsOf(saidOf(speech.n, shape), speech.from, end), endOfSpeech: true })
      speech = null
    }
  },
  () => answered,
)
