import type { Line } from './line.ts'
import type { Bench } from './measure.ts'
import { firstMet, type Size, sizeOf } from './scale/model.ts'
import { storedLines } from './scale/stored.ts'
import { ASSUMED, takenBy } from './scale/taken.ts'
import { summary } from './statistics.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const n = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })

/** The scale model of docs/decisions/024-scale.md: nothing is measured but what the lines of an hour take in SQLite. */
export const scale: Bench = async ({ say }) => {
  const hour = storedLines()
  for (const [name, bytes] of [
    ['as it is', hour.withoutWords],
    ["with each word's time, as it was until 2026-11-23", hour.withWords],
  ] as const) {
    const { d1Bytes } = takenBy(ASSUMED.meanMinutes, { perMinute: bytes / 60 })
    say(
      `${name}: a line takes ${n(bytes / hour.lines)} bytes in D1, an hour's ${n(bytes / 1e3)} kB, a consultation of ${ASSUMED.meanMinutes} minutes with its record ${n(d1Bytes / 1e3)} kB`,
    )
  }
  for (const [name, bytes] of [
    ['as it is', hour.withoutWords],
    ['lines in R2 once the record is signed', 0],
  ] as const) {
    say(`\n${name}:`)
    for (const size of SIZES) for (const text of rowsOf(sizeOf(size, { perMinute: bytes / 60 }))) say(text)
    const [, , large] = SIZES.map((size) => sizeOf(size, { perMinute: bytes / 60 }))
    for (const { name, days, bears } of large?.limits ?? [])
      say(`    ${name.padEnd(34)} bears ${n(bears)} consultations a day${days === null ? '' : ' for a year'}`)
  }
  return SIZES.map((size): Line => {
    const model = sizeOf(size, { perMinute: hour.withoutWords / 60 })
    const { use, kept } = model.usdAMonth
    const met = firstMet(model)
    return {
      what: `${n(size)} consultations a day, a month of Cloudflare after the first year`,
      unit: 'US$',
      of: summary([use + kept]),
      compared:
        'Arithmetic on a simulated day and the prices of cost/prices.ts; speech and language model are not in it.',
      notes: [`met first: ${met?.name}${met?.days ? `, after ${n(met.days, 1)} working days` : ''}`],
    }
  })
}

function rowsOf(size: Size): string[] {
  const { databases, queue, sealing, usdAMonth } = size
  return [
    `  ${n(size.consultationsADay)} a day (${n(size.doctors)} doctors): ${n(size.alive)} rooms awake, ${n(size.endsAMinute, 1)} end a minute`,
    `    D1 ${n(size.gbAYear, 1)} GB a year, busy ${n(size.d1Busy * 100, 1)} % of the busiest minute: after a year ${n(databases.bySize)} databases by size, ${n(databases.byTime)} by time`,
    `    queues ${n(queue.messagesASecond, 2)} messages/s, ${n(queue.structuring, 1)} consumers structuring, ${n(queue.printing, 1)} printing`,
    `    sealing ${n(sealing.rowsARing)} rows and ${n(sealing.copiesARing)} copies a ring`,
    `    US$ ${n(usdAMonth.use)} a month, and ${n(usdAMonth.kept)} for what a year has left in D1`,
  ]
}
