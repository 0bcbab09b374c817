import { openDatabase } from '#db/client.ts'
import { putMark, readMark, type ServiceMark } from '#db/queries/service-mark.ts'
import { minuteOf } from '#domain/service/measurement.ts'
import type { Env } from '../env.ts'
import { measure } from '../metrics/measure.ts'

const EVERY_MINUTES = 5
/** Longer than all steps of a run together. A run that has not ended by then has died. */
const LOST_MS = 4 * 60_000

const isOver = ({ state }: ServiceMark) => state === 'ok' || state === 'failed'

/**
 * Plays a synthetic consultation every five minutes. After a failure it plays the next one a minute later: two failures
 * in a row raise an alert, one does not. A run that died is cleaned up and counts as a failure.
 */
export async function consultIfDue(env: Env, now: number, how = {}): Promise<void> {
  const db = openDatabase(env.DB)
  const last = await readMark(db, 'synthetic')
  const isDead = last !== null && !isOver(last) && now - last.at >= LOST_MS
  if (last && !isOver(last) && !isDead) return
  if (minuteOf(now) % EVERY_MINUTES !== 0 && !isDead && last?.state !== 'failed') return
  const run: ServiceMark = { name: 'synthetic', at: now, subject: crypto.randomUUID(), state: 'begun' }
  if (!(await putMark(db, run, last))) return
  const { consultSynthetically, eraseRoom } = await import('./consult.ts')
  if (isDead) {
    measure({ metric: 'synthetic', failed: 1, fault: 'died' })
    await eraseRoom(env, last.subject)
  }
  await consultSynthetically(env, run.subject, how)
}
