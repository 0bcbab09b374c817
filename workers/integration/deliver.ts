import type { Database } from '#db/client.ts'
import type { Attempt } from '#db/queries/delivery.ts'
import {
  integrationsUnderKey,
  replaceIntegrationSecret,
  type StoredDelivery,
  type StoredIntegration,
  unsentDeliveryJobs,
} from '#db/queries/integration.ts'
import { AppError } from '#domain/errors.ts'
import { openSecret, previousMark, sealSecret } from '../auth/sealed-secret.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { requireIntegration } from '../record/require-plan.ts'
import { bodyOf } from './content.ts'
import { sendLetter } from './send.ts'

/** Integrations that one run of the cron seals again. */
const RESEALED_AT_ONCE = 500

/** While a previous AUTH_SECRET is accepted, seals keys and tokens under the current one. */
export async function resealIntegrations(env: Env, db: Database, now: number): Promise<void> {
  const mark = await previousMark(env, now)
  if (mark === null) return
  for (const integration of await integrationsUnderKey(db, mark, RESEALED_AT_ONCE)) {
    const secret = await openSecret(env, integration.secret, now)
    if (secret !== null) await replaceIntegrationSecret(db, integration, await sealSecret(env, secret))
  }
}

/** Makes one attempt at a delivery and returns its outcome. Stores nothing. */
export async function attemptDelivery(
  env: Env,
  db: Database,
  { doctor_id: doctorId, address, secret: sealed }: StoredIntegration,
  delivery: StoredDelivery,
): Promise<Attempt> {
  const { kind, id } = delivery
  const refused = (failure: Attempt['failure']): Attempt => ({ failure, status: null })
  try {
    await requireIntegration(env, db, doctorId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'integration_needs_plan') return refused('plan')
    throw error
  }
  const [secret, body] = await Promise.all([openSecret(env, sealed, Date.now()), bodyOf(db, doctorId, delivery)])
  if (secret === null) return refused('secret')
  if (body === null) return refused('content')
  return sendLetter(env, { kind, id, address, secret, body })
}

/** Sends the queue messages of new deliveries. Without it the sweeper does so within two minutes. */
export async function ringDeliveries(env: Env, db: Database, doctorId: string): Promise<void> {
  const ids = await unsentDeliveryJobs(db, doctorId)
  await Promise.all(ids.map((id) => enqueue(env, 'delivery', id)))
}
