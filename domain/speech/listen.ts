// The subset of Deepgram's `listen` protocol that the room speaks, for both ends: WebSocket messages,
// query parameters and the answer of the batch endpoint. Unknown fields are dropped, optional ones stay optional:
// compatible servers send less than the vendor does.
import { z } from 'zod/mini'

const seconds = z.number().check(z.nonnegative())

const listenWord = z.object({
  word: z.string(),
  punctuated_word: z.optional(z.string()),
  start: seconds,
  end: seconds,
  confidence: z.optional(z.number()),
  // Anonymous number given by diarization; it restarts with each socket.
  speaker: z.optional(z.int().check(z.nonnegative())),
})
export type ListenWord = z.infer<typeof listenWord>

const listenAlternative = z.object({
  transcript: z.string(),
  confidence: z.optional(z.number()),
  words: z._default(z.array(listenWord), []),
})
export type ListenAlternative = z.infer<typeof listenAlternative>

const modelInfo = z.object({ name: z.string(), version: z.optional(z.string()), arch: z.optional(z.string()) })
export type ModelInfo = z.infer<typeof modelInfo>

/** The `model_info.name` of a server whose text was not recognised in the audio. */
export const DEMONSTRATION_MODEL = 'demonstration'

/** The engine's name while the page's own recogniser writes the text. */
export const DEVICE_MODEL = 'device'

// Server -> client ---------------------------------------------------------------------------------------------------

const listenResults = z.object({
  type: z.literal('Results'),
  channel_index: z.optional(z.array(z.number())),
  // Seconds since the first sample of this socket. An empty transcript still advances time.
  start: seconds,
  duration: seconds,
  is_final: z.boolean(),
  speech_final: z._default(z.boolean(), false),
  from_finalize: z.optional(z.boolean()),
  channel: z.object({ alternatives: z.array(listenAlternative).check(z.minLength(1)) }),
  metadata: z.optional(z.object({ request_id: z.optional(z.string()), model_info: z.optional(modelInfo) })),
})
export type ListenResults = z.infer<typeof listenResults>

const listenUtteranceEnd = z.object({
  type: z.literal('UtteranceEnd'),
  channel: z.optional(z.array(z.number())),
  // The vendor sends -1 when there is no word.
  last_word_end: z.number(),
})

const listenSpeechStarted = z.object({
  type: z.literal('SpeechStarted'),
  channel: z.optional(z.array(z.number())),
  timestamp: seconds,
})

// Comes last, after CloseStream: the server has transcribed all audio.
const listenMetadata = z.object({
  type: z.literal('Metadata'),
  request_id: z.optional(z.string()),
  created: z.optional(z.string()),
  duration: z.optional(seconds),
  channels: z.optional(z.number()),
  models: z.optional(z.array(z.string())),
  // Keyed by the model's id, as the vendor sends it.
  model_info: z.optional(z.record(z.string(), modelInfo)),
})
export type ListenMetadata = z.infer<typeof listenMetadata>

const listenError = z.object({
  type: z.literal('Error'),
  description: z.optional(z.string()),
  message: z.optional(z.string()),
  variant: z.optional(z.string()),
})

export const listenServerMessage = z.discriminatedUnion('type', [
  listenResults,
  listenUtteranceEnd,
  listenSpeechStarted,
  listenMetadata,
  listenError,
])
export type ListenServerMessage = z.infer<typeof listenServerMessage>

const kinds: readonly unknown[] = listenServerMessage.def.options.map(({ shape }) => shape.type.def.values[0])
/** Variants of `Error` that refuse a text message, such as `Configure`. The vendor's stream goes on after them. */
const refusals: readonly unknown[] = ['InvalidConfigureMessage', 'SchemaError']

/** True for a message that changes nothing: of a kind that we do not know, or the refusal of a text message. */
export const isIrrelevant = (content: unknown): boolean =>
  typeof content === 'object' &&
  content !== null &&
  'type' in content &&
  typeof content.type === 'string' &&
  (!kinds.includes(content.type) || ('variant' in content && refusals.includes(content.variant)))

/** The model that answered, or undefined when the server does not say. */
export function modelName(message: ListenResults | ListenMetadata): string | undefined {
  if (message.type === 'Results') return message.metadata?.model_info?.name
  return Object.values(message.model_info ?? {})[0]?.name
}

// Client -> server (audio goes in binary frames; an empty one is never sent) --------------------------------------------

export const listenClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('KeepAlive') }),
  z.object({ type: z.literal('Finalize') }),
  z.object({ type: z.literal('CloseStream') }),
  // `keyterms` replaces the whole list, the terms of the query included.
  z.object({ type: z.literal('Configure'), keyterms: z.optional(z.array(z.string())) }),
])
export type ListenClientMessage = z.infer<typeof listenClientMessage>

/** Without audio or a KeepAlive for this long, the server closes with 1011 and the reason NET-0001. */
export const LISTEN_IDLE_MS = 10_000
/** How often a client sends KeepAlive while no audio flows. */
export const LISTEN_KEEP_ALIVE_MS = 4_000
/** A live socket takes at most this many seconds of audio per second; a longer backlog goes to the batch endpoint. */
export const LISTEN_MAX_RATE = 1.25

export const LISTEN_CLOSE = { normal: 1000, undecodable: 1008, failed: 1011 } as const
/** First word of a close reason. The vendor names no code for audio that comes too fast: RATE-0001 is ours. */
export const LISTEN_REASON = {
  idle: 'NET-0001',
  undecodable: 'DATA-0000',
  tooFast: 'RATE-0001',
  recogniserFailed: 'NET-0000',
} as const

// Query ---------------------------------------------------------------------------------------------------------------

const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)
const whole = z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))

const listenQuery = z.object({
  model: z.optional(z.string()),
  language: z.optional(z.string()),
  encoding: z.optional(z.literal('linear16')),
  sample_rate: z.optional(z.pipe(whole, z.number().check(z.minimum(8_000), z.maximum(48_000)))),
  channels: z._default(z.pipe(whole, z.literal(1)), 1),
  interim_results: z._default(flag, false),
  // Silence in ms that makes a result speech_final; 'false' turns it off.
  endpointing: z._default(
    z.union([
      whole,
      z.pipe(
        z.literal('false'),
        z.transform(() => false as const),
      ),
    ]),
    10,
  ),
  utterance_end_ms: z.optional(z.pipe(whole, z.number().check(z.minimum(1_000), z.maximum(5_000)))),
  smart_format: z._default(flag, false),
  punctuate: z._default(flag, false),
  diarize: z._default(flag, false),
  vad_events: z._default(flag, false),
  utterances: z._default(flag, false),
  mip_opt_out: z._default(flag, false),
  keyterm: z._default(z.array(z.string()), []),
})
export type ListenQuery = z.infer<typeof listenQuery>

/** Parses the pairs of a query string; `keyterm` may repeat. */
export function parseListenQuery(pairs: Iterable<readonly [string, string]>) {
  const single: Record<string, string> = {}
  const keyterm: string[] = []
  for (const [name, value] of pairs) {
    if (name === 'keyterm') keyterm.push(value)
    else single[name] = value
  }
  return listenQuery.safeParse({ ...single, keyterm })
}

// Batch: POST /v1/listen -------------------------------------------------------------------------------------------------

const listenUtterance = z.object({
  start: seconds,
  end: seconds,
  transcript: z.string(),
  confidence: z.optional(z.number()),
  words: z._default(z.array(listenWord), []),
  speaker: z.optional(z.int().check(z.nonnegative())),
})
export type ListenUtterance = z.infer<typeof listenUtterance>

export const listenBatchAnswer = z.object({
  metadata: z.optional(z.omit(listenMetadata, { type: true })),
  results: z.object({
    channels: z
      .array(z.object({ alternatives: z.array(listenAlternative).check(z.minLength(1)) }))
      .check(z.minLength(1)),
    // Only with utterances=true.
    utterances: z.optional(z.array(listenUtterance)),
  }),
})
export type ListenBatchAnswer = z.infer<typeof listenBatchAnswer>

/** Body of a failed handshake or of a refused batch request. */
export const listenRefusal = z.object({
  err_code: z.string(),
  err_msg: z.string(),
  request_id: z.optional(z.string()),
})
export type ListenRefusal = z.infer<typeof listenRefusal>
