import { openDatabase } from '#db/client.ts'
import { forgetMeasurements } from '#db/queries/measurement.ts'
import { repairSearchKeys } from '#db/queries/search-keys.ts'
import { minuteOf } from '#domain/service/measurement.ts'
import type { Env } from '../env.ts'
import { runAlerts } from '../metrics/alert.ts'
import { watchCopies } from '../metrics/copies.ts'
import { inTime, probeParts } from '../metrics/probe.ts'
import { storeMeasurements } from '../metrics/store.ts'
import { consultIfDue } from '../synthetic/due.ts'
import { sweep } from './sweeper.ts'

const KEPT_MINUTES = 35 * 24 * 60
const FORGET_EVERY = 60
/** D1 answers a thousand statements a run. */
const KEYS_AT_ONCE = 100

/** Runs every minute. It looks and alerts first, so that a fault of the database or of the sweep is reported too. */
export async function runMinute(env: Env, now: number): Promise<void> {
  const [probed] = await Promise.all([
    probeParts(env, now),
    // A D1 that does not answer is measured by its own probe.
    inTime(() => watchCopies(env, now)).catch(() => undefined),
  ])
  const store = () => inTime(() => storeMeasurements(env)).catch(() => false)
  // Twice: one refused write may be a passing fault of the network.
  const isStored = (await store()) || (await store())
  await runAlerts(env, probed, isStored, now)
  const minute = minuteOf(now)
  // Each goes to its end: what still runs when this call fails is cut off, and a room must not be left open.
  const ends = await Promise.allSettled([
    sweep(env, now),
    repairSearchKeys(openDatabase(env.DB), KEYS_AT_ONCE),
    env.SYNTHETIC === 'on' && consultIfDue(env, now),
    minute % FORGET_EVERY === 0 && forgetMeasurements(openDatabase(env.DB), minute - KEPT_MINUTES),
  ])
  await storeMeasurements(env)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
