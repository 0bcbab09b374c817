// The subset of Deepgram's `listen` protocol that the room speaks, for both ends: WebSocket messages,
// query parameters and the answer of the batch endpoint. Unknown fields are dropped, optional ones stay optional:
// compatible servers send less than the vendor does.
import { z } from 'zod'

const seconds = z.number().nonnegative()

export const listenWord = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  start: seconds,
  end: seconds,
  confidence: z.number().optional(),
  // Anonymous number given by diarization; it restarts with each socket.
  speaker: z.number().int().nonnegative().optional(),
})
export type ListenWord = z.infer<typeof listenWord>

export const listenAlternative = z.object({
  transcript: z.string(),
  confidence: z.number().optional(),
  words: z.array(listenWord).default([]),
})
export type ListenAlternative = z.infer<typeof listenAlternative>

export const modelInfo = z.object({ name: z.string(), version: z.string().optional(), arch: z.string().optional() })
export type ModelInfo = z.infer<typeof modelInfo>

/** The name a server gives as `model_info.name` when what it writes was not heard in the audio. */
export const DEMONSTRATION_MODEL = 'demonstration'

// Server -> client ---------------------------------------------------------------------------------------------------

export const listenResults = z.object({
  type: z.literal('Results'),
  channel_index: z.array(z.number()).optional(),
  // Seconds since the first sample of this socket. An empty transcript still advances time.
  start: seconds,
  duration: seconds,
  is_final: z.boolean(),
  speech_final: z.boolean().default(false),
  from_finalize: z.boolean().optional(),
  channel: z.object({ alternatives: z.array(listenAlternative).min(1) }),
  metadata: z.object({ request_id: z.string().optional(), model_info: modelInfo.optional() }).optional(),
})
export type ListenResults = z.infer<typeof listenResults>

export const listenUtteranceEnd = z.object({
  type: z.literal('UtteranceEnd'),
  channel: z.array(z.number()).optional(),
  // The vendor sends -1 when it has no word to point at.
  last_word_end: z.number(),
})
export type ListenUtteranceEnd = z.infer<typeof listenUtteranceEnd>

export const listenSpeechStarted = z.object({
  type: z.literal('SpeechStarted'),
  channel: z.array(z.number()).optional(),
  timestamp: seconds,
})
export type ListenSpeechStarted = z.infer<typeof listenSpeechStarted>

// Comes last, after CloseStream: everything sent was transcribed.
export const listenMetadata = z.object({
  type: z.literal('Metadata'),
  request_id: z.string().optional(),
  created: z.string().optional(),
  duration: seconds.optional(),
  channels: z.number().optional(),
  models: z.array(z.string()).optional(),
  // Keyed by the model's id, as the vendor sends it.
  model_info: z.record(z.string(), modelInfo).optional(),
})
export type ListenMetadata = z.infer<typeof listenMetadata>

export const listenError = z.object({
  type: z.literal('Error'),
  description: z.string().optional(),
  message: z.string().optional(),
  variant: z.string().optional(),
})
export type ListenError = z.infer<typeof listenError>

export const listenServerMessage = z.discriminatedUnion('type', [
  listenResults,
  listenUtteranceEnd,
  listenSpeechStarted,
  listenMetadata,
  listenError,
])
export type ListenServerMessage = z.infer<typeof listenServerMessage>

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
  z.object({ type: z.literal('Configure'), keyterm: z.array(z.string()).optional() }),
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

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const whole = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)

export const listenQuery = z.object({
  model: z.string().optional(),
  language: z.string().optional(),
  encoding: z.literal('linear16').optional(),
  sample_rate: whole.pipe(z.number().min(8_000).max(48_000)).optional(),
  channels: whole.pipe(z.literal(1)).default(1),
  interim_results: flag.default(false),
  // Silence in ms that makes a result speech_final; 'false' turns it off.
  endpointing: z.union([whole, z.literal('false').transform(() => false as const)]).default(10),
  utterance_end_ms: whole.pipe(z.number().min(1_000).max(5_000)).optional(),
  smart_format: flag.default(false),
  punctuate: flag.default(false),
  diarize: flag.default(false),
  vad_events: flag.default(false),
  utterances: flag.default(false),
  mip_opt_out: flag.default(false),
  keyterm: z.array(z.string()).default([]),
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

export const listenUtterance = z.object({
  start: seconds,
  end: seconds,
  transcript: z.string(),
  confidence: z.number().optional(),
  words: z.array(listenWord).default([]),
  speaker: z.number().int().nonnegative().optional(),
})
export type ListenUtterance = z.infer<typeof listenUtterance>

export const listenBatchAnswer = z.object({
  metadata: listenMetadata.omit({ type: true }).optional(),
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(listenAlternative).min(1) })).min(1),
    // Only with utterances=true.
    utterances: z.array(listenUtterance).optional(),
  }),
})
export type ListenBatchAnswer = z.infer<typeof listenBatchAnswer>

/** Body of a failed handshake or of a refused batch request. */
export const listenRefusal = z.object({
  err_code: z.string(),
  err_msg: z.string(),
  request_id: z.string().optional(),
})
export type ListenRefusal = z.infer<typeof listenRefusal>
