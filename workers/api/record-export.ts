import { Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { findPatient } from '#db/queries/patient.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { AppError } from '#domain/errors.ts'
import { formatParam, formats } from '#domain/formats/format.ts'
import { exportFileName } from '#domain/transcript/transcript.ts'
import { writeRecord } from '../formats/write.ts'
import { fileOf } from '../pdf/of-record.ts'
import { requireFormat } from '../record/require-plan.ts'
import { openRecordWithGrounds } from '../record/signature.ts'
import { pathId, validated } from './body.ts'
import type { AppEnv } from './context.ts'
import { attachment } from './download.ts'
import { refuseFor } from './failure.ts'
import { EXPORTS } from './record-structuring.ts'

/** A record as a file, written at once; PDF, which takes longer, is a job of its own. */
export const recordExport = new Hono<AppEnv>().get(
  '/:id/export/:format',
  pathId('record_not_found'),
  validated('param', formatParam, 'format_not_found'),
  async (c) => {
    const { id, format } = c.req.valid('param')
    const [db, doctor] = [c.get('db'), c.get('doctor')]
    const [consultation, opened] = await Promise.all([
      findConsultation(db, doctor.id, id),
      openRecordWithGrounds(db, doctor.id, id),
    ])
    if (!consultation || !opened) throw new AppError('record_not_found')
    await requireFormat(c.env, db, doctor.id, format)
    // Never export a record whose signature does not verify.
    if (opened.record.alerts.some(({ kind }) => kind === 'signature')) throw new AppError('signature_broken')
    const now = Date.now()
    refuseFor(await secondsToWait(db, `export:${doctor.id}`, { ...EXPORTS, now }))
    const patient = await findPatient(db, doctor.id, consultation.patientId)
    const { profile } = doctor
    const content = await writeRecord(fileOf({ profile, patient, consultation, ...opened }, now), format)
    c.get('audit')('record_exported', 'consultation', id)
    const { type, extension } = formats[format]
    const name = exportFileName(consultation.patientName, consultation.startTime, timeZoneOf(profile), extension)
    return c.body(content, 200, {
      'content-type': type,
      'content-disposition': attachment(`consulta.${extension}`, name),
    })
  },
)
