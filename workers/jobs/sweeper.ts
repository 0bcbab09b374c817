import { openDatabase } from '#db/client.ts'
import { isSpent, takeResendable } from '#db/queries/job.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { rekeySecondFactors } from '../auth/second-factor.ts'
import type { Env } from '../env.ts'
import { resealIntegrations } from '../integration/deliver.ts'
import { log } from '../log/log.ts'
import { sweepBilling } from '../subscription/sync.ts'
import { giveUp } from './consumer.ts'
import { enqueue } from './enqueue.ts'
import { retain } from './retention.ts'

const AT_ONCE = 100

/** Runs every minute: resends lost job messages, fails spent jobs, deletes expired rows and seals the audit log. */
export async function sweep(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  await sealAudit(env, db, now)
  await rekeySecondFactors(env, db, now)
  await resealIntegrations(env, db, now)
  const waiting = await takeResendable(db, now, AT_ONCE)
  const [spent, alive] = [waiting.filter(isSpent), waiting.filter((job) => !isSpent(job))]
  await Promise.all([
    ...spent.map((job) => giveUp(env, db, job.id)),
    ...alive.map((job) => enqueue(env, job.kind, job.id)),
  ])
  if (alive.length > 0) log({ event: 'jobs_resent', count: alive.length })
  await retain(env, db, now)
  await sweepBilling(env, db, now)
}
