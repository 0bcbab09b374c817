// A speech engine that takes a fixed time: so long after an onset has come to it, it says which one it was.
import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { samplesFromBytes } from '#local/speech/pcm.ts'
import { results, serveEngine } from '../listen.ts'
import { LOUD, QUIET_S, saidOf } from './signal.ts'

const [answersMs = 0] = process.argv.slice(2).map(Number)
/** After this much silence the text is final. */
const END_S = 0.6

/** When it heard and answered each, on the machine's clock: timers are late, and that is not the product's. */
export type Answered = { heard: number; said: number }
const answered: Answered[] = []
let onsets = 0

const textOf = (n: number, from: number, to: number, isFinal: boolean) => {
  const [start, end] = [from / SAMPLE_RATE, to / SAMPLE_RATE]
  const words = saidOf(n).split(' ')
  return results(
    start,
    end,
    isFinal,
    words.map((word) => ({ word, start, end, speaker: 0 })),
  )
}

serveEngine({
  report: () => answered,
  listen(socket) {
    let receivedSamples = 0
    let loud = Number.NEGATIVE_INFINITY
    let speech: { n: number; from: number } | null = null
    const begin = (from: number) => {
      const [n, heard] = [++onsets, Date.now()]
      setTimeout(() => {
        socket.send(textOf(n, from, from + 1, false))
        answered[n - 1] = { heard, said: Date.now() }
      }, answersMs)
      return { n, from }
    }
    return (audio) => {
      for (const sample of samplesFromBytes(audio)) {
        receivedSamples++
        if (Math.abs(sample) <= LOUD * 32_768) continue
        if (receivedSamples - loud > QUIET_S * SAMPLE_RATE) speech = begin(receivedSamples)
        loud = receivedSamples
      }
      if (!speech || receivedSamples - loud <= END_S * SAMPLE_RATE) return
      socket.send(textOf(speech.n, speech.from, receivedSamples, true))
      speech = null
    }
  },
})
