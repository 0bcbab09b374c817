import { type Context, Hono } from 'hono'
import { validator } from 'hono/validator'
import { z } from 'zod/mini'
import { findConsultation } from '#db/queries/consultation.ts'
import { readRecord, recordState, type StoredRecord } from '#db/queries/record.ts'
import { markSaved } from '#db/queries/record-sign.ts'
import { listVersions, readVersion } from '#db/queries/record-versions.ts'
import { idParam } from '#domain/contract.ts'
import { AppError } from '#domain/errors.ts'
import { findCode } from '#domain/record/cid10/cid10.ts'
import {
  addendumBody,
  addendumReply,
  diagnosesBody,
  dismissOmissionBody,
  insertOmissionBody,
  recordReply,
  revisionBody,
  seenTextBody,
  signBody,
  unifiedTextBody,
  versionReply,
  versionsQuery,
  versionsReply,
  writtenRecordBody,
} from '#domain/record/contract.ts'
import {
  changeDiagnoses,
  changeText,
  dismissOmission,
  insertOmission,
  markTextSeen,
} from '#domain/record/edit/change.ts'
import type { Diagnosis } from '#domain/record/record.ts'
import { findSigningObstacle } from '#domain/record/signing/signing.ts'
import { auditedRequest } from '../audit/audited.ts'
import type { Env } from '../env.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { ringDeliveries } from '../integration/deliver.ts'
import { findCidTable } from '../record/cid10.ts'
import { requireSpecialty } from '../record/require-plan.ts'
import { addToSigned, openRecord, sign } from '../record/signature.ts'
import { createRecordToWrite } from '../record/written.ts'
import { jsonBody, pathId, reply, validated } from './body.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'
import { changed } from './record-structuring.ts'

const byConsultation = pathId('record_not_found')
const byConsultationToWrite = pathId('consultation_not_found')

const versionParam = z.extend(idParam, {
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
})
const byVersion = validated('param', versionParam, 'version_not_found')
const fromVersion = validator('query', (value): { before?: string } => {
  if (!versionsQuery.safeParse(value).success) throw new AppError('invalid_cursor')
  return value as { before?: string }
})

/**
 * Returns the doctor's codes with the names of the system's table. Without a table they are typed ones; those of the
 * record stay as they are. Errors: unknown_diagnosis_code.
 */
async function codesOf(env: Env, entered: readonly Diagnosis[], stored: readonly Diagnosis[]): Promise<Diagnosis[]> {
  if (entered.length === 0) return []
  const table = await findCidTable(env)
  return entered.map(({ system, code, text }) => {
    const found = (table && findCode(table, code)) ?? stored.find((one) => one.code === code)
    if (found) return found
    if (table) throw new AppError('unknown_diagnosis_code')
    return { system, code, text, typed: true }
  })
}

/** Actions on the whole record of a consultation, by the consultation's id. */
export const recordOfConsultation = new Hono<AppEnv>()
  .post('/:id', byConsultationToWrite, jsonBody(writtenRecordBody), async (c) => {
    const { id } = c.req.valid('param')
    const { specialty } = c.req.valid('json')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    if (!(await findConsultation(db, doctorId, id))) throw new AppError('consultation_not_found')
    await requireSpecialty(c.env, db, doctorId, specialty)
    const created = await createRecordToWrite(db, doctorId, id, specialty, auditedRequest(c))
    if (!created) c.get('audit')('record_read', 'consultation', id)
    return reply(c, recordReply, { record: await shown(c, id) }, created ? 201 : 200)
  })
  .post('/:id/save', byConsultation, jsonBody(revisionBody), async (c) => {
    const { id } = c.req.valid('param')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    const record = required(await readRecord(db, doctorId, id), 'record_not_found')
    if (record.signed_at !== null) throw new AppError('section_signed')
    const refused = findSigningObstacle(record, c.req.valid('json').revision)
    if (refused) throw new AppError(refused)
    const failed = await markSaved(db, doctorId, record, Date.now())
    if (failed) throw new AppError(failed)
    c.get('audit')('record_saved', 'consultation', id)
    return reply(c, recordReply, { record: await shown(c, id) })
  })
  .post('/:id/sign', byConsultation, jsonBody(signBody), async (c) => {
    const { id } = c.req.valid('param')
    await sign(c.get('db'), c.get('doctor').id, id, c.req.valid('json'), auditedRequest(c))
    await runFollowUps(ringDeliveries(c.env, c.get('db'), c.get('doctor').id))
    return reply(c, recordReply, { record: await shown(c, id) })
  })
  .post('/:id/omissions', byConsultation, jsonBody(insertOmissionBody), async (c) => {
    const record = await changed(c, c.req.valid('param').id, insertOmission(c.req.valid('json').omission_id))
    c.get('audit')('omission_inserted', 'consultation', record.consultation_id)
    return reply(c, recordReply, { record })
  })
  .post('/:id/omissions/dismissal', byConsultation, jsonBody(dismissOmissionBody), async (c) => {
    const { omission_id, dismissed } = c.req.valid('json')
    const record = await changed(c, c.req.valid('param').id, dismissOmission(omission_id, dismissed))
    c.get('audit')(dismissed ? 'omission_dismissed' : 'omission_restored', 'consultation', record.consultation_id)
    return reply(c, recordReply, { record })
  })
  .put('/:id/text', byConsultation, jsonBody(unifiedTextBody), async (c) => {
    const { text, base } = c.req.valid('json')
    const record = await changed(c, c.req.valid('param').id, changeText(text, base))
    c.get('audit')('record_text_updated', 'consultation', record.consultation_id)
    return reply(c, recordReply, { record })
  })
  .post('/:id/text/seen', byConsultation, jsonBody(seenTextBody), async (c) => {
    const record = await changed(c, c.req.valid('param').id, markTextSeen(c.req.valid('json').messages))
    c.get('audit')('sentences_seen', 'consultation', record.consultation_id)
    return reply(c, recordReply, { record })
  })
  .put('/:id/diagnoses', byConsultation, jsonBody(diagnosesBody), async (c) => {
    const { id } = c.req.valid('param')
    // Another doctor's record answers not found before any other check.
    const stored = required(await readRecord(c.get('db'), c.get('doctor').id, id), 'record_not_found')
    const codes = await codesOf(c.env, c.req.valid('json').diagnoses, stored.diagnoses)
    const record = await changed(c, id, changeDiagnoses(codes))
    c.get('audit')('diagnoses_updated', 'consultation', id)
    return reply(c, recordReply, { record })
  })
  .post('/:id/addenda', byConsultation, jsonBody(addendumBody), async (c) => {
    const { id } = c.req.valid('param')
    const addendum = await addToSigned(c.get('db'), c.get('doctor').id, id, c.req.valid('json'), auditedRequest(c))
    await runFollowUps(ringDeliveries(c.env, c.get('db'), c.get('doctor').id))
    return reply(c, addendumReply, { addendum }, 201)
  })
  .get('/:id/versions', byConsultation, fromVersion, async (c) => {
    const { id } = c.req.valid('param')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    if ((await recordState(db, doctorId, id)) === 'none') throw new AppError('record_not_found')
    const page = await listVersions(db, doctorId, id, versionsQuery.parse(c.req.valid('query')).before ?? null)
    c.get('audit')('versions_listed', 'consultation', id)
    return reply(c, versionsReply, page)
  })
  .get('/:id/versions/:version', byVersion, async (c) => {
    const { id, version } = c.req.valid('param')
    const found = required(await readVersion(c.get('db'), c.get('doctor').id, id, version), 'version_not_found')
    c.get('audit')('version_read', 'consultation', id)
    return reply(c, versionReply, found)
  })

const shown = async (c: Context<AppEnv>, consultationId: string): Promise<StoredRecord> =>
  required(await openRecord(c.get('db'), c.get('doctor').id, consultationId), 'record_not_found')
