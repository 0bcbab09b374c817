import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** Git-ignored; relative to the project's root. */
export const MODELS_DIR = resolve(import.meta.dirname, '../../.local/speech/models')

export interface ModelRelease {
  name: string
  url: string
  /** A description for the question before a download. */
  about: string
}

const release = (name: string, about: string): ModelRelease => ({
  name,
  url: `https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/${name}.tar.bz2`,
  about,
})

export const MODEL_RELEASES: readonly [ModelRelease, ...ModelRelease[]] = [
  release(
    'sherpa-onnx-nemotron-3.5-asr-streaming-0.6b-560ms-int8-2026-06-11',
    'cerca de 650 MB, usa cerca de 1 GB de memória',
  ),
]
export const DEFAULT_MODEL = MODEL_RELEASES[0].name

/** Files of a model directory, as sherpa-onnx names them. */
export type ModelFiles =
  | { kind: 'transducer'; tokens: string; encoder: string; decoder: string; joiner: string }
  | { kind: 'ctc'; tokens: string; model: string }

export class ModelError extends Error {
  override name = 'ModelError'
}

/** Checks the files first: sherpa-onnx ends the whole process when one is missing or of another kind. */
export function filesOfModel(directory: string): ModelFiles {
  if (!existsSync(directory)) throw new ModelError(`O modelo de fala não está em ${directory}.`)
  const names = readdirSync(directory).sort()
  const find = (part: string) => {
    const candidates = names.filter((name) => name.startsWith(part) && name.endsWith('.onnx'))
    const chosen = candidates.find((name) => name.includes('int8')) ?? candidates[0]
    return chosen && join(directory, chosen)
  }
  const tokens = join(directory, 'tokens.txt')
  if (!existsSync(tokens)) throw new ModelError(`Falta tokens.txt em ${directory}.`)
  const [encoder, decoder, joiner, model] = [find('encoder'), find('decoder'), find('joiner'), find('model')]
  if (encoder && decoder && joiner) {
    if (!basename(directory).includes('streaming')) {
      throw new ModelError(`${basename(directory)} não reconhece em tempo real: use um modelo "streaming".`)
    }
    return { kind: 'transducer', tokens, encoder, decoder, joiner }
  }
  if (model) return { kind: 'ctc', tokens, model }
  throw new ModelError(`Não há um modelo de fala completo em ${directory}.`)
}

/** The folder of a model, by its name in the usual place or by path. */
export function modelDirectory(nameOrDirectory: string): string {
  const named = join(MODELS_DIR, nameOrDirectory)
  return existsSync(named) ? named : resolve(nameOrDirectory)
}
