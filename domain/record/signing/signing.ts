import { z } from 'zod/mini'
import { type ConsultationType, consultationType } from '../../consultation/contract.ts'
import { instant } from '../../contract.ts'
import type { ErrorCode } from '../../errors.ts'
import { type Identification, identification } from '../../patient/identification.ts'
import {
  type Addendum,
  type AllergyOverride,
  alertNeedsLook,
  needsLook,
  type Signature,
  type StructuredRecord,
} from '../record.ts'

/** The current text of the transcript's lines, by id. */
export type LineTexts = ReadonlyMap<string, string>
/** The texts of the entries by id. */
export const lineTexts = (entries: readonly { id: string; text: string }[]): LineTexts =>
  new Map(entries.map(({ id, text }) => [id, text]))

export type SignedRecord = Pick<
  StructuredRecord,
  'specialty' | 'sections' | 'diagnoses' | 'unified_text' | 'structurer' | 'created_at'
>
/** The patient and consultation of a record. */
export type SignedVisit = {
  patient: { id: string; name: string }
  consultation: { id: string; type: ConsultationType; start: number; end: number | null; demonstration: boolean }
}
export type Signing = SignedVisit & {
  doctor: { name: string; crm: string }
  /** The patient's known identification besides the name; null without any. */
  identification: Partial<Identification> | null
  record: SignedRecord
  lines: LineTexts
  /** The line 'Registro de uso de IA: …', with the signer as reviewer; null if no AI took part. */
  aiUse: string | null
  consent: string
  /** Why the doctor prescribes against a listed allergy; absent without such a prescription. */
  allergyOverride?: AllergyOverride | undefined
  signedAt: number
}

/** Whether neither a section nor an edited text has a word. */
export const isBlank = ({ sections, unified_text }: Pick<StructuredRecord, 'sections' | 'unified_text'>): boolean =>
  [unified_text ?? '', ...sections.map(({ content }) => content)].every((text) => text.trim() === '')

/** The error code that blocks saving or signing at this revision; null if it may go ahead. */
export function findSigningObstacle(
  record: Pick<StructuredRecord, 'revision' | 'sections' | 'alerts' | 'unified_text'>,
  revision: number,
) {
  if (record.revision !== revision) return 'record_changed' satisfies ErrorCode
  if (isBlank(record)) return 'record_empty' satisfies ErrorCode
  const unseen = record.sections.some((section) => section.sentences.some(needsLook))
  return unseen || record.alerts.some(alertNeedsLook) ? ('record_unseen' satisfies ErrorCode) : null
}

/** The part of the signed content that the record itself also has, with the words of every cited line. */
const recordPart = (record: SignedRecord, lines: LineTexts) => ({
  specialty: record.specialty,
  structurer: record.structurer ?? undefined,
  created_at: record.created_at,
  diagnoses: record.diagnoses,
  unified_text: record.unified_text,
  sections: [...record.sections]
    .sort((a, b) => a.order - b.order)
    .map(({ key, title, content, sentences }) => ({
      key,
      title,
      content,
      sentences: sentences.map(({ text, proof, evidence }) => ({
        text,
        proof,
        evidence: evidence.map(({ id, hash }) => ({ id, hash, text: lines.get(id) ?? null })),
      })),
    })),
})

/**
 * The bytes that are signed and stored; the signature has their sha256. The second spelling adds the patient's
 * identification to the first, the third the reason for a prescription against a listed allergy.
 */
export const signedContent = (signing: Signing): string =>
  canonicalJson({
    v: signing.allergyOverride ? 3 : signing.identification === null ? 1 : 2,
    doctor: signing.doctor,
    patient: signing.patient,
    identification: signing.identification ?? undefined,
    consultation: signing.consultation,
    record: recordPart(signing.record, signing.lines),
    ai_use: signing.aiUse ?? undefined,
    consent: signing.consent,
    allergy_override: signing.allergyOverride,
    signed_at: signing.signedAt,
  })

/**
 * Whether record and signature match the signed content; the caller checks its hash. The identification is compared
 * with nothing: the patient's present one may differ.
 */
export function saysWhatWasSigned(
  content: string,
  signature: Signature,
  record: SignedRecord,
  lines: LineTexts,
  { patient, consultation }: SignedVisit,
): boolean {
  let signed: Partial<
    Record<'doctor' | 'patient' | 'consultation' | 'record' | 'allergy_override' | 'signed_at', unknown>
  >
  try {
    signed = JSON.parse(content) as typeof signed
  } catch {
    return false
  }
  const { doctor_name: name, crm, signed_at, allergy_override } = signature
  return (
    canonicalJson({
      doctor: signed.doctor,
      patient: signed.patient,
      consultation: signed.consultation,
      record: signed.record,
      allergy_override: signed.allergy_override,
      signed_at: signed.signed_at,
    }) ===
    canonicalJson({
      doctor: { name, crm },
      patient,
      consultation,
      record: recordPart(record, lines),
      allergy_override,
      signed_at,
    })
  )
}

const printedOfSigned = z.object({
  patient: z.object({ name: z.string() }),
  identification: z._default(z.nullable(z.partial(identification)), null),
  consultation: z.object({ type: consultationType, start: instant, demonstration: z.boolean() }),
  /** Absent from a record that the doctor wrote. */
  ai_use: z._default(z.nullable(z.string()), null),
  consent: z.string(),
})
/** The printed facts of a signed content that the record does not have. Throws for another shape. */
export const printedFromSigned = (content: string) => printedOfSigned.parse(JSON.parse(content))

/** The text that an addendum's sha256 covers, including the hash of the signature or addendum before it. */
export const addendumContent = (
  signature: Pick<Signature, 'sha256'>,
  previous: Pick<Addendum, 'sha256'> | null,
  { text, doctor_name, crm, created_at }: Omit<Addendum, 'id' | 'sha256'>,
): string =>
  canonicalJson({
    v: 1,
    signature: signature.sha256,
    previous: previous?.sha256 ?? null,
    text,
    doctor: { name: doctor_name, crm },
    created_at,
  })

/** Name and CRM of the reviewer, for the line on the use of AI. */
export const reviewerOf = (signature: Pick<Signature, 'doctor_name' | 'crm'>): string =>
  `${signature.doctor_name}, CRM ${signature.crm}`

/**
 * The one spelling of hashed values: keys in order, no space, text in NFC, absent values omitted. Anyone with the
 * values can reproduce the text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
  }
  return JSON.stringify(typeof value === 'string' ? value.normalize('NFC') : value)
}
