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
  /** End of the audio without a hole, in samples. Not saved: it is read from the frames. */
  stored: number
  /** Spans whose final results are stored. */
  done: readonly Span[]
  /** [C27] What an engine heard twice because it had found no words in it. */
  again?: readonly Span[]
  /** [C29] Voice that an engine passed over without a word. */
  doubtful?: readonly Span[]
  /** The session that was lent it: a device's pages share it, and what the device keeps. */
  session?: string
  /** The screens that say they hold its audio: first who recorded it, then later pages of that device. */
  holders: readonly string[]
  /** [C16] What its device says it recorded in all; null as long as it may record on, or has not said. */
  length: number | null
  /** Wall time after which its device cannot have recorded: it had paused, or knew that another took over. */
  until?: number
  /** [C24] The patient took consent back while it ran: no more of it is taken, and no engine hears it. */
  withdrawn?: true
  /** [C32] Its lines come without a speaker. */
  unguessed?: true
}

type Holder = { screen: string; session: string }

export const newTake = (
  take: number,
  now: number,
  { screen, session }: Holder = { screen: '', session: '' },
): Take => ({
  take,
  startedAt: now,
  anchors: [{ at: 0, wall: now }],
  stored: 0,
  done: [],
  session,
  holders: [screen],
  length: null,
})

/** [C32] Where the device says nothing of it, it stays as it was. */
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

/** Pages of one device come and go; who recorded it and the last ones are enough. */
const MOST_HOLDERS = 8

export function heldBy(take: Take, screen: string): Take {
  if (take.holders.includes(screen)) return take
  const [recorder = screen, ...others] = take.holders
  return { ...take, holders: [recorder, ...[...others, screen].slice(1 - MOST_HOLDERS)] }
}

/** [C31] What a page has for itself, and another recorded: that one is gone, for a device gives a take to one page at a time. */
export const leftTo = (take: Take, screen: string, { samples, open }: TakeLength): Take =>
  open || take.holders[0] === screen ? heldBy(take, screen) : closed(heldBy(take, screen), samples)

/** [C31] More of it than was said: whoever records it lives. */
export const grown = (take: Take, stored: number): Take =>
  take.length !== null && stored > take.length ? { ...take, stored, length: null } : { ...take, stored }

/** One who knows less of it does not shorten it. */
export const closed = (take: Take, samples: number): Take => ({ ...take, length: Math.max(take.length ?? 0, samples) })

/** All that a device holds of the consultation; null as long as it cannot read its disk, or names only a part. */
type Holds = readonly { take: number }[] | null

/**
 * [C30] A device writes down that it begins a take before the first frame. A later page of it that holds nothing of one of
 * which nothing is stored: the page it was lent to died in between, and there never will be anything. 'Cannot tell' is not
 * 'nothing'.
 */
export const disowned = (take: Take, session: string, holds: Holds): Take =>
  holds !== null &&
  take.length === null &&
  take.stored === 0 &&
  take.session === session &&
  !holds.some((one) => one.take === take.take)
    ? closed(take, 0)
    : take

export const undoneIn = (take: Take): Span[] => holesIn(take.done, take.stored)

/** Place of a sample on the consultation's audio clock. */
export const clockOf = (startedAt: number, take: Take, at: number): number =>
  Math.max(0, take.startedAt - startedAt) + msOf(at)

/** The sample a moment of the consultation's audio clock falls on. */
export const sampleOf = (startedAt: number, take: Take, ms: number): number =>
  Math.round(((ms - Math.max(0, take.startedAt - startedAt)) * SAMPLE_RATE) / 1_000)

export function wallOf(take: Take, at: number): number {
  const anchor = take.anchors.findLast((one) => one.at <= at) ?? { at: 0, wall: take.startedAt }
  return anchor.wall + msOf(at - anchor.at)
}

/**
 * The moment of the audio clock on which a moment of wall time falls: a pause stands still on it. `resting` is the take
 * that is paused right now.
 */
export function clockAt(startedAt: number, takes: readonly Take[], wall: number, resting: number | null): number {
  const take = takes.findLast((one) => one.startedAt <= wall)
  if (!take) return Math.max(0, takes.length === 0 ? wall - startedAt : 0)
  const i = take.anchors.findLastIndex((one) => one.wall <= wall)
  const anchor = take.anchors[i] ?? { at: 0, wall: take.startedAt }
  const end = take.anchors[i + 1]?.at ?? (resting === take.take ? Math.max(anchor.at, take.stored) : SAMPLE_MAX)
  return clockOf(startedAt, take, Math.min(end, anchor.at + ((wall - anchor.wall) * SAMPLE_RATE) / 1_000))
}

export const anchorAt = (take: Take, at: number): Anchor | undefined => take.anchors.findLast((one) => one.at === at)

/** Adds time without samples: a pause, a sleep. The anchor keeps the facts of an earlier one at the same place. [C37] The last ones are enough. */
export function anchored(take: Take, anchor: Anchor): Take {
  if (anchor.wall < wallOf(take, anchor.at)) return take
  // The start of the take stays: moments before its first gap are counted from there.
  const before = take.anchors.filter((one, i) => i === 0 || one.at < anchor.at)
  const [start, ...others] = [...before, { ...anchorAt(take, anchor.at), ...anchor }]
  return { ...take, anchors: [...(start ? [start] : []), ...others.slice(1 - MOST_ANCHORS)] }
}

/** The take goes on after a pause. */
export function afterPause(take: Take, now: number): Take {
  const at = take.stored
  const pausedMs = (anchorAt(take, at)?.pausedMs ?? 0) + Math.max(0, now - wallOf(take, at))
  return anchored(take, { at, wall: now, pausedMs })
}

/** [C37] The screen that recorded it records on, as after a pause. */
export function reopened(take: Take, now: number): Take {
  const { until: _, ...rest } = take
  return afterPause({ ...rest, length: null }, now)
}

export const gapOf = (startedAt: number, take: Take, span: Span, reason: GapReason): RoomGap => ({
  take: take.take,
  start_ms: clockOf(startedAt, take, span.from),
  end_ms: clockOf(startedAt, take, span.to),
  reason,
})
