import type { Database } from '#db/client.ts'
import { type NewMail, queueMail } from '#db/queries/mail.ts'
import type { Mail } from '#domain/mail.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'

type Options = {
  /** What there is one mail of, however often it is asked for. */
  once?: string
}

/** `doctorId`: whose account it is about; null: nobody's. */
export const newMail = (doctorId: string | null, mail: Mail, { once }: Options = {}): NewMail => ({
  id: crypto.randomUUID(),
  doctorId,
  once: once ?? null,
  mail,
  now: Date.now(),
})

/** Leaves a message to its job: one batch of writes and a bell, however the mailer is. */
export async function sendMail(
  env: Env,
  db: Database,
  doctorId: string | null,
  mail: Mail,
  options?: Options,
): Promise<void> {
  const written = newMail(doctorId, mail, options)
  if (await queueMail(db, written)) await enqueue(env, 'mail', written.id)
}
