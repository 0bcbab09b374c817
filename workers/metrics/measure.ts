import { addTo, type Measurement, type Total } from '#domain/service/measurement.ts'

/** More than a healthy isolate has in many minutes; beyond it the oldest minutes are dropped. */
const MOST_TOTALS = 1_000

/** This isolate's measurements that are not stored yet. All its requests and rooms share it. */
let totals = new Map<string, Total>()

/** Counts a measurement. It is stored within half a minute (store.ts). */
export function measure(measurement: Measurement): void {
  addTo(totals, measurement, Date.now())
  if (totals.size > MOST_TOTALS) totals.delete(totals.keys().next().value ?? '')
}

/** The totals that are not stored yet. */
export const unstored = (): readonly Total[] => [...totals.values()]

/** Takes all totals, to store them. */
export function takeTotals(): ReadonlyMap<string, Total> {
  const earlier = totals
  totals = new Map()
  return earlier
}

/** Puts totals back that could not be stored, before those measured meanwhile. */
export function putBack(failed: ReadonlyMap<string, Total>): void {
  const meanwhile = totals
  totals = new Map(failed)
  for (const [key, later] of meanwhile) {
    const before = totals.get(key)
    totals.set(key, before ? sumOf(before, later) : later)
  }
  for (const key of [...totals.keys()].slice(0, Math.max(0, totals.size - MOST_TOTALS))) totals.delete(key)
}

const sumOf = (one: Total, other: Total): Total => ({
  ...one,
  ...{ count: one.count + other.count, failed: one.failed + other.failed, sum: one.sum + other.sum },
  ...{ max: Math.max(one.max, other.max), within: one.within.map((sum, at) => sum + (other.within[at] ?? 0)) },
})

/** Measures how `work` ends, and after how long. `faultOf` names the class of a failure; null: it is none. */
export async function measured<T>(
  metric: Measurement['metric'],
  work: () => Promise<T>,
  faultOf: (error: unknown) => string | null,
): Promise<T> {
  const startedAt = Date.now()
  try {
    const result = await work()
    measure({ metric, value: Date.now() - startedAt })
    return result
  } catch (error) {
    const fault = faultOf(error)
    if (fault !== null) measure({ metric, failed: 1, fault })
    throw error
  }
}
