/**
 * Decides what to send next and when to abandon a socket. The device queue holds frames until the room has *stored*
 * them. This machine knows only positions in samples: how far each take is recorded, sent on this connection, and
 * stored. Only `stored` removes a frame from the queue, so an error here cannot lose audio: at worst it is sent twice.
 */
import { MOST_TAKES, type TakeLength, type TakeProgress } from '../consultation/protocol.ts'

/** Frames sent without an acknowledgement: 10 s of audio, 320 KB. A backlog is sent as fast as the room acknowledges. */
export const WINDOW_FRAMES = 40
/** Without progress for this long while frames are under way, the socket is half open. */
const ABANDON_MS = 5_000

export type OutboxTake = {
  take: number
  /** Recorded on this device, or assigned to it: only this device knows its length. */
  own: boolean
  /** Samples recorded on this device, or stored by the room already. */
  put: number
  /** The first sample in the device queue; valid until the room reports what it has stored. */
  from: number
  stored: number
  transcribed: number
  sent: number
  /** Ends of the frames sent on this connection and not yet stored, in order. */
  flight: readonly number[]
  /** Pending answers for frames that were sent past a hole: they carry no news. */
  stale: number
}

export type Outbox = { online: boolean; takes: readonly OutboxTake[]; waitingSince: number | null }

export const emptyOutbox: Outbox = { online: false, takes: [], waitingSince: null }

const none = { own: false, put: 0, from: 0, stored: 0, transcribed: 0, sent: 0, flight: [], stale: 0 }

/** Returns the positions of a take; all 0 when it is new. */
export const takeOf = (outbox: Outbox, take: number): OutboxTake =>
  outbox.takes.find((one) => one.take === take) ?? { take, ...none }

function withTake(outbox: Outbox, changed: OutboxTake): Outbox {
  const others = outbox.takes.filter((one) => one.take !== changed.take)
  return { ...outbox, takes: [...others, changed].sort((a, b) => a.take - b.take) }
}

/** Records that a frame ends at `end`; with 0, that the room assigned the take to this device. */
export function addFrame(outbox: Outbox, take: number, end: number): Outbox {
  const existing = takeOf(outbox, take)
  return withTake(outbox, { ...existing, own: true, put: Math.max(existing.put, end) })
}

/** Adds a take of an earlier page: samples up to `end`, of which those from `from` on are in the queue. */
export function restoreTake(outbox: Outbox, take: number, from: number, end: number): Outbox {
  const existing = takeOf(outbox, take)
  const unknown = !outbox.online && existing.stored === 0
  return withTake(outbox, {
    ...existing,
    own: true,
    put: Math.max(existing.put, end),
    from: unknown ? from : existing.from,
  })
}

/** The room has reported what it has stored: everything after that is sent again. */
export function connect(outbox: Outbox, progress: readonly TakeProgress[]): Outbox {
  const numbers = new Set([...outbox.takes.map((one) => one.take), ...progress.map((one) => one.take)])
  const takes = [...numbers]
    .sort((a, b) => a - b)
    .map((number): OutboxTake => {
      const existing = takeOf(outbox, number)
      const reported = progress.find((one) => one.take === number)
      // Frames that left the queue cannot be sent again: never go back behind them.
      const stored = Math.max(existing.stored, reported?.stored ?? (existing.from === existing.put ? existing.put : 0))
      const put = Math.max(existing.put, stored)
      const transcribed = Math.max(existing.transcribed, reported?.transcribed ?? 0)
      return { take: number, own: existing.own, put, from: 0, stored, transcribed, sent: stored, flight: [], stale: 0 }
    })
  return { online: true, takes, waitingSince: null }
}

export function disconnect(outbox: Outbox): Outbox {
  const takes = outbox.takes.map((one) => ({ ...one, sent: one.stored, flight: [], stale: 0 }))
  return { online: false, takes, waitingSince: null }
}

const underWay = (outbox: Outbox): number => outbox.takes.reduce((sum, one) => sum + one.flight.length + one.stale, 0)

/** Returns the sample to send from, oldest take first. Null: nothing to send, no connection, or the window is full. */
export function nextToSend(
  outbox: Outbox,
  may: (take: number) => boolean = () => true,
): { take: number; from: number } | null {
  if (!outbox.online || underWay(outbox) >= WINDOW_FRAMES) return null
  const open = outbox.takes.find((one) => one.sent < one.put && may(one.take))
  return open ? { take: open.take, from: open.sent } : null
}

/** A frame that ends at `end` was sent. */
export function markSent(outbox: Outbox, take: number, end: number, now: number): Outbox {
  const existing = takeOf(outbox, take)
  const next = withTake(outbox, { ...existing, sent: end, flight: [...existing.flight, end] })
  return { ...next, waitingSince: outbox.waitingSince ?? now }
}

/** Applies an answer of the room. One without any progress means that an earlier frame is missing: sends it again. */
export function acknowledge(outbox: Outbox, progress: TakeProgress, now: number): Outbox {
  const existing = takeOf(outbox, progress.take)
  const transcribed = Math.max(existing.transcribed, progress.transcribed)
  if (progress.stored > existing.stored) {
    const next = withTake(outbox, {
      ...existing,
      transcribed,
      put: Math.max(existing.put, progress.stored),
      stored: progress.stored,
      sent: Math.max(existing.sent, progress.stored),
      flight: existing.flight.filter((end) => end > progress.stored),
      stale: 0,
    })
    return { ...next, waitingSince: underWay(next) > 0 ? now : null }
  }
  if (progress.transcribed > existing.transcribed) return withTake(outbox, { ...existing, transcribed })
  if (existing.stale > 0) return withTake(outbox, { ...existing, stale: existing.stale - 1 })
  if (existing.flight.length === 0) return outbox
  return withTake(outbox, { ...existing, sent: existing.stored, flight: [], stale: existing.flight.length - 1 })
}

/** Returns true when the connection must be dropped and opened again. */
export const isOverdue = (outbox: Outbox, now: number): boolean =>
  outbox.online && outbox.waitingSince !== null && now - outbox.waitingSince >= ABANDON_MS

/** Returns the samples on this device that the room has not stored. */
export const pendingSamples = (outbox: Outbox): number =>
  outbox.takes.reduce((sum, one) => sum + one.put - Math.max(one.stored, one.from), 0)

/** Returns the lengths of this device's takes, in samples. Other devices report their own. */
export const ownTakes = (outbox: Outbox): TakeLength[] =>
  outbox.takes.filter((one) => one.own).map(({ take, put }) => ({ take, samples: put }))

/** Returns the last takes, as many as one message holds; `partial` when others are missing. */
export function listTakes(takes: readonly TakeLength[], partial = false): { takes: TakeLength[]; partial?: true } {
  const last = takes.slice(-MOST_TAKES)
  return partial || last.length < takes.length ? { takes: last, partial: true } : { takes: last }
}

/** Pending audio of this take, or of all, is no longer sent. */
export const giveUp = (outbox: Outbox, take?: number): Outbox => ({
  ...outbox,
  takes: outbox.takes.map((one) =>
    take === undefined || one.take === take
      ? { ...one, put: one.stored, from: 0, sent: one.stored, flight: [], stale: 0 }
      : one,
  ),
  waitingSince: null,
})
