/**
 * What to send next, and when a socket is no longer worth trusting. Frames lie in the device queue until the room has
 * *stored* them; this machine only knows positions: per take how far audio was put, sent on this connection, and stored.
 * A frame leaves the queue by `stored` alone, so nothing here can lose audio: at worst it is sent twice.
 */
import { MOST_TAKES, type TakeLength, type TakeProgress } from '../consultation/protocol.ts'

/** Frames that may be under way: 10 s of audio, 320 KB. Catching up is as fast as acknowledgements come back. */
export const WINDOW_FRAMES = 40
/** Frames under way and no progress for this long: the socket is half open. */
const ABANDON_MS = 5_000

export type OutboxTake = {
  take: number
  /** Recorded, or to be recorded, on this device: only this device can say how long it is. */
  own: boolean
  /** Samples recorded on this device, or known to the room already. */
  put: number
  /** What lies in the queue begins here, as far as this page knows before the room has told. */
  from: number
  stored: number
  transcribed: number
  sent: number
  /** Ends of the frames sent on this connection and not yet stored, in order. */
  flight: readonly number[]
  /** Answers still to come for frames that were sent past a hole: they say nothing new. */
  stale: number
}

export type Outbox = { online: boolean; takes: readonly OutboxTake[]; waitingSince: number | null }

export const emptyOutbox: Outbox = { online: false, takes: [], waitingSince: null }

const fresh = (take: number): OutboxTake => ({
  take,
  own: false,
  put: 0,
  from: 0,
  stored: 0,
  transcribed: 0,
  sent: 0,
  flight: [],
  stale: 0,
})

export const takeOf = (outbox: Outbox, take: number): OutboxTake =>
  outbox.takes.find((one) => one.take === take) ?? fresh(take)

function withTake(outbox: Outbox, changed: OutboxTake): Outbox {
  const others = outbox.takes.filter((one) => one.take !== changed.take)
  return { ...outbox, takes: [...others, changed].sort((a, b) => a.take - b.take) }
}

/** A frame is in the device queue; or, with 0, the take was handed to this device. */
export function put(outbox: Outbox, take: number, end: number): Outbox {
  const known = takeOf(outbox, take)
  return withTake(outbox, { ...known, own: true, put: Math.max(known.put, end) })
}

/** Recorded on this device before: samples up to `end`, of which those from `from` on still lie in the queue. */
export function restored(outbox: Outbox, take: number, from: number, end: number): Outbox {
  const known = takeOf(outbox, take)
  const unknown = !outbox.online && known.stored === 0
  return withTake(outbox, { ...known, own: true, put: Math.max(known.put, end), from: unknown ? from : known.from })
}

/** The room has greeted us and said how far each take is stored: everything after that is sent again. */
export function connected(outbox: Outbox, progress: readonly TakeProgress[]): Outbox {
  const numbers = new Set([...outbox.takes.map((one) => one.take), ...progress.map((one) => one.take)])
  const takes = [...numbers]
    .sort((a, b) => a - b)
    .map((number): OutboxTake => {
      const known = takeOf(outbox, number)
      const told = progress.find((one) => one.take === number)
      // What the queue has let go cannot be sent again: never go back behind it.
      const stored = Math.max(known.stored, told?.stored ?? (known.from === known.put ? known.put : 0))
      const put = Math.max(known.put, stored)
      const transcribed = Math.max(known.transcribed, told?.transcribed ?? 0)
      return { take: number, own: known.own, put, from: 0, stored, transcribed, sent: stored, flight: [], stale: 0 }
    })
  return { online: true, takes, waitingSince: null }
}

export function disconnected(outbox: Outbox): Outbox {
  const takes = outbox.takes.map((one) => ({ ...one, sent: one.stored, flight: [], stale: 0 }))
  return { online: false, takes, waitingSince: null }
}

const underWay = (outbox: Outbox): number => outbox.takes.reduce((sum, one) => sum + one.flight.length + one.stale, 0)

/** The sample to send from, oldest take first; null when there is nothing, no connection, or the window is full. */
export function nextToSend(
  outbox: Outbox,
  may: (take: number) => boolean = () => true,
): { take: number; from: number } | null {
  if (!outbox.online || underWay(outbox) >= WINDOW_FRAMES) return null
  const open = outbox.takes.find((one) => one.sent < one.put && may(one.take))
  return open ? { take: open.take, from: open.sent } : null
}

export function sent(outbox: Outbox, take: number, end: number, now: number): Outbox {
  const known = takeOf(outbox, take)
  const next = withTake(outbox, { ...known, sent: end, flight: [...known.flight, end] })
  return { ...next, waitingSince: outbox.waitingSince ?? now }
}

/** An answer of the room. Without progress, and not about transcription, it means that a frame before was missed. */
export function acknowledged(outbox: Outbox, progress: TakeProgress, now: number): Outbox {
  const known = takeOf(outbox, progress.take)
  const transcribed = Math.max(known.transcribed, progress.transcribed)
  if (progress.stored > known.stored) {
    const next = withTake(outbox, {
      ...known,
      transcribed,
      put: Math.max(known.put, progress.stored),
      stored: progress.stored,
      sent: Math.max(known.sent, progress.stored),
      flight: known.flight.filter((end) => end > progress.stored),
      stale: 0,
    })
    return { ...next, waitingSince: underWay(next) > 0 ? now : null }
  }
  if (progress.transcribed > known.transcribed) return withTake(outbox, { ...known, transcribed })
  if (known.stale > 0) return withTake(outbox, { ...known, stale: known.stale - 1 })
  if (known.flight.length === 0) return outbox
  return withTake(outbox, { ...known, sent: known.stored, flight: [], stale: known.flight.length - 1 })
}

/** True when the connection must be dropped and opened anew. */
export const overdue = (outbox: Outbox, now: number): boolean =>
  outbox.online && outbox.waitingSince !== null && now - outbox.waitingSince >= ABANDON_MS

/** Samples on this device that the room has not stored. */
export const waiting = (outbox: Outbox): number =>
  outbox.takes.reduce((sum, one) => sum + one.put - Math.max(one.stored, one.from), 0)

/** What this device announces when the consultation is finished. Takes of other devices are theirs to announce. */
export const recorded = (outbox: Outbox): { take: number; samples: number }[] =>
  outbox.takes.filter((one) => one.own).map(({ take, put }) => ({ take, samples: put }))

/** As many takes as one message holds, the last ones; without the others the list is only a part. */
export function listed(takes: readonly TakeLength[], partial = false): { takes: TakeLength[]; partial?: true } {
  const last = takes.slice(-MOST_TAKES)
  return partial || last.length < takes.length ? { takes: last, partial: true } : { takes: last }
}

/** Nobody takes what waits any more, of this take or of any. */
export const givenUp = (outbox: Outbox, take?: number): Outbox => ({
  ...outbox,
  takes: outbox.takes.map((one) =>
    take === undefined || one.take === take
      ? { ...one, put: one.stored, from: 0, sent: one.stored, flight: [], stale: 0 }
      : one,
  ),
  waitingSince: null,
})
