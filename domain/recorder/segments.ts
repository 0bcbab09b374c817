import { msOf, SAMPLE_RATE } from '../consultation/frame.ts'
import { expiryCutoff } from '../retention/rules.ts'

/** A part of the local recording; it begins at sample `from` of the take. */
export type Segment = { segment: number; take: number; from: number; mime: string; startedAt: number; seconds: number }
/** A part of a segment to play. `ms` null: to its end. */
export type Slice = { segment: Segment; fromMs: number; ms: number | null }

/** A line starts at its first sound: a listener needs a little before it. */
const BEFORE_MS = 300
const AFTER_MS = 200

/** [LR1] In the order of the spec; the first one this browser can. */
export const recordingFormats = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg;codecs=opus'] as const

/** [LR5] */
export const isOutdated = (startedAt: number, now: number): boolean => startedAt < expiryCutoff('localRecording', now)

const inOrder = (segments: readonly Segment[]): Segment[] =>
  [...segments].sort((a, b) => a.take - b.take || a.from - b.from || a.segment - b.segment)

/** Returns the sample where the take's next segment begins, or null. Segments overlap so that no sound is missed. */
function endOf(ordered: readonly Segment[], index: number): number | null {
  const [own, next] = [ordered[index] as Segment, ordered[index + 1]]
  return next && next.take === own.take ? next.from : null
}

/** [LR6] Returns the whole recording, each moment once and in order. */
export function wholeOf(segments: readonly Segment[]): Slice[] {
  const ordered = inOrder(segments)
  return ordered.flatMap((segment, index) => {
    const end = endOf(ordered, index)
    const ms = end === null ? null : msOf(end - segment.from)
    return ms === 0 ? [] : [{ segment, fromMs: 0, ms }]
  })
}

/** Returns the length in ms, without decoding: whole seconds for the last segment of a take. */
export const lengthOf = (segments: readonly Segment[]): number =>
  wholeOf(segments).reduce(
    (sum, { segment, ms }) => sum + Math.min(ms ?? Number.POSITIVE_INFINITY, segment.seconds * 1_000),
    0,
  )

/** [LR4] Returns the sound of `ms` from sample `at`, with a little before and after. Empty: not on this device. */
export function slicesOf(segments: readonly Segment[], take: number, at: number, ms: number): Slice[] {
  const from = Math.max(0, at - samples(BEFORE_MS))
  const to = at + samples(ms + AFTER_MS)
  const ordered = inOrder(segments.filter((segment) => segment.take === take))
  const slices = ordered.flatMap((segment, index) => {
    const end = Math.min(
      endOf(ordered, index) ?? Number.POSITIVE_INFINITY,
      segment.from + samples(segment.seconds * 1_000),
    )
    const [a, b] = [Math.max(from, segment.from), Math.min(to, end)]
    return a < b ? [{ segment, fromMs: msOf(a - segment.from), ms: msOf(b - a), a, b }] : []
  })
  // Sound only before or only after the line is not the line.
  if (!slices.some(({ a, b }) => a < at + samples(ms) && b > at)) return []
  return slices.map(({ segment, fromMs, ms }) => ({ segment, fromMs, ms }))
}

const samples = (ms: number): number => Math.round((ms * SAMPLE_RATE) / 1_000)
