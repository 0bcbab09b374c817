import { type Context, Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { findConsultation, readConsultation } from '#db/queries/consultation.ts'
import { createExport, findExport } from '#db/queries/export.ts'
import { createJob, findJob, type Job } from '#db/queries/job.ts'
import {
  type RecordWithGrounds,
  readRecord,
  readRecordWithGrounds,
  recordState,
  type StoredRecord,
  sectionConsultations,
} from '#db/queries/record.ts'
import { changeRecord } from '#db/queries/record-change.ts'
import { readBeforeEdit } from '#db/queries/record-versions.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { AppError, isErrorCode, messageOf } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import {
  exportAccepted,
  exportPdfBody,
  exportReply,
  type SectionReply,
  type SentSection,
  sectionReply,
  seenBody,
  structureAccepted,
  structureBody,
  structureReply,
  structureStatusReply,
  structuringSteps,
  updateSectionBody,
  validateBody,
  validateReply,
} from '#domain/record/contract.ts'
import { changeSection, type Decide, markSeen } from '#domain/record/edit/change.ts'
import { openIssues } from '#domain/record/edit/open-issues.ts'
import { alertsOf, editSection } from '#domain/record/proof/prove.ts'
import { withSuggestions } from '#domain/record/proof/suggestions.ts'
import { alertNeedsLook, type Section } from '#domain/record/record.ts'
import { completenessIssues } from '#domain/record/signing/completeness.ts'
import { textAlerts } from '#domain/record/text/text-check.ts'
import { exportFileName, rawTranscription } from '#domain/transcript/transcript.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { type StructureInput, structureInput } from '../jobs/structure.ts'
import { requireConsent } from '../record/require-consent.ts'
import { requireSpecialty } from '../record/require-plan.ts'
import { openRecord } from '../record/signature.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { attachment } from './download.ts'
import { accepted, refuseFor, required } from './failure.ts'

/** Time the structuring call waits for its job before it answers 202. */
const ANSWER_WITHIN_MS = 2_000
/** Exports per doctor, of every format: a full day's records, several times over. */
export const EXPORTS = { max: 30, windowMs: 10 * 60_000 }

const sentenceOf = (job: Pick<Job, 'status' | 'error'>): string | null =>
  job.status === 'failed' ? messageOf(isErrorCode(job.error) ? job.error : 'internal') : null
const specialtyOf = (job: Job) => structureInput.parse(JSON.parse(job.input)).specialty
const stepOf = (job: Job) =>
  structuringSteps.find((step) => step === job.step) ?? (job.status === 'queued' ? 'queued' : null)

async function consultationOf(c: Context<AppEnv>, sectionId: string): Promise<string> {
  const id = (await sectionConsultations(c.get('db'), c.get('doctor').id, [sectionId])).get(sectionId)
  if (id === undefined) throw new AppError('record_not_found')
  return id
}
/** Returns the doctor's export. Errors: export_not_found, export_expired. */
async function exportOf(c: Context<AppEnv>, id: string) {
  const found = required(await findExport(c.get('db'), c.get('doctor').id, id), 'export_not_found')
  if (found.expiredAt !== null) throw new AppError('export_expired')
  return found
}
/** Changes the doctor's record. Errors: the code that the change was refused with. */
export const changed = async (c: Context<AppEnv>, consultationId: string, decide: Decide): Promise<StoredRecord> =>
  accepted(await changeRecord(c.get('db'), c.get('doctor').id, consultationId, decide, Date.now()))
/** Returns a changed section with its checks. */
function sectionIn(record: StoredRecord, id: string): SectionReply {
  const section = required(
    record.sections.find((other) => other.id === id),
    'record_not_found',
  )
  const { revision, alerts, omissions, unified_text, saved_at } = record
  return { section, revision, alerts, omissions, unified_text, saved_at }
}
/** Returns the record's sections with the text of the request where it differs. */
const asSent = ({ record, grounds }: RecordWithGrounds, sent: readonly { id: string; content: string }[]) =>
  record.sections.map((section) => {
    const content = sent.find((other) => other.id === section.id)?.content ?? section.content
    return content === section.content ? section : editSection(grounds, section, content)
  })

/** Whether a body has each section of the record once, as stored. */
const areStored = (record: StoredRecord, sent: readonly SentSection[]): boolean =>
  sent.length === record.sections.length &&
  record.sections.every((stored) =>
    sent.some(
      ({ id, content, title = stored.title, order = stored.order }) =>
        id === stored.id && content === stored.content && title === stored.title && order === stored.order,
    ),
  )

/** Returns the unreviewed findings of the full text, also where it differs from these sections. */
const unseenOfText = ({ record, grounds }: RecordWithGrounds, sections: readonly Section[]) =>
  [
    ...textAlerts(grounds, sections, record.unified_text, record.alerts),
    ...record.alerts.filter((alert) => alert.kind === 'text'),
  ].filter(alertNeedsLook)

/** Structuring and export of a finished consultation (spec §7). The body names it; only stored data is used. */
export const transcription = new Hono<AppEnv>()
  .post('/structure', jsonBody(structureBody), async (c) => {
    const body = c.req.valid('json')
    const db = c.get('db')
    const doctorId = c.get('doctor').id
    const found = required(await readConsultation(db, doctorId, body.consultation_id), 'consultation_not_found')
    const { consultation, entries } = found
    if (consultation.status !== 'completed') throw new AppError('consultation_active')
    requireConsent(consultation.consent)
    if (entries.length === 0) throw new AppError('no_transcript')
    if (body.raw_transcription !== undefined && body.raw_transcription.trim() !== rawTranscription(entries).trim())
      throw new AppError('consultation_changed')
    const context = body.patient_context
    if (
      context &&
      (context.name.trim() !== consultation.patientName.trim() ||
        usableContext(context.clinical_context) !== usableContext(consultation.clinicalContext))
    )
      throw new AppError('consultation_changed')
    if ((await recordState(db, doctorId, consultation.id)) === 'signed') throw new AppError('section_signed')

    await requireSpecialty(c.env, db, doctorId, body.specialty)

    const input: StructureInput = { specialty: body.specialty }
    const { id, created } = await createJob(db, {
      id: crypto.randomUUID(),
      kind: 'structure',
      doctorId,
      subjectId: consultation.id,
      input,
      now: Date.now(),
    })
    c.get('audit')('structuring_requested', 'consultation', consultation.id)
    const ended = c.env.ROOM.getByName(consultation.id).structuringEnd(id, ANSWER_WITHIN_MS)
    if (created) await enqueue(c.env, 'structure', id)
    // A room that is being deployed answers nothing: the job's row decides.
    await ended.catch(() => undefined)
    const job = await findJob(db, doctorId, id)
    if (job?.status === 'failed') throw new AppError(isErrorCode(job.error) ? job.error : 'structuring_failed')
    const record = job?.status === 'completed' ? await openRecord(db, doctorId, consultation.id) : null
    if (record) {
      c.get('audit')('record_read', 'consultation', consultation.id)
      return reply(c, structureReply, record)
    }
    const specialty = job ? specialtyOf(job) : body.specialty
    return reply(c, structureAccepted, { job_id: id, specialty }, 202)
  })
  .get('/structure/:id', pathId('job_not_found'), async (c) => {
    const { id } = c.req.valid('param')
    const job = await findJob(c.get('db'), c.get('doctor').id, id)
    if (job?.kind !== 'structure') throw new AppError('job_not_found')
    const { status } = job
    const about = { job_id: id, specialty: specialtyOf(job), step: stepOf(job), error: sentenceOf(job) }
    if (status !== 'completed')
      return reply(c, structureStatusReply, { ...about, status, sections: [], warnings: [], processing_time_ms: null })
    const record = required(await openRecord(c.get('db'), c.get('doctor').id, job.subject_id), 'record_not_found')
    c.get('audit')('record_read', 'consultation', job.subject_id)
    return reply(c, structureStatusReply, { ...record, ...about, specialty: record.specialty, status })
  })
  .put('/sections/:id', pathId('record_not_found'), jsonBody(updateSectionBody), async (c) => {
    const { id } = c.req.valid('param')
    const { content, base, edit, autosave } = c.req.valid('json')
    const consultationId = await consultationOf(c, id)
    const began = edit ? await readBeforeEdit(c.get('db'), c.get('doctor').id, consultationId, edit, id) : null
    const record = await changed(
      c,
      consultationId,
      changeSection(id, content, base, edit ? { id: edit, began } : undefined),
    )
    // Autosave logs only the beginning of an edit; an explicit save is always logged.
    if (!autosave || began === null) c.get('audit')('section_updated', 'section', id)
    return reply(c, sectionReply, sectionIn(record, id))
  })
  .post('/sections/:id/seen', pathId('record_not_found'), jsonBody(seenBody), async (c) => {
    const { id } = c.req.valid('param')
    const record = await changed(c, await consultationOf(c, id), markSeen(id, c.req.valid('json').texts))
    c.get('audit')('sentences_seen', 'section', id)
    return reply(c, sectionReply, sectionIn(record, id))
  })
  .post('/validate', jsonBody(validateBody), async (c) => {
    const { sections, specialty } = c.req.valid('json')
    const db = c.get('db')
    const doctorId = c.get('doctor').id
    const ids = sections.map((section) => section.id)
    const whose = await sectionConsultations(db, doctorId, ids)
    const consultations = new Set(whose.values())
    if (ids.some((id) => !whose.has(id)) || consultations.size > 1) throw new AppError('record_not_found')
    const [consultationId] = consultations
    const stored = consultationId === undefined ? null : await readRecordWithGrounds(db, doctorId, consultationId)
    // Check the text of the request, unsaved edits included.
    const whole = stored ? withSuggestions(specialty, asSent(stored, sections), stored.grounds) : []
    const checked = whole.filter((section) => whose.has(section.id))
    const alerts = stored ? [...alertsOf(stored.grounds, whole), ...unseenOfText(stored, whole)] : []
    const issues = [...openIssues(checked, alerts), ...completenessIssues(specialty, whole)]
    if (consultationId !== undefined) c.get('audit')('record_validated', 'consultation', consultationId)
    return reply(c, validateReply, { is_valid: issues.length === 0, issues })
  })
  .post('/export/pdf', jsonBody(exportPdfBody), async (c) => {
    const db = c.get('db')
    const doctorId = c.get('doctor').id
    const { consultation_id: consultationId, sections } = c.req.valid('json')
    if (!(await findConsultation(db, doctorId, consultationId))) throw new AppError('consultation_not_found')
    const record = required(await readRecord(db, doctorId, consultationId), 'record_not_found')
    if (sections && !areStored(record, sections)) throw new AppError('record_changed')
    refuseFor(await secondsToWait(db, `export:${doctorId}`, { ...EXPORTS, now: Date.now() }))
    const [id, jobId] = [crypto.randomUUID(), crypto.randomUUID()]
    await createExport(db, { id, jobId, consultationId, doctorId, now: Date.now() })
    c.get('audit')('export_requested', 'export', id)
    await enqueue(c.env, 'pdf', jobId)
    return reply(c, exportAccepted, { export_id: id }, 202)
  })
  .get('/export/pdf/:id', pathId('export_not_found'), async (c) => {
    const found = await exportOf(c, c.req.valid('param').id)
    const { id } = found
    c.get('audit')('export_read', 'export', id)
    const ready = found.status === 'completed' && found.fileKey !== null
    return reply(c, exportReply, {
      export_id: id,
      status: found.status,
      error: sentenceOf(found),
      url: ready ? `/api/v1/transcription/export/pdf/${id}/file` : null,
    })
  })
  .get('/export/pdf/:id/file', pathId('export_not_found'), async (c) => {
    const found = await exportOf(c, c.req.valid('param').id)
    if (found.fileKey === null) throw new AppError('export_not_ready')
    const file = required(await c.env.FILES.get(found.fileKey), 'export_not_found')
    c.get('audit')('export_downloaded', 'export', found.id)
    const name = exportFileName(found.patientName, found.startTime, timeZoneOf(c.get('doctor').profile), 'pdf')
    return c.body(file.body, 200, {
      'content-type': 'application/pdf',
      'content-length': String(file.size),
      'content-disposition': attachment('consulta.pdf', name),
    })
  })
