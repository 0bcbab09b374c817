import { SAMPLE_MAX, SAMPLE_RATE } from './frame.ts'
import { holesIn, type Span, withoutSpans } from './spans.ts'
import type { Take } from './take.ts'

/** Shorter audio at the end of a take holds no word. */
const SCRAP = SAMPLE_RATE

/** True for the screen that recorded the take, and for any page of its session. */
export const isHolder = (take: Take, { screen, session }: { screen: string; session: string }): boolean =>
  take.session === session || take.holders.includes(screen)

/** True while the page hears the end of the take. */
export const isDeviceListening = (take: Take | undefined): boolean => take?.deviceSpans?.at(-1)?.to === SAMPLE_MAX

/** Returns the end, in samples, of the stored audio from `from` on that is not the device's. */
export function storedBeforeDevice(take: Take, from: number): number {
  const next = take.deviceSpans?.find((span) => span.from >= from && span.to > span.from)
  return Math.min(take.stored, next?.from ?? SAMPLE_MAX)
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
