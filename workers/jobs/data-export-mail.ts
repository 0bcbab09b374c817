import type { Database } from '#db/client.ts'
import { findAddress } from '#db/queries/data-export.ts'
import type { Env } from '../env.ts'
import { dataExportAskedMail, dataExportReadyMail } from '../mail/data-export.ts'
import { sendMail } from '../mail/send.ts'

type About = { id: string; doctor_id: string }

/** Warns the doctor by mail, in case someone else uses an open session. */
export const tellAsked = (env: Env, db: Database, about: About): Promise<void> =>
  tell(env, db, about, 'asked', dataExportAskedMail)
export const tellReady = (env: Env, db: Database, about: About): Promise<void> =>
  tell(env, db, about, 'ready', dataExportReadyMail)

async function tell(
  env: Env,
  db: Database,
  { id, doctor_id }: About,
  what: string,
  mailOf: typeof dataExportReadyMail,
): Promise<void> {
  const doctor = await findAddress(db, doctor_id)
  if (!doctor) return
  const mail = mailOf({ to: doctor.email, name: doctor.name, appUrl: env.APP_URL })
  await sendMail(env, db, doctor_id, mail, { once: `data_export:${id}:${what}` })
}
