import type { JobKind, JobMessage } from '#domain/jobs.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'

const queueOf = (env: Env, kind: JobKind): Queue =>
  ({
    structure: env.STRUCTURING_QUEUE,
    pdf: env.PDF_QUEUE,
    data_export: env.PDF_QUEUE,
    mail: env.MAIL_QUEUE,
    billing_sync: env.BILLING_QUEUE,
    billing_end: env.BILLING_QUEUE,
    delivery: env.DELIVERY_QUEUE,
  })[kind]

/** Sends a queue message for a stored job. A failed send is not an error: the sweeper sends it again. */
export async function enqueue(env: Env, kind: JobKind, id: string): Promise<void> {
  const message: JobMessage = { v: 1, kind, id }
  try {
    await queueOf(env, kind).send(message)
  } catch (error) {
    log({ event: 'job_bell_lost', kind, id, errorName: nameOf(error) })
  }
}
