// A speech engine for measuring, as a process of its own: it takes audio, counts it, and says a line now and then.
import { hourLong } from '../testkit/long-consultation.ts'
import { results, serveEngine } from './listen.ts'
import { Seen } from './mark.ts'

const SECOND = 32_000
/** With `hour`: the text of a doctor and a patient in one hour, once. Without: always the same line. */
const HOUR = process.argv.includes('hour') ? hourLong() : null
/** A line every so many seconds, and what is being said once a second before. */
const LINE_SECONDS = HOUR ? 5 : 4
const LINE = 'doutora a dor de cabeça começou faz duas semanas'
const lineAt = (start: number) => HOUR?.[start / LINE_SECONDS] ?? { text: `${LINE} ${start}`, speaker: 'doctor' }

const seenFrames = new Seen()
let messages = 0
serveEngine({
  report: () => ({ ...seenFrames.told(), messages }),
  hearWhole: (audio) => seenFrames.look(audio),
  listen(socket) {
    let receivedBytes = 0
    let lineCount = 0
    let rest: Buffer | undefined
    return (audio) => {
      rest = seenFrames.look(audio, rest)
      receivedBytes += audio.byteLength
      for (; lineCount + 1 <= receivedBytes / SECOND; lineCount++, messages++) socket.send(lineUntil(lineCount + 1))
    }
  },
})

function lineUntil(second: number): string {
  const start = Math.floor((second - 1) / LINE_SECONDS) * LINE_SECONDS
  const { text, speaker } = lineAt(start)
  const all = text.split(' ')
  const wordSeconds = (LINE_SECONDS - 0.2) / all.length
  const words = all.slice(0, Math.ceil((all.length * (second - start)) / LINE_SECONDS)).map((word, i) => ({
    word,
    start: start + i * wordSeconds,
    end: start + (i + 0.9) * wordSeconds,
    speaker: speaker === 'patient' ? 1 : 0,
  }))
  return results(start, second, second % LINE_SECONDS === 0, words)
}
