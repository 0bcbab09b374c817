import { monthOf, times } from '../cost/bill.ts'
import { prices } from '../cost/prices.ts'
import { simulateDay } from './day.ts'
import { limits } from './limits.ts'
import { ASSUMED, type LineBytes, takenBy } from './taken.ts'

const MONTHS = 12
/** Beyond this share of a limit the next step has to be under way. */
const PLAN_AT = 0.5

export type Limit = {
  name: string
  /** How much of it the busiest minute takes; of what grows, how much a year. */
  share: number
  /** Working days until it is met; null where it is met by the rate, or not at all. */
  days: number | null
  /** Consultations a day that it bears; of what grows, for a year. */
  bears: number
}
export type Size = {
  consultationsADay: number
  doctors: number
  alive: number
  endsAMinute: number
  gbAYear: number
  /** How long one database would be busy in the busiest minute. */
  d1Busy: number
  /** Databases wanted at the end of a year: by bytes, by time. */
  databases: { bySize: number; byTime: number }
  queue: { messagesASecond: number; structuring: number; printing: number }
  sealing: { rowsARing: number; copiesARing: number }
  usdAMonth: { use: number; kept: number }
  limits: Limit[]
}

/** One size of the whole: arithmetic on a simulated day. */
export function sizeOf(consultationsADay: number, lines: LineBytes, seed = 9): Size {
  const { meanMinutes, workingDays } = ASSUMED
  const use = takenBy(meanMinutes, lines)
  const { alive, endsAMinute } = simulateDay(consultationsADay, meanMinutes, seed)
  const month = consultationsADay * workingDays
  const bytesADay = consultationsADay * use.d1Bytes
  const bytesAYear = bytesADay * workingDays * MONTHS
  const d1Busy = (endsAMinute * use.d1BusyMs) / (60 * limits.d1.busyMsASecond)
  const messagesASecond = (endsAMinute * use.billed.messages) / 60
  const busy = (seconds: number) => (endsAMinute * seconds) / 60
  const sealing = { rowsARing: endsAMinute * use.audit.rows, copiesARing: endsAMinute * use.audit.copies }
  const grows = (name: string, limit: number): Limit => ({
    name,
    share: bytesAYear / limit,
    days: limit / bytesADay,
    bears: (consultationsADay * limit) / bytesAYear,
  })
  const rate = (name: string, used: number, limit: number): Limit => ({
    name,
    share: used / limit,
    days: null,
    bears: (consultationsADay * limit) / used,
  })
  return {
    consultationsADay,
    doctors: consultationsADay / ASSUMED.consultationsADay,
    alive,
    endsAMinute,
    gbAYear: bytesAYear / 1e9,
    d1Busy,
    databases: {
      bySize: Math.ceil(bytesAYear / (limits.d1.databaseBytes * PLAN_AT)),
      byTime: Math.ceil(d1Busy / PLAN_AT),
    },
    queue: {
      messagesASecond,
      structuring: busy(use.jobSeconds.structure),
      printing: busy(use.jobSeconds.pdf),
    },
    sealing,
    usdAMonth: { use: monthOf(times(use.billed, month)), kept: (bytesAYear / 1e9) * prices.d1.gbMonth },
    limits: [
      grows('D1: one database, 10 GB', limits.d1.databaseBytes),
      grows('D1: the account, 250 GB', limits.d1.accountBytes),
      rate('D1: one query at a time', d1Busy, 1),
      rate('sealing: copies a ring', sealing.copiesARing, limits.sealing.copiesARing),
      rate('sealing: rows a ring', sealing.rowsARing, limits.sealing.rowsARing),
      rate('queue: consumers of structuring', busy(use.jobSeconds.structure), limits.queues.consumers),
      rate('queue: messages a second', messagesASecond, limits.queues.messagesASecond),
    ],
  }
}

/** The first limit reached: a rate that is exceeded at once, otherwise the store that fills up soonest. */
export function firstMet({ limits }: Size): Limit | null {
  const over = limits.filter(({ days, share }) => days === null && share >= 1).sort((a, b) => b.share - a.share)
  const filling = limits.filter(({ days }) => days !== null).sort((a, b) => (a.days ?? 0) - (b.days ?? 0))
  return over[0] ?? filling[0] ?? null
}
