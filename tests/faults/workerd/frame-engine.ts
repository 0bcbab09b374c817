import { createHash } from 'node:crypto'
import { bytesFromSamples } from '#local/speech/pcm.ts'
import { type HeardWord, type Recogniser, type RecogniserStream, SAMPLE_RATE } from '#local/speech/recogniser.ts'
import { CODED_FRAME, codedFrame } from '#tests/testkit/speech/one-word-engine.ts'

const FRAMES_PER_FINAL = 4
const MARK = 0x5a5a

/**
 * Hears a coded frame wherever it begins, as a recogniser hears a word: a segment may be cut anywhere. A part of a frame
 * at the beginning or end is no word; anything else that is no coded frame is the word `outro…`.
 */
export function frameEngine(): Recogniser {
  return {
    name: 'one-word',
    demonstration: false,
    open({ onEvent }): RecogniserStream {
      let rest = new Int16Array(0)
      let at = 0
      let unknown: number[] = []
      let words: HeardWord[] = []
      let heardOne = false
      const second = (sample: number) => sample / SAMPLE_RATE
      const settle = (to: number) => {
        if (words.length === 0) return
        onEvent({ kind: 'final', end: second(to), words, endOfSpeech: true })
        words = []
      }
      const endUnknown = () => {
        const silent = unknown.every((sample) => sample === 0)
        if (!silent && (heardOne || unknown.length >= CODED_FRAME)) words.push(unknownWord(unknown, at))
        unknown = []
      }
      return {
        accept(samples) {
          const all = new Int16Array(rest.length + samples.length)
          all.set(rest)
          all.set(samples, rest.length)
          let from = 0
          while (from + CODED_FRAME <= all.length) {
            const n = codeAt(all, from)
            if (n === null) {
              unknown.push(all[from++] as number)
              at++
              continue
            }
            endUnknown()
            heardOne = true
            words.push({ text: `quadro${n}`, start: second(at), end: second(at + CODED_FRAME) })
            from += CODED_FRAME
            at += CODED_FRAME
            if (words.length >= FRAMES_PER_FINAL) settle(at)
            else onEvent({ kind: 'partial', until: second(at), words: [...words] })
          }
          rest = all.slice(from)
        },
        flush: () => settle(at),
        async close() {
          if (unknown.length > 0) endUnknown()
          settle(at)
        },
        abort() {},
      }
    },
  }
}

const knownFrames = new Map<number, Int16Array>()

function codeAt(samples: Int16Array, from: number): number | null {
  const n = samples[from + 1] as number
  if (samples[from] !== MARK || n < 0) return null
  let frame = knownFrames.get(n)
  if (!frame) {
    frame = codedFrame(n)
    knownFrames.set(n, frame)
  }
  for (let i = 2; i < CODED_FRAME; i++) if (samples[from + i] !== frame[i]) return null
  return n
}

function unknownWord(samples: readonly number[], at: number): HeardWord {
  const hash = createHash('sha256')
    .update(bytesFromSamples(Int16Array.from(samples)))
    .digest('hex')
  const [start, end] = [(at - samples.length) / SAMPLE_RATE, at / SAMPLE_RATE]
  return { text: `outro${hash.slice(0, 12)}`, start, end }
}
