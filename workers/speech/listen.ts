import { isDeployed } from '#domain/configuration.ts'
import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { wavOf } from '#domain/consultation/wav.ts'
import { type EngineFault, faultOfStatus } from '#domain/speech/fault.ts'
import { DEMONSTRATION_MODEL, type ListenServerMessage, listenBatchAnswer, modelName } from '#domain/speech/listen.ts'
import { termsOfMessage, withinLimits } from '#domain/speech/vocabulary.ts'
import type { Env } from '../env.ts'
import { measuredEngine } from '../metrics/engine.ts'
import { type EngineEvents, EngineFailure, type EngineSettings, type SpeechEngine } from './engine.ts'
import { sessionOn } from './live-session.ts'

const HANDSHAKE_MS = 10_000
/** A slow machine needs time, but a stalled engine would block a segment for the whole limit. */
const BATCH_MS = { least: 30_000, most: 120_000 }
const EDGE_MODEL = '@cf/deepgram/nova-3'
/** The vendor chooses an English model for a call without one. */
const VENDOR_MODEL = 'nova-3'

/** Returns the client of the `listen` protocol for the configured place. Null: none is configured. */
export function speechEngine(env: Env): SpeechEngine | null {
  const place = env.SPEECH_URL
    ? atAddress(env.SPEECH_URL, env.SPEECH_KEY, env.SPEECH_MODEL)
    : env.AI
      ? atEdge(env.AI)
      : null
  if (!place) return null
  const strict = isDeployed(env.ENVIRONMENT)
  let patience = BATCH_MS.least
  return measuredEngine({
    async open(settings, events) {
      const response = await place.connect(settings)
      if (!response.webSocket) throw new EngineFailure(faultOfStatus(response.status))
      const { keyterms } = settings
      const terms = termsOfMessage({ keyterms, privateTerms: place.privateTermsOf(settings) })
      return sessionOn(response.webSocket, strict ? withoutInventions(events) : events, terms)
    },
    async transcribe(pcm, settings) {
      // A retry after a timeout gets more time.
      const [began, withinMs] = [Date.now(), patience]
      patience = Math.min(BATCH_MS.most, withinMs * 2)
      const wav = wavOf(pcm)
      letGo(pcm)
      const answer = await place.transcribe(settings, wav, withinMs).finally(() => letGo(wav))
      patience = Math.min(BATCH_MS.most, Math.max(BATCH_MS.least, 3 * (Date.now() - began)))
      const parsed = listenBatchAnswer.safeParse(answer)
      if (!parsed.success) throw new EngineFailure('garbage')
      if (strict && isInvention({ type: 'Metadata', ...parsed.data.metadata })) throw new EngineFailure('garbage')
      return parsed.data
    },
  })
}

/** Frees the audio now: several megabytes per segment would otherwise wait for a full collection. */
function letGo({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

type Handshake = { status: number; webSocket: WebSocket | null }
type Place = {
  /** The private terms that it may get, in a `Configure` message, where no log of addresses sees them. */
  privateTermsOf(settings: EngineSettings): readonly string[]
  connect(settings: EngineSettings): Promise<Handshake>
  transcribe(settings: EngineSettings, wav: Uint8Array<ArrayBuffer>, withinMs: number): Promise<unknown>
}

type Query = [name: string, value: string][]
const commonQuery = ({ language, keyterms }: EngineSettings): Query => [
  ['language', language],
  ['smart_format', 'true'],
  ['punctuate', 'true'],
  ['diarize', 'true'],
  // Without it the vendor stores the audio and trains on it.
  ['mip_opt_out', 'true'],
  ...withinLimits(keyterms).map((term): [string, string] => ['keyterm', term]),
]
const liveQuery = (settings: EngineSettings): Query => [
  ...commonQuery(settings),
  ['encoding', 'linear16'],
  ['sample_rate', String(SAMPLE_RATE)],
  ['channels', '1'],
  ['interim_results', 'true'],
  ['endpointing', '300'],
  ['utterance_end_ms', '1000'],
]
const batchQuery = (settings: EngineSettings): Query => [...commonQuery(settings), ['utterances', 'true']]

const isVendor = ({ hostname }: URL): boolean => hostname === 'deepgram.com' || hostname.endsWith('.deepgram.com')

/** Our own server, a compatible one, or the vendor's with a key. Every parameter: docs/decisions/008. */
function atAddress(address: string, key: string | undefined, configured: string | undefined): Place {
  // Read at each call: a wrong address must not stop the room from storing audio.
  const place = () => {
    const base = new URL(address.replace(/^ws/, 'http'))
    // A server without a key, elsewhere than at the vendor, is one of our own and has one model.
    const model = configured || base.searchParams.get('model') || (key || isVendor(base) ? VENDOR_MODEL : null)
    return { base, model }
  }
  const url = (query: Query) => {
    const { base: target, model } = place()
    for (const [name, value] of query) target.searchParams.append(name, value)
    if (model) target.searchParams.set('model', model)
    // The vendor's medical model has no Portuguese of its own.
    if (model?.startsWith('nova-3-medical')) target.searchParams.set('language', 'multi')
    return target
  }
  const headers: Record<string, string> = key ? { authorization: `Token ${key}` } : {}
  return {
    privateTermsOf({ privateTerms, names }) {
      const { base, model } = place()
      // The vendor takes `Configure` at its global address alone, and for Nova 3. It never gets the patient's name.
      if (isVendor(base)) return base.hostname === 'api.deepgram.com' && /^nova-3/.test(model ?? '') ? privateTerms : []
      return /^(nova|flux)/.test(model ?? '') ? [] : [...privateTerms, ...names]
    },
    connect(settings) {
      return withDeadline(HANDSHAKE_MS, (signal) =>
        fetch(url(liveQuery(settings)), { headers: { ...headers, upgrade: 'websocket' }, signal }),
      )
    },
    transcribe(settings, wav, withinMs) {
      return withDeadline(withinMs, async (signal) => {
        const sent = { ...headers, 'content-type': 'audio/wav' }
        const response = await fetch(url(batchQuery(settings)), { method: 'POST', headers: sent, body: wav, signal })
        if ([404, 405, 501].includes(response.status)) throw new EngineFailure('no_such_endpoint')
        if (!response.ok) throw new EngineFailure(faultOfStatus(response.status))
        return response.json().catch(() => null)
      })
    },
  }
}

/** Aborts `work` after `ms`, or stops waiting for work that cannot be aborted, whose late answer goes to `onLate`. */
async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  onLate: (answer: T) => void = () => {},
): Promise<T> {
  const late = new AbortController()
  const working = work(late.signal)
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EngineFailure('slow'))
      late.abort()
      working.then(onLate).catch(() => {})
    }, ms)
  })
  try {
    return await Promise.race([working, over])
  } catch (error) {
    throw error instanceof EngineFailure ? error : new EngineFailure('unreachable')
  } finally {
    // A running timer keeps the room awake.
    clearTimeout(timer)
  }
}

type EdgeInput = Omit<Ai_Cf_Deepgram_Nova_3_Input, 'audio'>
/**
 * Types and names are those of the published schema of the model, which differ from the vendor's query. `keyterm` is one
 * string there, so only the first term is sent.
 */
const edgeInput = ({ language, keyterms }: EngineSettings): EdgeInput => {
  const [keyterm] = withinLimits(keyterms)
  const texts = { language, ...(keyterm && { keyterm }) }
  return { ...texts, smart_format: true, punctuate: true, diarize: true, mip_opt_out: true }
}
/**
 * `sample_rate` is not in this model's schema, which allows more properties. The vendor requires it for raw audio, and
 * Cloudflare's own client sends it so (cloudflare/agents, packages/voice, `WorkersAINova3STT`). `utterance_end_ms` is
 * left out: the schema asks for a boolean, and the vendor for milliseconds. No call of ours has reached the binding.
 */
const edgeLiveInput = (settings: EngineSettings): EdgeInput & Pick<Ai_Cf_Deepgram_Flux_Input, 'sample_rate'> => ({
  ...edgeInput(settings),
  encoding: 'linear16',
  sample_rate: String(SAMPLE_RATE),
  channels: 1,
  interim_results: true,
  endpointing: '300',
})

function atEdge(ai: Ai): Place {
  const call = ai.run.bind(ai) as unknown as (model: string, input: unknown, options?: unknown) => Promise<unknown>
  const run = async (input: unknown, options?: unknown) => {
    try {
      return await call(EDGE_MODEL, input, options)
    } catch (error) {
      throw new EngineFailure(edgeFault(error))
    }
  }
  return {
    privateTermsOf: () => [],
    connect(settings) {
      const open = () => run(edgeLiveInput(settings), { websocket: true }) as Promise<Handshake>
      return withDeadline(HANDSHAKE_MS, open, ({ webSocket }) => {
        webSocket?.accept()
        webSocket?.close(1000)
      })
    },
    transcribe(settings, wav, withinMs) {
      const audio = { body: new Response(wav).body ?? {}, contentType: 'audio/wav' }
      const input: Ai_Cf_Deepgram_Nova_3_Input = { ...edgeInput(settings), utterances: true, audio }
      return withDeadline(withinMs, () => run(input))
    },
  }
}

/** Codes at the start of the binding's error messages, as Cloudflare documents them. Unverified here. */
const edgeFaults: Partial<Record<string, EngineFault>> = {
  3003: 'refused',
  3007: 'slow',
  3008: 'slow',
  3023: 'unauthorised',
  // The free allocation of the day is used up.
  3036: 'payment',
  3040: 'too_many',
  5004: 'refused',
  5007: 'refused',
  5016: 'unauthorised',
  5018: 'unauthorised',
}
function edgeFault(error: unknown): EngineFault {
  const [, code = ''] = /^(?:\w+: )?(\d{4}):/.exec(error instanceof Error ? error.message : '') ?? []
  return edgeFaults[code] ?? 'unreachable'
}

/** Demonstration text was never spoken: production treats it as garbage. */
const isInvention = (message: ListenServerMessage): boolean =>
  (message.type === 'Results' || message.type === 'Metadata') && modelName(message) === DEMONSTRATION_MODEL

const withoutInventions = (events: EngineEvents): EngineEvents => ({
  ...events,
  message: (message) => (isInvention(message) ? events.garbage() : events.message(message)),
})
