import { FRAME_SAMPLES, SAMPLE_MAX, SAMPLE_RATE } from './frame.ts'
import { holesIn, isInside, type Span, withoutSpans } from './spans.ts'
import type { Take } from './take.ts'

/** An engine that starts in the middle of a take gets this much audio before it as context. */
export const LEAD_IN = SAMPLE_RATE
/** Shorter audio at the end of a take holds no word. */
const SCRAP = SAMPLE_RATE

/** True for the screen that recorded the take, and for any page of its session. */
export const isHolder = (take: Take, { screen, session }: { screen: string; session: string }): boolean =>
  take.session === session || take.holders.includes(screen)

/** True while the page hears the end of the take. */
export const isDeviceListening = (take: Take | undefined): boolean => take?.deviceSpans?.at(-1)?.to === SAMPLE_MAX

/** [C47] Returns the audio that a change made needless. A frame that was needed in part begins before it. */
export function newlyForgotten(before: Take, after: Take): Span[] {
  const all = audioToForget(after)
  return [...withoutSpans(all, audioToForget(before))].map(({ from, to }) => {
    const first = all.find((span) => span.from <= from && from < span.to)?.from ?? from
    return { from: Math.max(first, from - FRAME_SAMPLES), to }
  })
}

/**
 * [C47] Returns the audio that no other engine will need: done, with no doubt, and not in the second before audio that
 * is still open. Empty for a take that its page never heard.
 */
function audioToForget(take: Take): readonly Span[] {
  if (!take.deviceSpans) return []
  const open = [...holesIn(take.done, SAMPLE_MAX), ...(take.doubtful ?? [])]
  return withoutSpans(
    take.done,
    open.map(({ from, to }) => ({ from: from - LEAD_IN, to })),
  )
}

/** Returns where the device's first span at or after sample `from` begins; `SAMPLE_MAX` without one. */
const nextDeviceSpan = (take: Take, from: number): number =>
  take.deviceSpans?.find((span) => span.from >= from && span.to > span.from)?.from ?? SAMPLE_MAX

/** Returns the end, in samples, of the stored audio from `from` on that is not the device's. */
export const storedBeforeDevice = (take: Take, from: number): number =>
  Math.min(take.stored, nextDeviceSpan(take, from))

/**
 * [C44] Returns where the device's audio begins for an engine that hears from sample `from` on and has got audio up to
 * `fedTo`: at the device's next span, or at `fedTo` if the device was silent and is back.
 */
export function deviceFrom(take: Take, from: number, fedTo: number): number {
  const isBack = fedTo >= from && isInside(take.deviceSpans ?? [], fedTo)
  return isBack ? Math.min(fedTo, nextDeviceSpan(take, from)) : nextDeviceSpan(take, from)
}

/**
 * [C46] Audio between two spans of the device, and a scrap at the end of a closed take: without another engine it counts
 * as answered without words.
 */
export function missedByDevice(take: Take): Span[] {
  const last = take.deviceSpans?.at(-1)
  if (!last) return []
  const isClosed = take.length !== null && take.stored - last.to < SCRAP
  const end = isClosed ? take.stored : Math.min(last.from, take.stored)
  return [...withoutSpans(holesIn(take.done, end), take.deviceSpans ?? [])]
}
