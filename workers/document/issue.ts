import type { z } from 'zod/mini'
import type { Database } from '#db/client.ts'
import { findProfile } from '#db/queries/account.ts'
import type { AuditedRequest } from '#db/queries/audit.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { findDocument, type StoredDocument, storeDocument } from '#db/queries/document.ts'
import { currentLogo } from '#db/queries/logo.ts'
import { findPatient } from '#db/queries/patient.ts'
import { knownAllergies } from '#db/queries/patient-fact.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import type { Logo } from '#domain/account/logo.ts'
import { blockingFields } from '#domain/document/check.ts'
import { dispensingOf } from '#domain/document/classes.ts'
import { CODE_LENGTH, codeOf } from '#domain/document/code.ts'
import {
  type DocumentContent,
  type DocumentDraft,
  type DocumentHead,
  type IssuedContent,
  type issueBody,
  issuedContent,
} from '#domain/document/contract.ts'
import { type DraftRecord, draft, withSources } from '#domain/document/draft.ts'
import type { DocumentKind } from '#domain/document/kind.ts'
import { allergiesAgainst, check, hasControlled } from '#domain/document/medicine-check.ts'
import { AppError } from '#domain/errors.ts'
import { isoDay } from '#domain/local-time.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { canonicalJson } from '#domain/record/signing/signing.ts'
import { sha256Hex } from '../auth/sha256.ts'
import { openRecord } from '../record/signature.ts'

export type Doctor = { id: string; email: string }
type Ground = {
  record: DraftRecord & Pick<StructuredRecord, 'revision' | 'addenda'>
  head: DocumentHead
  /** The letterhead's logo, which `head` names by its hash. */
  logo: Logo | null
  patientId: string
  isArchived: boolean
}

/** The signed record with the data of doctor, patient and visit as they are now. */
export async function groundOf(db: Database, doctor: Doctor, consultationId: string): Promise<Ground> {
  const [record, consultation, profile, logo] = await Promise.all([
    openRecord(db, doctor.id, consultationId),
    findConsultation(db, doctor.id, consultationId),
    findProfile(db, doctor.id),
    currentLogo(db, doctor.id),
  ])
  if (!consultation) throw new AppError('consultation_not_found')
  if (!record) throw new AppError('record_not_found')
  if (!record.signature) throw new AppError('document_needs_signature')
  if (record.alerts.some(({ kind }) => kind === 'signature')) throw new AppError('signature_broken')
  const patient = await findPatient(db, doctor.id, consultation.patientId)
  if (!patient) throw new AppError('patient_not_found')
  const { birth_date, sex, cpf, address } = patient.identification
  const head: DocumentHead = {
    doctor: {
      name: profile?.full_name ?? record.signature.doctor_name,
      crm: profile?.crm ?? null,
      specialty: profile?.specialty ?? null,
      rqe: profile?.rqe ?? null,
      address: profile?.address ?? null,
      phone: profile?.phone ?? null,
      email: doctor.email,
      ...(logo && { logo: logo.sha256 }),
    },
    patient: { id: patient.id, name: patient.name, birth_date, sex, cpf, address },
    consultation: {
      id: consultation.id,
      type: consultation.consultationType,
      start: consultation.startTime,
      end: consultation.endTime,
      demonstration: consultation.demonstration,
    },
    record_sha256: record.signature.sha256,
    time_zone: timeZoneOf(profile),
  }
  return { record, head, logo, patientId: patient.id, isArchived: patient.archived_at !== null }
}

/** The filled document with everything that its checks find. Errors: as `groundOf`. */
export async function draftDocument(
  db: Database,
  doctor: Doctor,
  consultationId: string,
  kind: DocumentKind,
  now: number,
): Promise<DocumentDraft> {
  const { record, head, patientId } = await groundOf(db, doctor, consultationId)
  const content = draft(kind, record, head)
  const allergies = allergiesAgainst(content, await knownAllergies(db, doctor.id, patientId, head.time_zone))
  return { content, head, findings: check(kind, content, head, isoDay(now, head.time_zone)), allergies }
}

/** Whether the stored document has these texts. A client that lost the answer sends the same ones again. */
function isRepeated({ kind, content }: StoredDocument, { fields, ...body }: z.output<typeof issueBody>): boolean {
  const { content: stored } = issuedContent.parse(JSON.parse(content))
  const own = withSources({ ...body, fields }, stored)
  const texts = ({ fields: named, medicines, cid_authorised }: DocumentContent) =>
    canonicalJson({
      fields: Object.entries(named).map(([name, { text }]) => [name, text]),
      medicines: medicines.map(({ sources: _, ...parts }) => parts),
      cid_authorised,
    })
  return kind === body.kind && texts(own) === texts(stored)
}

/** Checks and stores a document. A repeated id answers the stored one. Errors: see `issueBody`. */
export async function issueDocument(
  db: Database,
  doctor: Doctor,
  consultationId: string,
  body: z.output<typeof issueBody>,
  { now, ...request }: AuditedRequest,
): Promise<StoredDocument> {
  const { id, kind, replaces = null, allergy_reason: reason } = body
  const existing = await findDocument(db, doctor.id, id)
  if (existing && existing.consultation_id !== consultationId) throw new AppError('document_not_found')
  const entered = { ...body, medicines: kind === 'prescription' ? body.medicines : [] }
  if (existing && !isRepeated(existing, entered)) throw new AppError('document_issued')
  if (existing) return existing
  const { record, head, logo, patientId } = await groundOf(db, doctor, consultationId)
  const old = replaces === null ? null : await findDocument(db, doctor.id, replaces)
  if (replaces !== null && (old?.consultation_id !== consultationId || old.kind !== kind))
    throw new AppError('document_not_found')
  const content = withSources(entered, draft(kind, record, head))
  const blocking = blockingFields(check(kind, content, head, isoDay(now, head.time_zone)))
  if (kind === 'prescription' && hasControlled(content)) throw new AppError('document_controlled', blocking)
  if ('doctor.crm' in blocking) throw new AppError('crm_missing')
  if (Object.keys(blocking).length > 0) throw new AppError('document_incomplete', blocking)
  const prescriptions = allergiesAgainst(content, await knownAllergies(db, doctor.id, patientId, head.time_zone))
  if (prescriptions.length > 0 && !reason)
    throw new AppError('document_allergy', { allergy_reason: prescriptions.join('\n') })
  const issued: IssuedContent = {
    v: 1,
    kind,
    code: codeOf(crypto.getRandomValues(new Uint8Array(CODE_LENGTH))),
    head,
    content,
    dispensing: dispensingOf(content.medicines.map(({ name }) => name)),
    ...(prescriptions.length > 0 && reason && { allergy_override: { prescriptions, reason } }),
    issued_at: now,
  }
  const text = canonicalJson(issued)
  const stored = { id, doctorId: doctor.id, consultationId, kind, issued, logo, replaces }
  const failed = await storeDocument(db, { ...stored, content: text, sha256: await sha256Hex(text) }, request)
  if (failed) throw new AppError(failed)
  const made = await findDocument(db, doctor.id, id)
  if (!made) throw new AppError('document_not_found')
  return made
}
