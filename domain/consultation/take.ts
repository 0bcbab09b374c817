import { msOf, SAMPLE_MAX, SAMPLE_RATE } from './frame.ts'
import type { GapReason } from './gap.ts'
import { MOST_ANCHORS } from './limits.ts'
import type { RoomGap, TakeLength, TakeProgress } from './protocol.ts'
import { holesIn, reach, type Span } from './spans.ts'

/**
 * From sample `at` on, wall time runs from `wall`: the first anchor is the start, each pause or gap adds one. `told`: the
 * last gap the device reported here, which may be longer than the room accepted. `pausedMs`: time the room saw it paused here.
 */
export type Anchor = { at: number; wall: number; told?: { reason: GapReason; ms: number }; pausedMs?: number }

export type Take = {
  take: number
  /** When the room handed it out. */
  startedAt: number
  anchors: readonly Anchor[]
  /** End of the audio without a hole, in samples. Computed from the frames, never saved. */
  stored: number
  /** Spans whose final results are stored. */
  done: readonly Span[]
  /** [C44] Spans that the page's own recogniser hears; the last one may still grow, to `SAMPLE_MAX`. */
  deviceSpans?: readonly Span[]
  /** When that page last sent its spans or a result. */
  deviceAt?: number
  /** [C27] Spans an engine transcribed twice because it found no words at first. */
  again?: readonly Span[]
  /** [C29] Spans with voice for which an engine gave no word. */
  doubtful?: readonly Span[]
  /** The session that received the take. All pages of a device share the session and the device queue. */
  session?: string
  /** Screens that report its audio: first the one that recorded it, then later pages of that device. */
  holders: readonly string[]
  /** [C16] Total samples its device reported; null while it may record more or has not reported. */
  length: number | null
  /** Wall time after which its device cannot have recorded: it had paused, or knew that another took over. */
  until?: number
  /** [C24] The patient revoked consent during it: its frames are refused and no engine transcribes it. */
  withdrawn?: true
  /** [C32] Its lines come without a speaker. */
  unguessed?: true
}

type Holder = { screen: string; session: string }
const NOBODY: Holder = { screen: '', session: '' }

export const newTake = (take: number, now: number, { screen, session }: Holder = NOBODY): Take => ({
  take,
  startedAt: now,
  anchors: [{ at: 0, wall: now }],
  stored: 0,
  done: [],
  session,
  holders: [screen],
  length: null,
})

/** [C32] Returns the take with speaker guesses on or off; `undefined` changes nothing. */
export function withGuesses(take: Take, guess: boolean | undefined): Take {
  if (guess === undefined) return take
  const { unguessed: _, ...rest } = take
  return guess ? rest : { ...rest, unguessed: true }
}

export const progressOf = (take: Take): TakeProgress => ({
  take: take.take,
  stored: take.stored,
  transcribed: Math.min(reach(take.done), take.stored),
  ...(take.withdrawn && { withdrawn: true }),
})

/** Whether an engine has read all stored sound of a take, or the patient's revocation forbids to read it. */
export const isTranscribed = ({ stored, transcribed, withdrawn }: TakeProgress): boolean =>
  withdrawn === true || transcribed >= stored

/** Pages of one device come and go; the recorder and the last pages are enough. */
const MOST_HOLDERS = 8

export function addHolder(take: Take, screen: string): Take {
  if (take.holders.includes(screen)) return take
  const [recorder = screen, ...others] = take.holders
  return { ...take, holders: [recorder, ...[...others, screen].slice(1 - MOST_HOLDERS)] }
}

/** [C31] Adds a holder. Closes the take if another page recorded it: a device gives a take to one page at a time. */
export const assignTake = (take: Take, screen: string, { samples, open }: TakeLength): Take =>
  open || take.holders[0] === screen ? addHolder(take, screen) : closeTake(addHolder(take, screen), samples)

/** [C31] Sets the end of the audio. A frame past the reported length reopens the take: its recorder still runs. */
export const extendTake = (take: Take, stored: number): Take =>
  take.length !== null && stored > take.length ? { ...take, stored, length: null } : { ...take, stored }

/** Closes the take at `samples`. A shorter report never shortens it. */
export const closeTake = (take: Take, samples: number): Take => ({
  ...take,
  length: Math.max(take.length ?? 0, samples),
})

/** All takes a device holds of the consultation; null if its list is partial or its disk unreadable. */
type Holds = readonly { take: number }[] | null

/**
 * [C30] Closes an empty take if its device no longer holds it. A device records a take on disk before its first frame, so
 * the page that received the take has died and no audio will come. An unreadable disk (`null`) closes no take.
 */
export const releaseTake = (take: Take, session: string, holds: Holds): Take =>
  holds !== null &&
  take.length === null &&
  take.stored === 0 &&
  take.session === session &&
  !holds.some((one) => one.take === take.take)
    ? closeTake(take, 0)
    : take

export const undoneIn = (take: Take): Span[] => holesIn(take.done, take.stored)

/** Place of a sample on the consultation's audio clock, in ms. */
export const clockOf = (startedAt: number, take: Take, at: number): number =>
  Math.max(0, take.startedAt - startedAt) + msOf(at)

/** The sample at `ms` of the consultation's audio clock. */
export const sampleOf = (startedAt: number, take: Take, ms: number): number =>
  Math.round(((ms - Math.max(0, take.startedAt - startedAt)) * SAMPLE_RATE) / 1_000)

export function wallOf(take: Take, at: number): number {
  const anchor = take.anchors.findLast((one) => one.at <= at) ?? { at: 0, wall: take.startedAt }
  return anchor.wall + msOf(at - anchor.at)
}

/** Wall time to ms of the audio clock, which stops in a pause. `resting`: the take that is paused now. */
export function clockAt(startedAt: number, takes: readonly Take[], wall: number, resting: number | null): number {
  const take = takes.findLast((one) => one.startedAt <= wall)
  if (!take) return Math.max(0, takes.length === 0 ? wall - startedAt : 0)
  const i = take.anchors.findLastIndex((one) => one.wall <= wall)
  const anchor = take.anchors[i] ?? { at: 0, wall: take.startedAt }
  const end = take.anchors[i + 1]?.at ?? (resting === take.take ? Math.max(anchor.at, take.stored) : SAMPLE_MAX)
  return clockOf(startedAt, take, Math.min(end, anchor.at + ((wall - anchor.wall) * SAMPLE_RATE) / 1_000))
}

export const anchorAt = (take: Take, at: number): Anchor | undefined => take.anchors.findLast((one) => one.at === at)

/** Adds time without samples (a pause, a sleep), merged with an anchor at the same place. [C37] Keeps the last anchors. */
export function addAnchor(take: Take, anchor: Anchor): Take {
  if (anchor.wall < wallOf(take, anchor.at)) return take
  // Keep the start of the take: moments before its first gap count from there.
  const before = take.anchors.filter((one, i) => i === 0 || one.at < anchor.at)
  const [start, ...others] = [...before, { ...anchorAt(take, anchor.at), ...anchor }]
  return { ...take, anchors: [...(start ? [start] : []), ...others.slice(1 - MOST_ANCHORS)] }
}

/** Continues the take after a pause. */
export function afterPause(take: Take, now: number): Take {
  const at = take.stored
  const pausedMs = (anchorAt(take, at)?.pausedMs ?? 0) + Math.max(0, now - wallOf(take, at))
  return addAnchor(take, { at, wall: now, pausedMs })
}

/** [C37] Reopens the take for the screen that recorded it, as after a pause. */
export function reopenTake(take: Take, now: number): Take {
  const { until: _, ...rest } = take
  return afterPause({ ...rest, length: null }, now)
}

export const gapOf = (startedAt: number, take: Take, span: Span, reason: GapReason): RoomGap => ({
  take: take.take,
  start_ms: clockOf(startedAt, take, span.from),
  end_ms: clockOf(startedAt, take, span.to),
  reason,
})
