import { isDisabled } from '#db/queries/account.ts'
import { endUnsent, saveAttempt, saveDelivered } from '#db/queries/delivery.ts'
import { findDelivery, findIntegration } from '#db/queries/integration.ts'
import { AppError } from '#domain/errors.ts'
import { type DeliveryFailure, receiverFailures } from '#domain/integration/integration.ts'
import { attemptsOf } from '#domain/jobs.ts'
import { attemptDelivery } from '../integration/deliver.ts'
import type { DoctorJobRun } from './job.ts'

/** Another attempt may end differently. A refused address, an expired plan or a broken record stays as it is. */
const passing: readonly DeliveryFailure[] = ['refused', 'redirected', 'timeout', 'unreachable']
const isReceivers = (failure: DeliveryFailure) => receiverFailures.some((one) => one === failure)

/** Sends a delivery once. Repeating it is safe for a receiver that checks the id, which stays the same. */
export const runDelivery: DoctorJobRun = async ({ env, db, job }) => {
  const delivery = await findDelivery(db, job.doctor_id, job.subject_id)
  const integration = delivery && (await findIntegration(db, job.doctor_id, delivery.kind))
  const waits = integration?.paused_at != null || (await isDisabled(db, job.doctor_id))
  if (!integration || delivery.state !== 'pending' || waits)
    return (await endUnsent(db, job, Date.now())) ? 'stale' : 'deferred'
  const { failure, status } = await attemptDelivery(env, db, integration, delivery)
  const now = Date.now()
  if (failure === null)
    return (await saveDelivered(db, job, delivery, { failure, status }, now)) ? 'completed' : 'stale'
  const final = !passing.includes(failure) || job.attempts >= attemptsOf('delivery')
  await saveAttempt(db, job, delivery, { failure, status, final, pauses: isReceivers(failure) }, now)
  // A receiver's refusal is a result: it does not continue to the dead letter queue.
  if (final) throw new AppError('delivery_failed')
  return 'deferred'
}
