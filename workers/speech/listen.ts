import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { wavOf } from '#domain/consultation/wav.ts'
import { DEMONSTRATION_MODEL, type ListenServerMessage, listenBatchAnswer, modelName } from '#domain/speech/listen.ts'
import type { Env } from '../env.ts'
import { type EngineEvents, EngineFailure, type EngineSettings, type SpeechEngine } from './engine.ts'
import { sessionOn } from './live-session.ts'

/** Above 500 tokens the vendor's stream stops silently; a token is at least two characters of a term. */
const KEYTERM_TOKENS = 400
const HANDSHAKE_MS = 10_000
/** A slow machine needs time, but a stalled engine would block a segment for the whole limit. */
const BATCH_MS = { least: 30_000, most: 120_000 }
const EDGE_MODEL = '@cf/deepgram/nova-3'

/** Returns the client of the `listen` protocol for the configured place. Null: none is configured. */
export function speechEngine(env: Env): SpeechEngine | null {
  const place = env.SPEECH_URL
    ? atAddress(env.SPEECH_URL, env.SPEECH_KEY, env.SPEECH_MODEL)
    : env.AI
      ? atEdge(env.AI)
      : null
  if (!place) return null
  const strict = env.ENVIRONMENT === 'production'
  let patience = BATCH_MS.least
  return {
    async open(settings, events) {
      const response = await place.connect(liveQuery(settings))
      if (!response.webSocket) throw new EngineFailure(response.status >= 500 ? 'unreachable' : 'refused')
      return sessionOn(response.webSocket, strict ? withoutInventions(events) : events)
    },
    async transcribe(pcm, settings) {
      // A retry after a timeout gets more time.
      const [began, withinMs] = [Date.now(), patience]
      patience = Math.min(BATCH_MS.most, withinMs * 2)
      const wav = wavOf(pcm)
      letGo(pcm)
      const answer = await place.transcribe(batchQuery(settings), wav, withinMs).finally(() => letGo(wav))
      patience = Math.min(BATCH_MS.most, Math.max(BATCH_MS.least, 3 * (Date.now() - began)))
      const parsed = listenBatchAnswer.safeParse(answer)
      if (!parsed.success) throw new EngineFailure('off_protocol')
      if (strict && isInvention({ type: 'Metadata', ...parsed.data.metadata })) throw new EngineFailure('refused')
      return parsed.data
    },
  }
}

/** Frees the audio now: several megabytes per segment would otherwise wait for a full collection. */
function letGo({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

type Query = [name: string, value: string][]
type Handshake = { status: number; webSocket: WebSocket | null }
type Place = {
  connect(query: Query): Promise<Handshake>
  transcribe(query: Query, wav: Uint8Array<ArrayBuffer>, withinMs: number): Promise<unknown>
}

const commonQuery = ({ language, keyterms }: EngineSettings): Query => [
  ['language', language],
  ['smart_format', 'true'],
  ['punctuate', 'true'],
  ['diarize', 'true'],
  // Without it the vendor stores the audio and trains on it.
  ['mip_opt_out', 'true'],
  ...capped(keyterms).map((term): [string, string] => ['keyterm', term]),
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

function capped(keyterms: readonly string[]): string[] {
  let remaining = KEYTERM_TOKENS
  return keyterms.filter((term) => {
    const tokens = Math.ceil(term.length / 2)
    if (tokens > remaining) return false
    remaining -= tokens
    return true
  })
}

/** Our own server, a compatible one, or the vendor's with a key. */
function atAddress(address: string, key: string | undefined, model: string | undefined): Place {
  const url = (query: Query) => {
    const target = new URL(address.replace(/^ws/, 'http'))
    for (const [name, value] of query) target.searchParams.append(name, value)
    if (model) target.searchParams.set('model', model)
    return target
  }
  const headers: Record<string, string> = key ? { authorization: `Token ${key}` } : {}
  return {
    connect(query) {
      return withDeadline(HANDSHAKE_MS, (signal) =>
        fetch(url(query), { headers: { ...headers, upgrade: 'websocket' }, signal }),
      )
    },
    transcribe(query, wav, withinMs) {
      return withDeadline(withinMs, async (signal) => {
        const sent = { ...headers, 'content-type': 'audio/wav' }
        const response = await fetch(url(query), { method: 'POST', headers: sent, body: wav, signal })
        if ([404, 405, 501].includes(response.status)) throw new EngineFailure('no_such_endpoint')
        if (!response.ok) throw new EngineFailure(response.status >= 500 ? 'unreachable' : 'refused')
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
      reject(new EngineFailure('unreachable'))
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

/** The binding takes one flat object: a repeated name is impossible, so only one key term is sent. */
function atEdge(ai: Ai): Place {
  const run = ai.run.bind(ai) as unknown as (model: string, input: unknown, options?: unknown) => Promise<unknown>
  return {
    connect(query) {
      const open = () => run(EDGE_MODEL, Object.fromEntries(query), { websocket: true }) as Promise<Handshake>
      return withDeadline(HANDSHAKE_MS, open, ({ webSocket }) => {
        webSocket?.accept()
        webSocket?.close(1000)
      })
    },
    transcribe(query, wav, withinMs) {
      const audio = { body: new Response(wav).body, contentType: 'audio/wav' }
      return withDeadline(withinMs, () => run(EDGE_MODEL, { ...Object.fromEntries(query), audio }))
    },
  }
}

/** Demonstration text was never spoken: production treats it as garbage. */
const isInvention = (message: ListenServerMessage): boolean =>
  (message.type === 'Results' || message.type === 'Metadata') && modelName(message) === DEMONSTRATION_MODEL

const withoutInventions = (events: EngineEvents): EngineEvents => ({
  ...events,
  message: (message) => (isInvention(message) ? events.garbage() : events.message(message)),
})
