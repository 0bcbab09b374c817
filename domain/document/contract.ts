import { z } from 'zod/mini'
import { consultationType } from '../consultation/contract.ts'
import { freeText, instant, oneLine } from '../contract.ts'
import { documentKind, MEDICINES_MAX } from './kind.ts'
import { documentSignature } from './signature.ts'

/** The sentence of the signed record that a text comes from, with the lines it cites. */
export const source = z.object({ section: z.string(), sentence: z.string(), lines: z.array(z.string()) })
export type Source = z.infer<typeof source>

const part = oneLine.check(z.maxLength(200, 'Texto muito longo'))
const medicineTexts = {
  name: part,
  dose: part,
  route: part,
  frequency: part,
  duration: part,
  amount: part,
  quantity: part,
  note: part,
}
const enteredMedicine = z.strictObject(medicineTexts)
const fieldName = z.string().check(z.regex(/^[a-z]{1,20}$/))
const fieldText = freeText.check(z.maxLength(4_000, 'Texto muito longo'))

/** The texts that the doctor enters. The server adds the sources itself. `cid_authorised`: the patient allows the CID. */
const enteredContent = z.strictObject({
  fields: z.record(fieldName, fieldText),
  medicines: z.array(enteredMedicine).check(z.maxLength(MEDICINES_MAX)),
  cid_authorised: z.boolean(),
})

const medicine = z.object({ ...medicineTexts, sources: z.array(source) })
export type Medicine = z.infer<typeof medicine>
/** Texts with their sources; a text without one was written by the doctor. */
const documentContent = z.object({
  fields: z.record(fieldName, z.object({ text: fieldText, sources: z.array(source) })),
  medicines: z.array(medicine).check(z.maxLength(MEDICINES_MAX)),
  cid_authorised: z.boolean(),
})
export type DocumentContent = z.infer<typeof documentContent>

const nullableText = z.nullable(z.string())
const documentDoctor = z.object({
  name: z.string(),
  crm: nullableText,
  specialty: nullableText,
  rqe: nullableText,
  address: nullableText,
  phone: nullableText,
  email: z.string(),
  /** The sha256 of the letterhead's logo; absent without one. */
  logo: z.optional(z.string()),
})
const documentPatient = z.object({
  id: z.string(),
  name: z.string(),
  birth_date: nullableText,
  sex: nullableText,
  cpf: nullableText,
  address: nullableText,
})
const documentVisit = z.object({
  id: z.string(),
  type: consultationType,
  start: instant,
  end: z.nullable(instant),
  demonstration: z.boolean(),
})
/** Doctor, patient and consultation, as they were at issue. `record_sha256`: of the signed record it comes from. */
const documentHead = z.object({
  doctor: documentDoctor,
  patient: documentPatient,
  consultation: documentVisit,
  record_sha256: z.string(),
  time_zone: z.string(),
})
export type DocumentHead = z.infer<typeof documentHead>

/** How a prescription goes to the pharmacy. `class`: why there are two copies; null for an ordinary one. */
const dispensing = z.object({ copies: z.int(), valid_days: z.nullable(z.int()), class: nullableText })
export type Dispensing = z.infer<typeof dispensing>

/** Everything that an issued document's sha256 covers. */
export const issuedContent = z.object({
  v: z.literal(1),
  kind: documentKind,
  code: z.string(),
  head: documentHead,
  content: documentContent,
  dispensing,
  allergy_override: z.optional(z.object({ prescriptions: z.array(z.string()), reason: z.string() })),
  issued_at: instant,
})
export type IssuedContent = z.infer<typeof issuedContent>

/**
 * A missing or wrong text. `field`: 'days', 'medicines.0.dose', 'doctor.address', or '' for the whole document.
 * `blocks`: the document is not issued with it.
 */
const finding = z.object({ field: z.string(), message: z.string(), blocks: z.boolean() })
export type Finding = z.infer<typeof finding>

/** POST /consultations/:id/documents/draft. Errors: document_needs_signature, signature_broken. */
export const draftBody = z.strictObject({ kind: documentKind })
/** `allergies`: prescriptions against the patient's allergies; issuing then asks for a reason. */
export const draftReply = z.object({
  content: documentContent,
  head: documentHead,
  findings: z.array(finding),
  allergies: z.array(z.string()),
})
export type DocumentDraft = z.infer<typeof draftReply>

/**
 * POST /consultations/:id/documents. Idempotent by `id`. `replaces`: the document that this one takes the place of.
 * Errors: document_incomplete (its fields name what is missing), document_controlled, document_allergy, crm_missing,
 * document_not_found, document_issued, document_changed, document_needs_signature, signature_broken.
 */
export const issueBody = z.strictObject({
  id: z.uuid(),
  kind: documentKind,
  ...enteredContent.shape,
  replaces: z.optional(z.uuid()),
  allergy_reason: z.optional(oneLine.check(z.minLength(1, 'Escreva o motivo'), z.maxLength(500, 'Motivo muito longo'))),
})
export type IssueBody = z.input<typeof issueBody>

const issuedDocument = z.object({
  id: z.string(),
  kind: documentKind,
  number: z.int(),
  code: z.string(),
  state: z.enum(['issued', 'cancelled']),
  issued_at: instant,
  cancelled_at: z.nullable(instant),
  cancel_reason: nullableText,
  /** The numbers of the document before and after it. */
  replaces: z.nullable(z.int()),
  replaced_by: z.nullable(z.int()),
  sha256: z.string(),
  /** When its PDF for a digital signature was first downloaded. */
  prepared_at: z.nullable(instant),
  /** The signatures of the returned PDF; null until there is one. */
  signatures: z.nullable(z.array(documentSignature)),
  content: documentContent,
})
export type IssuedDocument = z.infer<typeof issuedDocument>
export const documentReply = z.object({ document: issuedDocument })
/** GET /consultations/:id/documents: newest first. */
export const documentsReply = z.object({ documents: z.array(issuedDocument) })

/** POST /documents/:id/cancel. Errors: document_not_found, document_cancelled. */
export const cancelBody = z.strictObject({
  reason: oneLine.check(z.minLength(1, 'Escreva o motivo'), z.maxLength(300, 'Motivo muito longo')),
})

/**
 * POST /documents/:id/signed, with the signed PDF as the body. It must begin with the bytes of GET /documents/:id/prepared.
 * Errors: document_not_found, document_cancelled, document_not_prepared, document_signed, unsupported_media,
 * body_too_large, signed_file_altered, signed_file_expired, signed_file_not_yet_valid, signed_file_foreign,
 * signed_file_not_signed, signed_file_other_document, signed_file_other_person, signed_file_unreadable,
 * signed_file_unsupported. GET of the same path answers the file. Errors: document_not_found.
 */
export const SIGNED_FILE_TYPE = 'application/pdf'

/** GET /verify/:code: nothing of the patient. */
export const verifyReply = z.object({
  kind: documentKind,
  number: z.int(),
  doctor_name: z.string(),
  crm: z.string(),
  /** The day in the doctor's zone, dd/mm/aaaa. */
  issued_on: z.string(),
  state: z.enum(['valid', 'cancelled', 'replaced']),
  replaced_by: z.nullable(z.int()),
  hash_prefix: z.string(),
  /** The digital signatures of its PDF, in order; empty without one. `signed_on`: dd/mm/aaaa in the doctor's zone. */
  signatures: z.array(z.extend(z.omit(documentSignature, { at: true }), { signed_on: z.string() })),
})
export type Verified = z.infer<typeof verifyReply>
