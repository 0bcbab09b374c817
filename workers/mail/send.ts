import type { Database } from '#db/client.ts'
import { type NewMail, queueMail } from '#db/queries/mail.ts'
import type { Mail } from '#domain/mail.ts'
import type { Env } from '../env.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** Key of which only one mail is ever sent. */
type Options = { once?: string }

/** `doctorId`: owner of the mail; null for a visitor's. */
export function newMail(doctorId: string | null, mail: Mail, { once }: Options = {}): NewMail {
  return { id: crypto.randomUUID(), doctorId, once: once ?? null, mail, now: Date.now() }
}

/** Queues a message: one batch of writes and a queue message, even while the mailer is down. */
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
