import { z } from 'zod/mini'
import { type ConsultationType, consultationType } from '../../consultation/contract.ts'
import { instant } from '../../contract.ts'
import type { ErrorCode } from '../../errors.ts'
import { type Identification, identification } from '../../patient/identification.ts'
import { type Addendum, alertNeedsLook, needsLook, type Signature, type StructuredRecord } from '../record.ts'
import { canonicalJson } from './canonical-json.ts'

/** Text of the transcript's lines by id, as it stands. */
export type LineTexts = ReadonlyMap<string, string>
export const lineTexts = (entries: readonly { id: string; text: string }[]): LineTexts =>
  new Map(entries.map(({ id, text }) => [id, text]))

export type SignedRecord = Pick<
  StructuredRecord,
  'specialty' | 'sections' | 'diagnoses' | 'unified_text' | 'structurer' | 'created_at'
>
/** Whose record it is, and of which consultation. */
export type SignedVisit = {
  patient: { id: string; name: string }
  consultation: { id: string; type: ConsultationType; start: number; end: number | null; demonstration: boolean }
}
export type Signing = SignedVisit & {
  doctor: { name: string; crm: string }
  /** What is known of the patient beside the name; null when nothing is. */
  identification: Partial<Identification> | null
  record: SignedRecord
  lines: LineTexts
  /** The line 'Registro de uso de IA: …', reviewed by the signer. */
  aiUse: string
  consent: string
  signedAt: number
}

/** Why what the doctor looked at cannot be saved or signed as it stands. */
export function refusesSaving(record: Pick<StructuredRecord, 'revision' | 'sections' | 'alerts'>, revision: number) {
  if (record.revision !== revision) return 'record_changed' satisfies ErrorCode
  const unseen = record.sections.some((section) => section.sentences.some(needsLook))
  return unseen || record.alerts.some(alertNeedsLook) ? ('record_unseen' satisfies ErrorCode) : null
}

/** The part of the content that stands in the record itself, with the words of every cited line. */
const recordPart = (record: SignedRecord, lines: LineTexts) => ({
  specialty: record.specialty,
  structurer: record.structurer,
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
 * What is signed: the sha256 of these bytes is the signature's, and they are kept as they were. The second spelling is
 * the first with the patient's identification, which the first does not know.
 */
export const signedContent = (signing: Signing): string =>
  canonicalJson({
    v: signing.identification === null ? 1 : 2,
    doctor: signing.doctor,
    patient: signing.patient,
    identification: signing.identification ?? undefined,
    consultation: signing.consultation,
    record: recordPart(signing.record, signing.lines),
    ai_use: signing.aiUse,
    consent: signing.consent,
    signed_at: signing.signedAt,
  })

/**
 * Whether record and signature still say what the signed content says. That its hash is right is for the caller. The
 * identification stands in the signed content alone: what is known of the patient today may be another.
 */
export function saysWhatWasSigned(
  content: string,
  signature: Signature,
  record: SignedRecord,
  lines: LineTexts,
  { patient, consultation }: SignedVisit,
): boolean {
  let signed: Partial<Record<'doctor' | 'patient' | 'consultation' | 'record' | 'signed_at', unknown>>
  try {
    signed = JSON.parse(content) as typeof signed
  } catch {
    return false
  }
  const { doctor_name: name, crm, signed_at } = signature
  return (
    canonicalJson({
      doctor: signed.doctor,
      patient: signed.patient,
      consultation: signed.consultation,
      record: signed.record,
      signed_at: signed.signed_at,
    }) === canonicalJson({ doctor: { name, crm }, patient, consultation, record: recordPart(record, lines), signed_at })
  )
}

const printedOfSigned = z.object({
  patient: z.object({ name: z.string() }),
  identification: z._default(z.nullable(z.partial(identification)), null),
  consultation: z.object({ type: consultationType, start: instant, demonstration: z.boolean() }),
  ai_use: z.string(),
  consent: z.string(),
})
/** What a signed content says beside the record itself: what is printed is what was signed. */
export const printedFromSigned = (content: string) => printedOfSigned.parse(JSON.parse(content))

/** What an addendum's sha256 covers: it stands behind the signature and behind the addendum before it. */
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

/** Name and CRM as the line on the use of AI says who reviewed. */
export const reviewerOf = (signature: Pick<Signature, 'doctor_name' | 'crm'>): string =>
  `${signature.doctor_name}, CRM ${signature.crm}`
