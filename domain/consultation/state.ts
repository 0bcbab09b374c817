import type { ConsentState } from '../consent/consent.ts'
import type { Work } from './feeding.ts'
import { SAMPLE_MAX, SAMPLE_RATE } from './frame.ts'
import type { ClientMessage, Refusal, RoomGap, RoomStatus, ServerMessage } from './protocol.ts'
import type { Span } from './spans.ts'
import { type Take, wallOf } from './take.ts'

export type TakeLength = { take: number; samples: number }

/** The screen that records. `socket` is null while it is not connected. */
export type Lease = { take: number; screen: string; session: string; socket: string | null; paused: boolean }

/** What the patient said, and when D1 was told. */
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
  /** What anybody said of a take, its device or not. */
  announced: readonly TakeLength[]
  /** When a span was last done: the engine lives. */
  heardAt: number
  asked: boolean
  /** [C27] Voice in which no engine found words, as far as the room has looked. */
  wordless: readonly Work[]
}
/** Everything is there, and D1 is being told. Nothing changes any more. */
export type Flushing = {
  phase: 'flushing'
  startedAt: number
  consent: Consent
  endedAt: number
  takes: readonly Take[]
  gaps: readonly RoomGap[]
  attempts: number
  retryAt: number
}
type Completed = { phase: 'completed' }
export type RoomState = Active | Finishing | Flushing | Completed

/** The socket that speaks, its session, and the screen it belongs to. */
export type From = { socket: string; session: string; screen: string }
type Said<T extends ClientMessage['type']> = Omit<Extract<ClientMessage, { type: T }>, 'type'>

export type RoomEvent =
  | (From & { type: 'hello'; version: number; since: number } & Pick<Said<'hello'>, 'holds' | 'partial'>)
  | { type: 'closed'; socket: string; screens: number }
  | (From & { type: 'frame'; take: number; at: number; samples: number })
  | (From & { type: 'toggle_transcription' } & Said<'toggle_transcription'>)
  | (From & { type: 'take_over' })
  | (From & { type: 'gap' } & Said<'gap'>)
  | (From & { type: 'finish' } & Said<'finish'>)
  /** The engine's final results for a span are stored, or it said that there is nothing in it: `doubtful` where there is a voice. */
  | { type: 'heard'; take: number; from: number; to: number; doubtful?: readonly Span[]; words?: readonly Span[] }
  /** D1 has it; `discarded` is what the device of whoever took it back threw away. */
  | ({ type: 'consent'; discarded: readonly TakeLength[] } & Consent)
  /** The answer to `check_voice`: voice that is done and has no words. */
  | { type: 'voice'; spans: readonly Work[] }
  /** Somebody wants that voice heard again. */
  | (From & { type: 'retranscribe'; spans: readonly Work[] })
  | { type: 'flushed' }
  | { type: 'flush_failed' }
  | { type: 'tick'; screens: number }
  /** [C34] It has been open for longer than audio may be kept. */
  | { type: 'end'; last: boolean }

export type Effect =
  /** The engine may hear the frame in hand at once: it need not wait for the disk. */
  | { do: 'forward' }
  /** Store the frame in hand, without its first `skip` samples. Comes before the acknowledgement. */
  | { do: 'store'; skip: number }
  /** [C33] Nobody will hear this take any more: its sound goes, its length stays. */
  | { do: 'silence'; take: number }
  | { do: 'save' }
  | { do: 'send'; to: string; message: ServerMessage }
  | { do: 'broadcast'; message: ServerMessage }
  /** The whole picture, entries since `since` included. */
  | { do: 'welcome'; to: string; since: number }
  /** Tell every screen who records, each from its own side. */
  | { do: 'tell_recorder' }
  /** There may be something to transcribe, or no longer. */
  | { do: 'listen' }
  | { do: 'remind' }
  /** Look for voice without words in what is done, and say `voice` at once. */
  | { do: 'check_voice' }
  /** Tell D1; then let go of everything but the tombstone, and report `flushed`. */
  | { do: 'flush' }

export type Step = { state: RoomState; effects: Effect[] }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const ASK_AFTER_MS = 10 * MINUTE
export const ASK_WITHOUT_ENGINE_MS = 2 * MINUTE
export const REMIND_AFTER_MS = 12 * HOUR
export const ABANDON_AFTER_MS = 7 * 24 * HOUR
/** [C34] For how long an old consultation is left in peace after somebody was at it. */
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

/** Who records, from the side of one screen. */
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

/** When the room must be woken; null when only a message can change something. */
export function dueAt(state: RoomState): number | null {
  if (state.phase === 'completed') return null
  if (state.phase === 'flushing') return state.retryAt
  const alone =
    state.aloneSince === null ? [] : [state.aloneSince + (state.reminded ? ABANDON_AFTER_MS : REMIND_AFTER_MS)]
  if (state.phase === 'active') return alone[0] ?? null
  return Math.min(...alone, ...askTimes(state))
}

/** When a room that is finishing asks about its gap. */
export const askTimes = (state: Finishing): number[] =>
  state.asked ? [] : [isMissing(state) ? state.since + ASK_AFTER_MS : state.heardAt + ASK_WITHOUT_ENGINE_MS]

/** [C16] The takes that are waited for, and how much is missing; 0 when only their device knows. */
export const missingOf = (state: Finishing): TakeLength[] =>
  state.takes.flatMap((take) => {
    if (take.withdrawn) return []
    const announced = state.announced.find((one) => one.take === take.take)?.samples ?? 0
    const expected = Math.max(announced, take.length ?? byClock(state, take))
    const samples = Math.max(expected - take.stored, 0)
    return samples > 0 || take.length === null ? [{ take: take.take, samples }] : []
  })

/** What a device that has not answered recorded by the clock: everything up to the end, unless it had paused. */
function byClock(state: Finishing, take: Take): number {
  const unheard = Math.min(take.until ?? state.endedAt, state.endedAt) - wallOf(take, take.stored)
  return Math.min(SAMPLE_MAX, take.stored + Math.max(0, Math.round((unheard * SAMPLE_RATE) / 1_000)))
}

const isMissing = (state: Finishing): boolean => missingOf(state).length > 0

/** What storage keeps of the state. How far each take is stored is told by the frames themselves. */
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
