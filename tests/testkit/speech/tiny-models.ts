// Streaming NeMo models small enough to write by hand: they tell three tones apart and spell a word for each.
// sherpa-onnx loads and decodes them for real, so the whole path is proven; accuracy is not what they are about.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_RATE } from '#local/speech/recogniser.ts'
import { attribute, inputOutput, node, type OnnxParts, onnxModel, tensor } from './onnx-writer.ts'

const MELS = 80
const WINDOW = 8
const SUBSAMPLING = 4
const FRAMES = WINDOW / SUBSAMPLING

/**
 * Tone (Hz) -> the word it is recognised as; the band is the tone's place among 80 mel filters, of either mel
 * scale.
 */
export const TINY_WORDS = [
  { hertz: 500, word: 'dor', band: [11, 18] },
  { hertz: 1_500, word: 'febre', band: [34, 39] },
  { hertz: 3_500, word: 'tosse', band: [57, 62] },
] as const

const BLANK = TINY_WORDS.length
const TOKENS = TINY_WORDS.length + 1

/** Writes a CTC model; the directory's name becomes the recogniser's. */
export function writeTinyCtc(directory: string): string {
  const { nodes, outputs, ...encoder } = toneEncoder()
  return writeModel(directory, {
    'model.onnx': {
      ...encoder,
      nodes: [...nodes, node('LogSoftmax', ['scores'], ['logprobs'], [attribute.int('axis', 2)])],
      outputs: [inputOutput('logprobs', 'float', [1, FRAMES, TOKENS]), ...outputs],
    },
  })
}

/**
 * Writes a transducer in three files, like the large models. Its decoder never emits the same word twice in a row,
 * which also keeps the joiner from emitting it for ever.
 */
export function writeTinyTransducer(directory: string): string {
  const { nodes, outputs, ...encoder } = toneEncoder()
  const last = new Float32Array(TOKENS * TOKENS)
  for (let word = 0; word < BLANK; word++) last[word * TOKENS + word] = -1_000
  const states = (suffix: string) => ['h', 'c'].map((name) => inputOutput(`${name}${suffix}`, 'float', [1, 1, 1]))
  const column = (name: string) => inputOutput(name, 'float', [1, TOKENS, 1])
  return writeModel(directory, {
    'encoder.onnx': {
      ...encoder,
      nodes: [...nodes, node('Transpose', ['scores'], ['encoded'], [attribute.ints('perm', [0, 2, 1])])],
      outputs: [inputOutput('encoded', 'float', [1, TOKENS, FRAMES]), ...outputs],
      metadata: { ...encoder.metadata, normalize_type: 'NA', pred_rnn_layers: 1, pred_hidden: 1 },
    },
    'decoder.onnx': {
      nodes: [
        node('Gather', ['last', 'targets'], ['rows']),
        node('Transpose', ['rows'], ['predicted'], [attribute.ints('perm', [0, 2, 1])]),
        node('Identity', ['target_length'], ['predicted_length']),
        ...['h', 'c'].map((name) => node('Identity', [name], [`${name}_next`])),
      ],
      initializers: [tensor.float('last', [TOKENS, TOKENS], last)],
      inputs: [inputOutput('targets', 'int32', [1, 1]), inputOutput('target_length', 'int32', [1]), ...states('')],
      outputs: [column('predicted'), inputOutput('predicted_length', 'int32', [1]), ...states('_next')],
      metadata: {},
    },
    'joiner.onnx': {
      nodes: [node('Add', ['encoder_outputs', 'decoder_outputs'], ['outputs'])],
      initializers: [],
      inputs: [column('encoder_outputs'), column('decoder_outputs')],
      outputs: [column('outputs')],
      metadata: {},
    },
  })
}

/** One tone, as the models know them. */
export function tone(hertz: number, seconds: number): Int16Array {
  return Int16Array.from(
    { length: Math.round(seconds * SAMPLE_RATE) },
    (_, i) => 8_000 * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE),
  )
}

function writeModel(directory: string, files: Record<string, OnnxParts>): string {
  mkdirSync(directory, { recursive: true })
  for (const [name, parts] of Object.entries(files)) writeFileSync(join(directory, name), onnxModel(parts))
  const tokens = [...TINY_WORDS.map(({ word }) => `▁${word}`), '<blk>']
  writeFileSync(join(directory, 'tokens.txt'), `${tokens.map((token, id) => `${token} ${id}`).join('\n')}\n`)
  return directory
}

const CACHES = ['cache_last_channel', 'cache_last_time'] as const

/** From mel features to 'scores' [1, frames, tokens], with the caches a streaming model passes along. */
function toneEncoder(): OnnxParts {
  // Score of a word = mean of its band - mean of all bands; silence is flat, so the constant of the blank wins there.
  const weights = new Float32Array(MELS * TOKENS).fill(-1 / MELS)
  const bias = new Float32Array(TOKENS)
  for (let mel = 0; mel < MELS; mel++) weights[mel * TOKENS + BLANK] = 0
  TINY_WORDS.forEach(({ band: [from, to] }, token) => {
    for (let mel = from; mel <= to; mel++) {
      const at = mel * TOKENS + token
      weights[at] = (weights[at] as number) + 1 / (to - from + 1)
    }
  })
  bias[BLANK] = 4
  const caches = (suffix: string) => [
    ...CACHES.map((name) => inputOutput(`${name}${suffix}`, 'float', [1, 1, 1, 1])),
    inputOutput(`cache_last_channel_len${suffix}`, 'int64', [1]),
  ]
  const dimensions = CACHES.flatMap((name) => [1, 2, 3].map((i) => [`${name}_dim${i}`, 1]))
  return {
    nodes: [
      node('Reshape', ['audio_signal', 'grouped'], ['groups']),
      node('ReduceMean', ['groups'], ['means'], [attribute.ints('axes', [3]), attribute.int('keepdims', 0)]),
      node('Transpose', ['means'], ['frames'], [attribute.ints('perm', [0, 2, 1])]),
      node('MatMul', ['frames', 'weights'], ['products']),
      node('Add', ['products', 'bias'], ['scores']),
      node('Div', ['length', 'subsampling'], ['encoded_lengths']),
      ...[...CACHES, 'cache_last_channel_len'].map((name) => node('Identity', [name], [`${name}_next`])),
    ],
    initializers: [
      tensor.int64('grouped', [4], [1, MELS, FRAMES, SUBSAMPLING]),
      tensor.float('weights', [MELS, TOKENS], weights),
      tensor.float('bias', [TOKENS], bias),
      tensor.int64('subsampling', [1], [SUBSAMPLING]),
    ],
    inputs: [
      inputOutput('audio_signal', 'float', [1, MELS, WINDOW]),
      inputOutput('length', 'int64', [1]),
      ...caches(''),
    ],
    outputs: [inputOutput('encoded_lengths', 'int64', [1]), ...caches('_next')],
    metadata: {
      model_type: 'tiny',
      window_size: WINDOW,
      chunk_shift: WINDOW,
      subsampling_factor: SUBSAMPLING,
      vocab_size: TINY_WORDS.length,
      ...Object.fromEntries(dimensions),
    },
  }
}
