import type { Database } from '#db/client.ts'
import { findAddress } from '#db/queries/data-export.ts'
import type { Env } from '../env.ts'
import { dataExportAskedMail, dataExportReadyMail } from '../mail/data-export.ts'
import { sendMail } from '../mail/send.ts'

type About = { id: string; doctor_id: string }

const mails = { asked: dataExportAskedMail, ready: dataExportReadyMail }

/** Tells the doctor by mail of a request, which someone else at an open session may have made, or of its end. */
export async function mailDataExport(env: Env, db: Database, { id, doctor_id }: About, what: keyof typeof mails) {
  const doctor = await findAddress(db, doctor_id)
  if (!doctor) return
  const mail = mails[what]({ to: doctor.email, name: doctor.name }, env.APP_URL)
  await sendMail(env, db, doctor_id, mail, { once: `data_export:${id}:${what}` })
}
