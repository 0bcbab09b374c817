import { lazily } from './lazily.ts'

/** Dates as a doctor in Brazil reads them. Quotas, 'today' and printed dates count in this zone. */
export const TIME_ZONE = 'America/Sao_Paulo'

const clock = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: TIME_ZONE,
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
)

/** The instant (ms) at which the day of `now` began in `TIME_ZONE`, which has had no daylight saving since 2019. */
export function startOfDay(now: number): number {
  const parts = Object.fromEntries(
    clock()
      .formatToParts(now)
      .map((part) => [part.type, Number(part.value)]),
  )
  const sinceMidnight =
    ((parts.hour ?? 0) * 3_600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0)) * 1_000 + (now % 1_000)
  return now - sinceMidnight
}

const date = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: TIME_ZONE,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    }),
)
export const DAY_MS = 24 * 60 * 60_000

/** The month of `now` in `TIME_ZONE`: its first instant, and the first one after it. */
export function monthOf(now: number): { start: number; end: number } {
  const {
    year = 0,
    month = 1,
    day = 1,
  } = Object.fromEntries(
    date()
      .formatToParts(now)
      .map((part) => [part.type, Number(part.value)]),
  )
  const start = startOfDay(now) - (day - 1) * DAY_MS
  return { start, end: start + new Date(Date.UTC(year, month, 0)).getUTCDate() * DAY_MS }
}
