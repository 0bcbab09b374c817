import type { ConsentState } from '../consent/consent.ts'
import type { Work } from './feeding.ts'
import { type AudioFrame, SAMPLE_MAX, SAMPLE_RATE } from './frame.ts'
import type { ClientMessage, Refusal, RoomGap, RoomStatus, ServerMessage, TakeLength } from './protocol.ts'
import type { Span } from './spans.ts'
import { type Take, wallOf } from './take.ts'

/** The screen that records. `socket` is null while it is not connected. */
export type Lease = { take: number; screen: string; session: string; socket: string | null; paused: boolean }

/** The patient's answer, and when it was stored in D1. */
export type Consent = { state: ConsentState; at: number }
const UNASKED: Consent = { state: 'unasked', at: 0 }

type Open = {
  startedAt: number
  consent: Consent
  takes: readonly Take[]
  gaps: readonly RoomGap[]
  /** Since when no screen is connected; null while one is. */
  aloneSince: number | null
  reminded: boolean
}
export type Active = Open & { phase: 'active'; recorder: Lease | null }
export type Finishing = Open & {
  phase: 'finishing'
  since: number
  endedAt: number
  /** Take lengths announced by any device. */
  announced: readonly TakeLength[]
  /** When a span was last done, which shows that the engine works. */
  heardAt: number
  asked: boolean
  /** [C27] Voice in which no engine found words, as far as the room has looked. */
  wordless: readonly Work[]
}
/** Complete and being written to D1; no more changes. */
export type Flushing = Pick<Open, 'startedAt' | 'consent' | 'takes' | 'gaps'> & {
  phase: 'flushing'
  endedAt: number
  attempts: number
  retryAt: number
}
type Completed = { phase: 'completed' }
export type RoomState = Active | Finishing | Flushing | Completed

/** The sending socket, its session and its screen. */
export type From = { socket: string; session: string; screen: string }
type Said<T extends ClientMessage['type']> = Omit<Extract<ClientMessage, { type: T }>, 'type'>

export type RoomEvent =
  | (From & { type: 'hello'; version: number; since: number } & Pick<Said<'hello'>, 'holds' | 'partial'>)
  | { type: 'closed'; socket: string; screens: number }
  | (From & { type: 'frame' } & AudioFrame)
  | (From & { type: 'toggle_transcription' } & Said<'toggle_transcription'>)
  | (From & { type: 'take_over' })
  | (From & { type: 'gap' } & Said<'gap'>)
  | (From & { type: 'finish' } & Said<'finish'>)
  | (From & { type: 'device_speech' } & Said<'device_speech'>)
  /** Final results for a span are stored, empty ones too. `doubtful`: voice without words. `device`: the page's own. */
  | ({ type: 'heard' } & Work & { doubtful?: readonly Span[]; words?: readonly Span[]; device?: true })
  /** Consent is stored in D1. `discarded`: samples that the revoking device threw away. */
  | ({ type: 'consent'; discarded: readonly TakeLength[] } & Consent)
  /** The answer to `check_voice`: voice that is done and has no words. */
  | { type: 'voice'; spans: readonly Work[] }
  /** The doctor asks to transcribe that voice again. */
  | (From & { type: 'retranscribe'; spans: readonly Work[] })
  | { type: 'flushed' }
  | { type: 'flush_failed' }
  | { type: 'tick'; screens: number }
  /** [C34] The room has been open for longer than audio may be kept. */
  | { type: 'end'; last: boolean }

export type Effect =
  /** Send this frame to the engine at once, before it is stored. */
  | { do: 'forward'; frame: AudioFrame }
  /** Store this frame, which has only new samples. Comes before the acknowledgement. */
  | { do: 'store'; frame: AudioFrame }
  /** [C33], [C47] Delete the sound of this span and keep its length. */
  | { do: 'silence'; take: number; span: Span }
  | { do: 'save' }
  | { do: 'send'; to: string; message: ServerMessage }
  | { do: 'broadcast'; message: ServerMessage }
  /** Send the full state, with entries since `since`. */
  | { do: 'welcome'; to: string; since: number }
  /** Tell every screen who records, each from its own side. */
  | { do: 'tell_recorder' }
  /** Check again whether audio waits for the engine. `take`: it has just grown by a frame. */
  | { do: 'listen'; take?: number }
  | { do: 'remind' }
  /** Look for wordless voice in done spans and report `voice` at once. */
  | { do: 'check_voice' }
  /** Write to D1, delete everything but the tombstone, then report `flushed`. */
  | { do: 'flush' }

export type Step = { state: RoomState; effects: Effect[] }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const ASK_AFTER_MS = 10 * MINUTE
export const ASK_WITHOUT_ENGINE_MS = 2 * MINUTE
export const REMIND_AFTER_MS = 12 * HOUR
export const ABANDON_AFTER_MS = 7 * 24 * HOUR
/** [C34] How long an old consultation stays open after its last use. */
export const LEFT_AFTER_MS = 24 * HOUR
const FLUSH_PAUSES_MS = [1_000, 2_000, 5_000, 15_000, MINUTE, 5 * MINUTE]
/** If the object is evicted in the middle of a flush, the alarm repeats it. */
export const FLUSH_WATCH_MS = 30_000

export const flushPause = (attempts: number): number =>
  FLUSH_PAUSES_MS[Math.min(attempts, FLUSH_PAUSES_MS.length) - 1] ?? FLUSH_WATCH_MS

export const openRoom = (startedAt: number, now: number, consent: Consent = UNASKED): Active => ({
  phase: 'active',
  startedAt,
  consent,
  takes: [],
  gaps: [],
  aloneSince: now,
  reminded: false,
  recorder: null,
})

export const statusOf = (state: RoomState): RoomStatus => (state.phase === 'flushing' ? 'finishing' : state.phase)

export const takesOf = (state: RoomState): readonly Take[] => (state.phase === 'completed' ? [] : state.takes)
export function withTake<S extends Active | Finishing>(state: S, take: Take): S {
  return { ...state, takes: state.takes.map((one) => (one.take === take.take ? take : one)) }
}
export const consentOf = (state: RoomState): ConsentState =>
  state.phase === 'completed' ? UNASKED.state : state.consent.state
export const gapsOf = (state: RoomState): readonly RoomGap[] => (state.phase === 'completed' ? [] : state.gaps)

/** The recorder as one screen sees it. */
export function recorderFor(
  state: RoomState,
  socket: string,
): { recorder: 'you' | 'other' | 'none'; take: number | null } {
  if (state.phase !== 'active' || !state.recorder?.socket) return { recorder: 'none', take: null }
  if (state.recorder.socket === socket) return { recorder: 'you', take: state.recorder.take }
  return { recorder: 'other', take: null }
}

/** The take that is paused right now. */
export const restingOf = (state: RoomState): number | null =>
  state.phase === 'active' && state.recorder?.paused ? state.recorder.take : null

/** Lines may be changed while the room still holds them. */
export const refusesEdits = (state: RoomState): Refusal | null =>
  state.phase === 'completed' ? 'completed' : state.phase === 'flushing' ? 'finishing' : null

/** When the room must wake, in ms; null if only a message can change it. */
export function dueAt(state: RoomState): number | null {
  if (state.phase === 'completed') return null
  if (state.phase === 'flushing') return state.retryAt
  const alone =
    state.aloneSince === null ? [] : [state.aloneSince + (state.reminded ? ABANDON_AFTER_MS : REMIND_AFTER_MS)]
  if (state.phase === 'active') return alone[0] ?? null
  return Math.min(...alone, ...askTimes(state))
}

/** When a finishing room asks about its gaps, in ms; empty once it has asked. */
export const askTimes = (state: Finishing): number[] =>
  state.asked ? [] : [isMissing(state) ? state.since + ASK_AFTER_MS : state.heardAt + ASK_WITHOUT_ENGINE_MS]

/** [C16] Takes the room waits for, with missing samples; 0 if only their device knows. */
export const missingOf = (state: Finishing): TakeLength[] =>
  state.takes.flatMap((take) => {
    if (take.withdrawn) return []
    const announced = state.announced.find((one) => one.take === take.take)?.samples ?? 0
    const expected = Math.max(announced, take.length ?? byClock(state, take))
    const samples = Math.max(expected - take.stored, 0)
    return samples > 0 || take.length === null ? [{ take: take.take, samples }] : []
  })

/** Samples a silent device can have recorded: all time up to the end, unless it had paused. */
function byClock(state: Finishing, take: Take): number {
  const elapsed = Math.min(take.until ?? state.endedAt, state.endedAt) - wallOf(take, take.stored)
  return Math.min(SAMPLE_MAX, take.stored + Math.max(0, Math.round((elapsed * SAMPLE_RATE) / 1_000)))
}

const isMissing = (state: Finishing): boolean => missingOf(state).length > 0

/** The state as JSON for storage, without `stored`, which the frames give. */
export const saved = (state: RoomState): string =>
  JSON.stringify(state, (key, value) => (key === 'stored' ? undefined : value))

/** The state after an eviction: `storedOf` reads the frames, `sockets` are the connections that outlived it. */
export function restored(
  text: string,
  storedOf: (take: number) => number,
  sockets: readonly string[],
  now: number,
): RoomState {
  const state = JSON.parse(text) as RoomState
  if (state.phase === 'completed') return state
  const takes = state.takes.map((take) => ({ ...take, stored: storedOf(take.take) }))
  if (state.phase === 'flushing') return { ...state, takes }
  const aloneSince = sockets.length > 0 ? null : (state.aloneSince ?? now)
  const still = (lease: Lease | null): Lease | null =>
    lease?.socket && !sockets.includes(lease.socket) ? { ...lease, socket: null } : lease
  if (state.phase === 'finishing') return { ...state, takes, aloneSince }
  return { ...state, takes, aloneSince, recorder: still(state.recorder) }
}
