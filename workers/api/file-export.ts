import { type Context, Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { findDocument } from '#db/queries/document.ts'
import { findPatient } from '#db/queries/patient.ts'
import { recordState } from '#db/queries/record.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import { AppError } from '#domain/errors.ts'
import { type FormatId, formatParam, formats } from '#domain/formats/format.ts'
import { isoDay } from '#domain/local-time.ts'
import { exportFileName, fileNameOf } from '#domain/transcript/transcript.ts'
import { issuedPaper } from '../document/signature/files.ts'
import { loadConsultation, loadPatient, loadRecord } from '../formats/load.ts'
import { documentSource } from '../formats/of-document.ts'
import { consultationSource, type FileSource, patientSource, recordSource, writeFile } from '../formats/write.ts'
import { requireFormat } from '../record/require-plan.ts'
import { pathId, validated } from './body.ts'
import type { AppEnv } from './context.ts'
import { attachment } from './download.ts'
import { refuseFor, required } from './failure.ts'
import { EXPORTS } from './record-structuring.ts'

const PATH = '/:id/export/:format'
const inFormat = validated('param', formatParam, 'format_not_found')

/** Refuses a format outside the plan, and more files than a full day needs. Errors: format_needs_plan, too_many_requests. */
async function admit(c: Context<AppEnv>, format: FormatId, now: number): Promise<void> {
  const [db, doctor] = [c.get('db'), c.get('doctor')]
  await requireFormat(c.env, db, doctor.id, format)
  refuseFor(await secondsToWait(db, `export:${doctor.id}`, { ...EXPORTS, now }))
}

/** `name` without the extension: the header alone has the patient's. `plain`: what older programs read instead. */
type Exported = {
  format: FormatId
  source: FileSource
  name: (extension: string) => string
  plain: string
  traced: [AuditAction, AuditSubject, string]
}

/** Writes the file at once; PDF, which takes longer, is a job of its own. */
async function answerFile(c: Context<AppEnv>, { format, source, name, plain, traced }: Exported): Promise<Response> {
  const content = await writeFile(source, format)
  c.get('audit')(...traced)
  const { type, extension } = formats[format]
  return c.body(content, 200, {
    'content-type': type,
    'content-disposition': attachment(`${plain}.${extension}`, name(extension)),
  })
}

/** A record as a file, by its consultation. Never one whose signature does not verify. */
export const recordExport = new Hono<AppEnv>().get(PATH, pathId('record_not_found'), inFormat, async (c) => {
  const { id, format } = c.req.valid('param')
  const [db, doctor, now] = [c.get('db'), c.get('doctor'), Date.now()]
  if ((await recordState(db, doctor.id, id)) === 'none') throw new AppError('record_not_found')
  await admit(c, format, now)
  const { file, broken } = required(await loadRecord(db, doctor, id, now), 'record_not_found')
  if (broken) throw new AppError('signature_broken')
  const { patientName, consultation } = file
  return answerFile(c, {
    format,
    source: recordSource(file),
    name: (extension) => exportFileName(patientName, consultation.startTime, timeZoneOf(doctor.profile), extension),
    plain: 'consulta',
    traced: ['record_exported', 'consultation', id],
  })
})

/** A finished consultation with its transcript as a file, with or without a record. */
export const consultationExport = new Hono<AppEnv>().get(
  PATH,
  pathId('consultation_not_found'),
  inFormat,
  async (c) => {
    const { id, format } = c.req.valid('param')
    const [db, doctor, now] = [c.get('db'), c.get('doctor'), Date.now()]
    required(await findConsultation(db, doctor.id, id), 'consultation_not_found')
    await admit(c, format, now)
    const file = await loadConsultation(db, doctor, id, now)
    const { patientName, consultation, timeZone } = file.visit
    return answerFile(c, {
      format,
      source: consultationSource(file),
      name: (extension) => exportFileName(patientName, consultation.startTime, timeZone, extension),
      plain: 'consulta',
      traced: ['consultation_exported', 'consultation', id],
    })
  },
)

/** A patient with the lists and the signed records as a file. */
export const patientExport = new Hono<AppEnv>().get(PATH, pathId('patient_not_found'), inFormat, async (c) => {
  const { id, format } = c.req.valid('param')
  const [db, doctor, now] = [c.get('db'), c.get('doctor'), Date.now()]
  required(await findPatient(db, doctor.id, id), 'patient_not_found')
  await admit(c, format, now)
  const file = await loadPatient(db, doctor, id, now)
  const day = isoDay(now, file.timeZone)
  return answerFile(c, {
    format,
    source: patientSource(file),
    name: (extension) => fileNameOf('prontuario', file.name, day, extension),
    plain: 'prontuario',
    traced: ['patient_exported', 'patient', id],
  })
})

/** An issued document as a file. Its name has the number alone, as that of its PDF. */
export const documentExport = new Hono<AppEnv>().get(PATH, pathId('document_not_found'), inFormat, async (c) => {
  const { id, format } = c.req.valid('param')
  const now = Date.now()
  const row = required(await findDocument(c.get('db'), c.get('doctor').id, id), 'document_not_found')
  await admit(c, format, now)
  const plain = `documento-${row.number}`
  return answerFile(c, {
    format,
    source: documentSource(await issuedPaper({ env: c.env, db: c.get('db') }, row, 'hand'), now),
    name: (extension) => `${plain}.${extension}`,
    plain,
    traced: ['document_exported', 'document', id],
  })
})
