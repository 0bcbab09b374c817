// Engine for the fault ledger: every frame of 250 ms becomes one word, so that a frame lost, doubled, reordered or
// changed by one bit shows in the text.
import { createHash } from 'node:crypto'
import { bytesFromSamples } from '#local/speech/pcm.ts'
import { type HeardWord, type Recogniser, type RecogniserStream, SAMPLE_RATE } from '#local/speech/recogniser.ts'

export const CODED_FRAME = 4_000
const FRAME_S = CODED_FRAME / SAMPLE_RATE
const MARK = 0x5a5a

/** Frame number `n` (0 to 32,767): a mark, the number, and samples that follow from it. */
export function codedFrame(n: number): Int16Array {
  const frame = new Int16Array(CODED_FRAME)
  let state = n + 1
  for (let i = 0; i < CODED_FRAME; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
    frame[i] = state >> 16
  }
  frame[0] = MARK
  frame[1] = n
  return frame
}

export const codedAudio = (from: number, count: number): Int16Array => {
  const audio = new Int16Array(count * CODED_FRAME)
  for (let i = 0; i < count; i++) audio.set(codedFrame(from + i), i * CODED_FRAME)
  return audio
}

/** `quadro7` for an untouched coded frame, else a word made of the frame's sha256. */
export function wordOfFrame(frame: Int16Array): string {
  const n = frame[1] as number
  if (frame[0] === MARK && n >= 0 && Buffer.compare(bytesFromSamples(frame), bytesFromSamples(codedFrame(n))) === 0) {
    return `quadro${n}`
  }
  return `outro${createHash('sha256').update(bytesFromSamples(frame)).digest('hex').slice(0, 12)}`
}

export interface OneWordOptions {
  /** A final comes after this many frames. */
  framesPerFinal?: number
}

export function oneWordEngine({ framesPerFinal = 4 }: OneWordOptions = {}): Recogniser {
  return {
    name: 'one-word',
    demonstration: false,
    open({ onEvent }): RecogniserStream {
      let rest = new Int16Array(0)
      let frames = 0
      let words: HeardWord[] = []
      const settle = () => {
        if (words.length === 0) return
        onEvent({ kind: 'final', end: frames * FRAME_S, words, endOfSpeech: true })
        words = []
      }
      return {
        accept(samples) {
          const all = new Int16Array(rest.length + samples.length)
          all.set(rest)
          all.set(samples, rest.length)
          let at = 0
          for (; at + CODED_FRAME <= all.length; at += CODED_FRAME) {
            const text = wordOfFrame(all.subarray(at, at + CODED_FRAME))
            words.push({ text, start: frames * FRAME_S, end: (frames + 1) * FRAME_S })
            frames += 1
            if (words.length === framesPerFinal) settle()
            else onEvent({ kind: 'partial', until: frames * FRAME_S, words: [...words] })
          }
          rest = all.slice(at)
        },
        flush: settle,
        async close() {
          settle()
        },
        abort() {},
      }
    },
  }
}
