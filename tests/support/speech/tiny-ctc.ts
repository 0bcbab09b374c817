// A streaming NeMo-CTC model small enough to write by hand: it tells three tones apart and spells a word for each.
// sherpa-onnx loads and decodes it for real, so the whole path is proven; accuracy is not what it is about.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_RATE } from '#local/speech/recogniser.ts'
import { attribute, inputOutput, node, onnxModel, tensor } from './onnx-writer.ts'

const MELS = 80
const WINDOW = 8
const SUBSAMPLING = 4

/** Tone (Hz) -> the word it is heard as; the band is where that tone falls among the 80 mel filters. */
export const TINY_WORDS = [
  { hertz: 500, word: 'dor', band: [13, 18] },
  { hertz: 1_500, word: 'febre', band: [34, 39] },
  { hertz: 3_500, word: 'tosse', band: [57, 62] },
] as const

const VOCABULARY = TINY_WORDS.length
const BLANK = VOCABULARY

/** Writes model.onnx and tokens.txt; the directory's name becomes the recogniser's. */
export function writeTinyCtc(directory: string): string {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'model.onnx'), tinyModel())
  const tokens = [...TINY_WORDS.map(({ word }) => `▁${word}`), '<blk>']
  writeFileSync(join(directory, 'tokens.txt'), `${tokens.map((token, id) => `${token} ${id}`).join('\n')}\n`)
  return directory
}

/** One tone, as the model knows them. */
export function tone(hertz: number, seconds: number): Int16Array {
  return Int16Array.from(
    { length: Math.round(seconds * SAMPLE_RATE) },
    (_, i) => 8_000 * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE),
  )
}

function tinyModel(): Uint8Array {
  // logit of a word = mean of its band - mean of all bands; silence is flat, so the constant of the blank wins there.
  const weights = new Float32Array(MELS * (VOCABULARY + 1)).fill(-1 / MELS)
  const bias = new Float32Array(VOCABULARY + 1)
  for (let mel = 0; mel < MELS; mel++) weights[mel * (VOCABULARY + 1) + BLANK] = 0
  TINY_WORDS.forEach(({ band: [from, to] }, token) => {
    for (let mel = from; mel <= to; mel++) {
      const at = mel * (VOCABULARY + 1) + token
      weights[at] = (weights[at] as number) + 1 / (to - from + 1)
    }
  })
  bias[BLANK] = 4
  return onnxModel({
    nodes: [
      node('Reshape', ['audio_signal', 'grouped'], ['groups']),
      node('ReduceMean', ['groups'], ['means'], [attribute.ints('axes', [3]), attribute.int('keepdims', 0)]),
      node('Transpose', ['means'], ['frames'], [attribute.ints('perm', [0, 2, 1])]),
      node('MatMul', ['frames', 'weights'], ['scores']),
      node('Add', ['scores', 'bias'], ['logits']),
      node('LogSoftmax', ['logits'], ['logprobs'], [attribute.int('axis', 2)]),
      node('Div', ['length', 'subsampling'], ['encoded_lengths']),
      node('Identity', ['cache_last_channel'], ['cache_last_channel_next']),
      node('Identity', ['cache_last_time'], ['cache_last_time_next']),
      node('Identity', ['cache_last_channel_len'], ['cache_last_channel_len_next']),
    ],
    initializers: [
      tensor.int64('grouped', [4], [1, MELS, WINDOW / SUBSAMPLING, SUBSAMPLING]),
      tensor.float('weights', [MELS, VOCABULARY + 1], weights),
      tensor.float('bias', [VOCABULARY + 1], bias),
      tensor.int64('subsampling', [1], [SUBSAMPLING]),
    ],
    inputs: [
      inputOutput('audio_signal', 'float', [1, MELS, WINDOW]),
      inputOutput('length', 'int64', [1]),
      inputOutput('cache_last_channel', 'float', [1, 1, 1, 1]),
      inputOutput('cache_last_time', 'float', [1, 1, 1, 1]),
      inputOutput('cache_last_channel_len', 'int64', [1]),
    ],
    outputs: [
      inputOutput('logprobs', 'float', [1, WINDOW / SUBSAMPLING, VOCABULARY + 1]),
      inputOutput('encoded_lengths', 'int64', [1]),
      inputOutput('cache_last_channel_next', 'float', [1, 1, 1, 1]),
      inputOutput('cache_last_time_next', 'float', [1, 1, 1, 1]),
      inputOutput('cache_last_channel_len_next', 'int64', [1]),
    ],
    metadata: {
      model_type: 'EncDecCTCModelBPE',
      window_size: WINDOW,
      chunk_shift: WINDOW,
      subsampling_factor: SUBSAMPLING,
      vocab_size: VOCABULARY,
      cache_last_channel_dim1: 1,
      cache_last_channel_dim2: 1,
      cache_last_channel_dim3: 1,
      cache_last_time_dim1: 1,
      cache_last_time_dim2: 1,
      cache_last_time_dim3: 1,
    },
  })
}
