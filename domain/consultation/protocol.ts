import { z } from 'zod/mini'
import { consentState } from '../consent/consent.ts'
import { freeText } from '../contract.ts'
import { parseJson } from '../json.ts'
import { engineFault } from '../speech/fault.ts'
import { lineEdits } from '../transcript/edit.ts'
import { LINE_MAX, lineText, speaker, transcriptEntry } from '../transcript/entry.ts'
import { SAMPLE_MAX } from './frame.ts'
import { gap, gapReason } from './gap.ts'

/** Room protocol, version 1. Both sides import this file and parse what they receive. Times are ms on the audio clock. */
const id = z.string().check(z.minLength(1), z.maxLength(64))
const sample = z.int().check(z.minimum(0), z.maximum(SAMPLE_MAX))
const take = z.int().check(z.minimum(1), z.maximum(0xffff))

/** Takes and how many samples of each were recorded. `open`: another page of the device still has it, and may know of more. */
const takeLength = z.strictObject({ take, samples: sample, open: z.optional(z.literal(true)) })
export type TakeLength = z.infer<typeof takeLength>
/** The most that fits into one text frame. */
export const MOST_TAKES = 300
const takeLengths = z.array(takeLength).check(z.maxLength(MOST_TAKES))

/** Set if the list may lack takes; an absent take then means unknown. */
const partial = z.optional(z.literal(true))

/** The largest text frame a client may send. */
export const TEXT_FRAME_MAX_BYTES = 16_384

export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    version: z.int(),
    since: z._default(z.int().check(z.minimum(0)), 0),
    /** Chosen at random once per page and sent again on every reconnection: by it the room gives the recorder its take back. */
    screen: z.optional(id),
    /** Every take of this consultation that this device has recorded, and how long it is. Absent: it cannot tell. */
    holds: z.optional(takeLengths),
    partial,
  }),
  z.strictObject({
    type: z.literal('toggle_transcription'),
    action: z.enum(['start', 'pause', 'resume', 'stop']),
    /** With 'stop': the takes only this page holds, fully stored. Absent: all that it holds. */
    takes: z.optional(z.array(take).check(z.maxLength(MOST_TAKES))),
    /** [C32] With 'start' and 'resume': guess speakers from now on. Absent: unchanged, at first yes. */
    guess_speakers: z.optional(z.boolean()),
  }),
  ...lineEdits,
  /** A line the doctor types, at any time. The id is the page's own; `ago_ms` is how long ago it was typed. */
  z.strictObject({
    type: z.literal('write_entry'),
    id: z.string().check(z.regex(/^typed-[0-9a-f-]{36}$/)),
    text: lineText,
    speaker: z.nullable(speaker),
    ago_ms: z._default(z.int().check(z.minimum(0)), 0),
  }),
  z.strictObject({
    type: z.literal('gap'),
    take,
    at: sample,
    ms: z.int().check(z.minimum(0)),
    reason: gapReason,
    /** For at least how long the gap has been over. Measured by a monotonic clock, or by the audio recorded since. */
    ago_ms: z.optional(z.int().check(z.minimum(0))),
  }),
  z.strictObject({ type: z.literal('take_over') }),
  /** [C39] The answer to `read_check`. */
  z.strictObject({ type: z.literal('read_confirm'), id }),
  /**
   * [C44] What the page's own recogniser hears of this take, all of it: the room leaves these spans to the page. Without
   * `to` it still listens. Sent again after each change and on each connection.
   */
  z.strictObject({
    type: z.literal('device_speech'),
    take,
    spans: z.array(z.strictObject({ from: sample, to: z.optional(sample) })).check(z.maxLength(MOST_TAKES)),
  }),
  /** [C45] A final result for `[from, to)`; the words begin at `at`. An empty text is silence. `id` is the page's own. */
  z.strictObject({
    type: z.literal('device_result'),
    id,
    take,
    from: sample,
    to: sample,
    at: sample,
    text: freeText.check(z.maxLength(LINE_MAX)),
    confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  }),
  /** [C45] Text that may still change. */
  z.strictObject({ type: z.literal('device_partial'), take, at: sample, to: sample, text: lineText }),
  /** Transcribe wordless voice again. */
  z.strictObject({ type: z.literal('retranscribe') }),
  z.strictObject({
    type: z.literal('finish'),
    takes: takeLengths,
    partial,
    /** Set when the doctor answered 'Finalizar com lacuna?' with yes. */
    accept_gap: z._default(z.boolean(), false),
  }),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** How far each take is stored and transcribed, in samples; `withdrawn`: nothing more of it is taken, nor wanted. */
const takeProgress = z.object({
  take,
  stored: sample,
  transcribed: sample,
  withdrawn: z.optional(z.literal(true)),
})
export type TakeProgress = z.infer<typeof takeProgress>

const roomStatuses = ['active', 'finishing', 'completed'] as const
const roomStatus = z.enum(roomStatuses)
export type RoomStatus = z.infer<typeof roomStatus>

const engine = z.object({
  state: z.enum(['connecting', 'listening', 'idle', 'lost']),
  name: z.string(),
  demonstration: z.boolean(),
  /** Why the engine is lost. Absent in every other state. */
  fault: z.optional(engineFault),
})
const recorder = z.enum(['you', 'other', 'none'])
const jobStatus = z.enum(['queued', 'running', 'completed', 'failed'])

const refusals = [
  'bad_frame',
  'bad_message',
  'unknown_take',
  'not_recorder',
  'completed',
  'finishing',
  'entry_not_found',
  'frame_too_large',
  'version_unsupported',
  'consent_missing',
  'consent_refused',
  /** [C35], [C36] More messages than a socket may send: wait, then say it again. */
  'too_fast',
  /** [C37], [C38] The consultation has all the takes or typed lines that it may have. */
  'room_full',
  /** The consultation was erased. */
  'not_found',
] as const
export type Refusal = (typeof refusals)[number]

export const roomEntry = z.extend(transcriptEntry, {
  /** Position in the transcript's change log: the client sends its last one in `hello.since`. */
  revision: z.int(),
})
export type RoomEntry = z.infer<typeof roomEntry>

export type RoomGap = z.infer<typeof gap>

export const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    version: z.int(),
    status: roomStatus,
    /** The take this socket may record into; null unless `recorder` is 'you'. */
    take: z.nullable(take),
    takes: z.array(takeProgress),
    recorder,
    entries: z.array(roomEntry),
    gaps: z.array(gap),
    consent: consentState,
    engine,
    /** Where the operator puts the page's own recogniser among the engines; absent: it is not used. */
    device_speech: z.optional(z.enum(['first', 'last'])),
  }),
  z.object({ type: z.literal('audio_ack'), take, stored: sample, transcribed: sample }),
  /** [C45] The room has this result: the page may forget it. */
  z.object({ type: z.literal('device_stored'), id: z.string() }),
  /** Final lines (is_final, already stored) and the running partial (isPartial, never stored). */
  z.extend(roomEntry, { type: z.literal('transcription_update'), is_final: z.boolean() }),
  z.extend(roomEntry, { type: z.literal('entry_changed') }),
  z.extend(gap, { type: z.literal('gap') }),
  z.object({ type: z.literal('consent'), state: consentState }),
  z.extend(engine, { type: z.literal('engine') }),
  z.object({
    type: z.literal('consultation'),
    status: roomStatus,
    /** Present while finishing: the takes that still miss audio, and whether the room now asks 'Finalizar com lacuna?'. */
    missing: z.optional(z.array(z.object({ take, samples: sample }))),
    ask_gap: z.optional(z.boolean()),
    /** Voice in which the engine found no words even when it heard it twice: 'Transcrever de novo' or go on without. */
    wordless_ms: z.optional(z.int()),
  }),
  z.object({ type: z.literal('recorder'), recorder, take: z.nullable(take) }),
  z.object({ type: z.literal('structuring'), status: jobStatus, step: z.nullable(z.string()), job_id: z.string() }),
  z.object({ type: z.literal('export'), id: z.string(), status: jobStatus }),
  /** `id`: the line that the refused message names. */
  z.object({ type: z.literal('refused'), code: z.enum(refusals), id: z.optional(z.string()) }),
  /** [C39] Answer with `read_confirm`: the room wants to know whether what it sends is read. */
  z.object({ type: z.literal('read_check'), id: z.string() }),
])
export type ServerMessage = z.infer<typeof serverMessage>
/** Reads a text frame of the room without fields that a newer server adds; null when it is no message. */
export const readServerMessage = (data: unknown): ServerMessage | null =>
  serverMessage.safeParse(parseJson(data)).data ?? null

export type ServerMessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

/** Close codes of the room socket (4000-4999 are the application's). */
export const closeCodes = { completed: 4001, session_ended: 4002, not_found: 4004, flood: 4008, unread: 4009 } as const
