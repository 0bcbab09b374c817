import { localParts } from './local-time.ts'

/** The zone in which quotas are counted. It is also a doctor's own until a device reports another. */
export const TIME_ZONE = 'America/Sao_Paulo'

export const DAY_MS = 24 * 60 * 60_000

function sinceMidnight(at: number, timeZone: string): number {
  const { hour, minute, second } = localParts(at, timeZone)
  return (Number(hour) * 3_600 + Number(minute) * 60 + Number(second)) * 1_000 + (at % 1_000)
}

/** The instant (ms) at which the day of `now` began in that zone. */
export function startOfDay(now: number, timeZone: string): number {
  const start = now - sinceMidnight(now, timeZone)
  const off = sinceMidnight(start, timeZone)
  if (off === 0) return start
  // The clocks changed since midnight.
  return off < DAY_MS / 2 ? start - off : start + DAY_MS - off
}

/** The month of `now` in `TIME_ZONE`: its first instant, and the first one after it. */
export function monthOf(now: number): { start: number; end: number } {
  const { year, month, day } = localParts(now, TIME_ZONE)
  const start = startOfDay(now, TIME_ZONE) - (Number(day) - 1) * DAY_MS
  return { start, end: start + new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() * DAY_MS }
}
