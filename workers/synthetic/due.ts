import { openDatabase } from '#db/client.ts'
import { putMark, readMark, type ServiceMark } from '#db/queries/service-mark.ts'
import { AppError } from '#domain/errors.ts'
import { minuteOf } from '#domain/service/measurement.ts'
import type { Env } from '../env.ts'
import { measure } from '../metrics/measure.ts'

const EVERY_MINUTES = 5
/** Longer than all steps of a run together. A run that has not ended by then has died. */
const LOST_MS = 4 * 60_000

const isOver = ({ state }: ServiceMark) => state === 'ok' || state === 'failed'

/**
 * Plays a synthetic consultation every five minutes. After a failure it plays the next one a minute later: two failures
 * in a row raise an alert, one does not.
 */
export async function consultIfDue(env: Env, now: number, how = {}): Promise<void> {
  const last = await readMark(openDatabase(env.DB), 'synthetic')
  const isDue = minuteOf(now) % EVERY_MINUTES === 0 || last?.state === 'failed' || isDead(last, now)
  if (isDue) await consultAfter(env, last, now, how)
}

/** Plays a synthetic consultation now. Errors: too_many_requests while another one is played. */
export async function consultNow(env: Env, now: number, how = {}): Promise<string | null> {
  const result = await consultAfter(env, await readMark(openDatabase(env.DB), 'synthetic'), now, how)
  if (!result) throw new AppError('too_many_requests')
  return result.fault
}

const isDead = (last: ServiceMark | null, now: number) => last !== null && !isOver(last) && now - last.at >= LOST_MS

/** Plays one unless another is played: null. A run that died is cleaned up and counts as a failure. */
async function consultAfter(env: Env, last: ServiceMark | null, now: number, how: object) {
  const wasDead = isDead(last, now)
  if (last && !isOver(last) && !wasDead) return null
  const run: ServiceMark = { name: 'synthetic', at: now, subject: crypto.randomUUID(), state: 'begun' }
  if (!(await putMark(openDatabase(env.DB), run, last))) return null
  const { consultSynthetically, eraseRoom } = await import('./consult.ts')
  if (last && wasDead) {
    measure({ metric: 'synthetic', failed: 1, fault: 'died' })
    await eraseRoom(env, last.subject)
  }
  return { fault: await consultSynthetically(env, run.subject, how) }
}
