import type { z } from 'zod/mini'
import type { Database } from '#db/client.ts'
import { findProfile } from '#db/queries/account.ts'
import type { AuditedRequest } from '#db/queries/audit.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { findPatient } from '#db/queries/patient.ts'
import { knownAllergies } from '#db/queries/patient-fact.ts'
import { type RecordWithGrounds, readRecordWithGrounds, type StoredRecord } from '#db/queries/record.ts'
import { addAddendum, signRecord } from '#db/queries/record-sign.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import { AppError, messageOf } from '#domain/errors.ts'
import { knownIdentification } from '#domain/patient/identification.ts'
import type { signBody } from '#domain/record/contract.ts'
import { addendaTooLong } from '#domain/record/limits.ts'
import type { Addendum, Signature } from '#domain/record/record.ts'
import { prescribedAgainst } from '#domain/record/safety/on-list.ts'
import {
  addendumContent,
  findSigningObstacle,
  lineTexts,
  reviewerOf,
  saysWhatWasSigned,
  signedContent,
} from '#domain/record/signing/signing.ts'
import { aiUseLine, withReview } from '#domain/record/text/unified-text.ts'
import { sha256Hex } from '../auth/sha256.ts'
import { log } from '../log/log.ts'

/** Attempts to append an addendum while others are appended to the same record. */
const TRIES = 8

/** Returns the record after verifying its signature; a broken signature becomes an alert. */
export const openRecord = async (
  db: Database,
  doctorId: string,
  consultationId: string,
): Promise<StoredRecord | null> => (await openRecordWithGrounds(db, doctorId, consultationId))?.record ?? null

/** The same with the transcript and the visit. */
export async function openRecordWithGrounds(
  db: Database,
  doctorId: string,
  consultationId: string,
): Promise<RecordWithGrounds | null> {
  const stored = await readRecordWithGrounds(db, doctorId, consultationId)
  if (!stored || (await signatureHolds(stored))) return stored
  const { record } = stored
  log({ event: 'signature_broken', recordId: record.record_id })
  const alert = { kind: 'signature', message: messageOf('signature_broken') } as const
  return { ...stored, record: { ...record, alerts: [alert, ...record.alerts] } }
}

async function signatureHolds({ record, grounds, visit }: RecordWithGrounds): Promise<boolean> {
  const { signature, signed_content: content, signed_at } = record
  if (signed_at === null) return true
  if (!signature || content === null || signature.signed_at !== signed_at) return false
  if ((await sha256Hex(content)) !== signature.sha256) return false
  if (!saysWhatWasSigned(content, signature, record, lineTexts(grounds.entries), visit)) return false
  let previous: Addendum | null = null
  for (const addendum of record.addenda) {
    if ((await sha256Hex(addendumContent(signature, previous, addendum))) !== addendum.sha256) return false
    previous = addendum
  }
  return true
}

const signer = async (
  db: Database,
  doctorId: string,
): Promise<{ doctor: { name: string; crm: string }; timeZone: string }> => {
  const profile = await findProfile(db, doctorId)
  if (!profile?.crm) throw new AppError('crm_missing')
  return { doctor: { name: profile.full_name, crm: profile.crm }, timeZone: timeZoneOf(profile) }
}

/** 'Revisar e assinar': freezes the reviewed record with name, CRM, time and sha256. */
export async function sign(
  db: Database,
  doctorId: string,
  consultationId: string,
  { revision, allergy_reason: reason }: z.output<typeof signBody>,
  request: AuditedRequest,
): Promise<void> {
  const [current, consultation] = await Promise.all([
    readRecordWithGrounds(db, doctorId, consultationId),
    findConsultation(db, doctorId, consultationId),
  ])
  if (!current || !consultation) throw new AppError('record_not_found')
  const { record, grounds, visit } = current
  if (record.signed_at !== null) throw new AppError('section_signed')
  if (consultation.status !== 'completed') throw new AppError('consultation_active')
  const refused = findSigningObstacle(record, revision)
  if (refused) throw new AppError(refused)
  const [{ doctor, timeZone }, patient] = await Promise.all([
    signer(db, doctorId),
    findPatient(db, doctorId, visit.patient.id),
  ])
  const prescriptions = prescribedAgainst(record, await knownAllergies(db, doctorId, visit.patient.id, timeZone))
  if (prescriptions.length > 0 && !reason)
    throw new AppError('allergy_listed', { allergy_reason: prescriptions.join('\n') })
  const allergyOverride = prescriptions.length > 0 && reason ? { prescriptions, reason } : undefined

  const reviewed = { doctor_name: doctor.name, crm: doctor.crm }
  const aiUse = aiUseLine(record.structurer, record.created_at, timeZone, reviewerOf(reviewed))
  const unifiedText = record.unified_text === null ? null : withReview(record.unified_text, aiUse)
  const content = signedContent({
    doctor,
    ...visit,
    identification: patient && knownIdentification(patient.identification),
    record: { ...record, unified_text: unifiedText },
    lines: lineTexts(grounds.entries),
    aiUse,
    consent: consentStatement(consultation.consent, timeZone),
    allergyOverride,
    signedAt: request.now,
  })
  const signature: Signature = {
    ...{ kind: 'simples', ...reviewed, signed_at: request.now, sha256: await sha256Hex(content) },
    ...(allergyOverride && { allergy_override: allergyOverride }),
  }
  const { now: _, ...by } = request
  const failed = await signRecord(db, doctorId, record, { signature, content, unifiedText }, by)
  if (failed) throw new AppError(failed)
}

/**
 * Appends an addendum after the signature and earlier addenda; the signed record does not change. A repeated `id`
 * answers the stored addendum, or an error if its text differs.
 */
export async function addToSigned(
  db: Database,
  doctorId: string,
  consultationId: string,
  { id = crypto.randomUUID(), text }: { id?: string | undefined; text: string },
  { now, ...request }: AuditedRequest,
): Promise<Addendum> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const record = (await readRecordWithGrounds(db, doctorId, consultationId))?.record
    if (!record) throw new AppError('record_not_found')
    if (!record.signature) throw new AppError('record_not_signed')
    const same = record.addenda.find((addendum) => addendum.id === id)
    if (same?.text === text) return same
    if (same) throw new AppError('record_changed')
    if (addendaTooLong([...record.addenda.map((addendum) => addendum.text), text]))
      throw new AppError('record_too_long')
    const { doctor } = await signer(db, doctorId)
    const previous = record.addenda.at(-1) ?? null
    const written = {
      text,
      doctor_name: doctor.name,
      crm: doctor.crm,
      // Times follow the order of the chain, even if the clock moved back.
      created_at: Math.max(now, (previous?.created_at ?? record.signature.signed_at) + 1),
    }
    const sha256 = await sha256Hex(addendumContent(record.signature, previous, written))
    const addendum: Addendum = { id, ...written, sha256 }
    if (await addAddendum(db, doctorId, record, addendum, record.addenda.length, request)) return addendum
  }
  throw new AppError('record_changed')
}
