import type { Database } from '#db/client.ts'
import type { Mail } from '#domain/mail.ts'
import type { Env } from '../env.ts'
import { mailerOf } from './mailer.ts'

/** Sends a message. `doctorId`: whose account it is about; null: nobody's. */
export const sendMail = (env: Env, db: Database, _doctorId: string | null, mail: Mail): Promise<void> =>
  mailerOf(env, db).send(mail)
