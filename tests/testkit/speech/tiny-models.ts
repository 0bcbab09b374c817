// Streaming NeMo models of a few hundred weights, in tiny-models/: they tell three tones apart and spell a word for each.
// sherpa-onnx loads and decodes them for real, so the whole path is proven; accuracy is not what they are about.
// The score of a word is the mean of its band of 80 mel filters less the mean of all; silence is flat, so the blank wins.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_RATE } from '#local/speech/recogniser.ts'

/** Tone (Hz) -> the word it is recognised as. */
export const TINY_WORDS = [
  { hertz: 500, word: 'dor' },
  { hertz: 1_500, word: 'febre' },
  { hertz: 3_500, word: 'tosse' },
] as const

const copyOf = (model: 'ctc' | 'transducer') => (directory: string) => {
  cpSync(join(import.meta.dirname, 'tiny-models', model), directory, { recursive: true })
  return directory
}
/** Writes a CTC model; the directory's name becomes the recogniser's. */
export const writeTinyCtc = copyOf('ctc')
/** Writes a transducer in three files, like the large models. */
export const writeTinyTransducer = copyOf('transducer')

/** One tone, as the models know them. */
export const tone = (hertz: number, seconds: number): Int16Array =>
  Int16Array.from(
    { length: Math.round(seconds * SAMPLE_RATE) },
    (_, i) => 8_000 * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE),
  )
