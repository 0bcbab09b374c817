import type { ClientMessage } from './protocol.ts'

/** A token bucket: `size` at once, then `perSecond`. `tokens` may be negative: that many are owed. */
export type Rate = { size: number; perSecond: number }
export type Bucket = { tokens: number; at: number }

/** [C35] A page restates at most some hundred gaps and lines at once; hands are slower. */
export const CONTROL_RATE: Rate = { size: 300, perSecond: 10 }
/** [C36] Five minutes of audio at once, then 50 times as fast as it is recorded. */
export const AUDIO_RATE: Rate = { size: 1_200, perSecond: 200 }
/** [C36] Frames beyond the rate that are stored and acknowledged later. A device has at most 40 under way. */
export const MOST_AUDIO_OWED = 200

/**
 * These read, write or send far more than the others. Results of a page cost less: after an hour without a connection
 * some 600 come at once.
 */
const costs: Partial<Record<ClientMessage['type'], number>> = {
  hello: 5,
  finish: 5,
  take_over: 5,
  flip_speakers: 10,
  retranscribe: 10,
  device_result: 0.25,
  device_partial: 0.25,
}
export const costOf = (message: ClientMessage): number => costs[message.type] ?? 1

export const fullBucket = (rate: Rate, now: number): Bucket => ({ tokens: rate.size, at: now })

/** The bucket after `cost` more; null when it would owe more than `owed`. */
export function spend(bucket: Bucket, rate: Rate, cost: number, now: number, owed = 0): Bucket | null {
  // A clock that is set back gives nothing.
  const passed = Math.max(0, now - bucket.at)
  const tokens = Math.min(rate.size, bucket.tokens + (passed * rate.perSecond) / 1_000) - cost
  return tokens >= -owed ? { tokens, at: now } : null
}

/** How long until nothing is owed any more. */
export const owedMs = ({ tokens }: Bucket, rate: Rate): number =>
  tokens >= 0 ? 0 : Math.ceil((-tokens * 1_000) / rate.perSecond)

/** [C37] From here on a screen that starts again records on in its last take. */
export const MOST_TAKES_OF_SCREENS = 200
/** [C38] Legitimate consultations have a few dozen. */
export const MOST_GAPS = 1_000
export const MOST_TYPED_LINES = 1_000
/** [C38] Four hours of fast typing. Structuring and the checks read all lines: their time grows with the letters. */
export const MOST_TYPED_LETTERS = 250_000
/** [C48] Seven hours of talk in one take: a fast speaker says some 16 letters a second. */
export const MOST_RECOGNISED_LETTERS = 400_000
/** [C48] Each take has a few, and at most 300. */
export const MOST_DEVICE_SPANS = 5_000
/** [C37] Older pauses of a take are forgotten: they place lines that are written already. */
export const MOST_ANCHORS = 50
/** [C40] A doctor has a few screens; the others are connections that died unnoticed. */
export const MOST_SOCKETS = 32
/** [C39] The room checks after so many characters that they are read. A slow line has this time and this much more. */
export const READ_CHECK_AFTER = 256 * 1_024
export const MOST_UNREAD = 2 * 1_024 * 1_024
export const READ_WITHIN_MS = 10_000
