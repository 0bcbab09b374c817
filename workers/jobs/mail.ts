import { z } from 'zod/mini'
import { completeJob } from '#db/queries/job.ts'
import { markSent, readUnsent } from '#db/queries/mail.ts'
import { mailKinds } from '#domain/mail.ts'
import { mailerOf } from '../mail/mailer.ts'
import type { JobRun } from './job.ts'

export const mailInput = z.object({ mail: z.enum(mailKinds), page: z.optional(z.uuid()) })

/** Sends a mail. A retry after an unrecorded success uses the same key, so the service drops it. */
export const runMail: JobRun = async ({ env, db, job }) => {
  const mail = await readUnsent(db, job.subject_id)
  if (!mail) {
    await completeJob(db, job, Date.now())
    return 'stale'
  }
  await mailerOf(env, db).send(mail)
  return (await markSent(db, job, Date.now())) ? 'completed' : 'stale'
}
