// Asks a language model's server on this machine which models it has. It changes no setting.
import { z } from 'zod/mini'
import { isLocalHost } from '#domain/configuration.ts'

/** The address at which Ollama listens unless OLLAMA_HOST names another. */
export const OLLAMA = 'http://127.0.0.1:11434'
/** Named in the README, the better one first. Neither of them thinks before it answers. */
export const RECOMMENDED = ['gemma3:12b', 'gemma3:4b'] as const
/** Longer than a server on this machine needs, and shorter than the rest of the start. */
const PATIENCE_MS = 500
/** The largest file, in bytes, of a model that a laptop with 16 GB can run. */
const LAPTOP_BYTES = 10e9

/** `isRemote`: Ollama sends its requests to a cloud. `thinks`: it reasons at length before each answer. */
/** `size` in bytes; `writes`: it writes text; `thinks`: it reasons before it answers; `isRemote`: it runs elsewhere. */
export type LocalModel = { name: string; size: number; isRemote: boolean; writes: boolean; thinks: boolean }
/** `other`: answered, but not as Ollama does. `silent`: no answer in time. */
export type ModelServer = { kind: 'ollama'; models: LocalModel[] } | { kind: 'other' } | { kind: 'silent' }

const tags = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      size: z._default(z.number(), 0),
      remote_host: z.optional(z.string()),
      // Only newer versions say it.
      capabilities: z.optional(z.nullable(z.array(z.string()))),
    }),
  ),
})
/** Other characters could control the terminal that shows the name. */
const SAFE_NAME = /^[\w.:/@-]+$/

/**
 * The address to ask: that of MODEL_URL on this machine, or that of Ollama when no model is set. Undefined for a server
 * elsewhere, because the start contacts this machine only.
 */
export function addressToAsk(address = '', name = ''): string | undefined {
  if (address === '') return name === '' ? OLLAMA : undefined
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, origin } = new URL(address)
  return /^https?:$/.test(protocol) && isLocalHost(hostname) ? origin : undefined
}

/** Lists the models of the Ollama at this address. Never rejects. */
export async function askForModels(address: string, withinMs = PATIENCE_MS): Promise<ModelServer> {
  const signal = AbortSignal.timeout(withinMs)
  try {
    // A redirect could lead to another machine.
    const answer = await fetch(`${address}/api/tags`, { signal, redirect: 'manual' })
    const text = await answer.text()
    return answer.ok ? serverOf(text) : { kind: 'other' }
  } catch {
    return { kind: 'silent' }
  }
}

function serverOf(text: string): ModelServer {
  try {
    const { models } = tags.parse(JSON.parse(text))
    return {
      kind: 'ollama',
      models: models
        .filter(({ name }) => SAFE_NAME.test(name))
        .map(({ name, size, remote_host, capabilities }) => ({
          name,
          size,
          isRemote: Boolean(remote_host) || isCloudName(name),
          writes: capabilities ? capabilities.includes('completion') : !/embed|bge|minilm/i.test(name),
          thinks: capabilities?.includes('thinking') ?? false,
        })),
    }
  } catch {
    return { kind: 'other' }
  }
}

/** Whether Ollama runs a model of this name in its cloud, even if it is not in the list. */
export const isCloudName = (name: string): boolean => /[:-]cloud$/i.test(name)

/** Ollama's full name of a model: without a tag it means `latest`. */
const fullName = (name: string) => (/:[^/]*$/.test(name) ? name : `${name}:latest`).toLowerCase()
export const modelNamed = (models: readonly LocalModel[], name: string): LocalModel | undefined =>
  models.find((model) => fullName(model.name) === fullName(name))

/** The models that write text on this machine itself. */
export const usableModels = (models: readonly LocalModel[]): LocalModel[] =>
  models.filter(({ isRemote, writes }) => writes && !isRemote)

/** The model to suggest: a recommended one, else the largest that a laptop can run, else the smallest. */
export function suggestModel(models: readonly LocalModel[]): LocalModel | undefined {
  const usable = usableModels(models)
  const recommended = RECOMMENDED.flatMap((name) =>
    usable.filter((model) => model.name === name || model.name.startsWith(`${name}-`)),
  )
  const quick = usable.filter(({ thinks }) => !thinks)
  const bySize = (quick.length > 0 ? quick : usable).toSorted((one, other) => other.size - one.size)
  return recommended[0] ?? bySize.find(({ size }) => size <= LAPTOP_BYTES) ?? bySize.at(-1)
}
