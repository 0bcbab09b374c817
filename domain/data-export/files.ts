import { z } from 'zod/mini'
import { consentAnswers } from '../consent/consent.ts'
import { discardedTakes } from '../consent/contract.ts'
import { consultationType } from '../consultation/contract.ts'
import { gap } from '../consultation/gap.ts'
import { instant } from '../contract.ts'
import { documentKind } from '../document/kind.ts'
import { documentSignature } from '../document/signature.ts'
import { factKind, factSource } from '../patient/fact.ts'
import { confidence, diagnosis, evidenceLine, flag, proof, signature, structurer } from '../record/record.ts'
import { speaker, transcriptWord, voice } from '../transcript/entry.ts'

/**
 * The shape of the exported JSON. Keys are the columns of the tables they come from. Times are milliseconds since 1970
 * (UTC), except Stripe's. Any change of shape needs a new number.
 */
export const FORMAT_VERSION = 7
const formatVersion = z.literal(FORMAT_VERSION)

const text = z.string()
/** Names the columns of a table that have the same type. */
export const columns = <Name extends string, Type extends z.ZodMiniType>(type: Type, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>
export const texts = <Name extends string>(...names: Name[]) => columns(text, ...names)
export const optionalTexts = <Name extends string>(...names: Name[]) => columns(z.nullable(text), ...names)
export const instants = <Name extends string>(...names: Name[]) => columns(instant, ...names)
export const optionalInstants = <Name extends string>(...names: Name[]) => columns(z.nullable(instant), ...names)

export const patientRow = z.strictObject({
  ...texts('id', 'doctor_id', 'nome_completo', 'observacoes_gerais'),
  ...optionalTexts('data_nascimento', 'sexo', 'nome_mae', 'naturalidade', 'endereco', 'cpf', 'telefone'),
  total_consultas: z.int(),
  ...optionalInstants('last_consultation', 'archived_at'),
  ...instants('created_at', 'updated_at'),
})

/** `source`: the signed sentence or the context it came from; null if the doctor typed it. */
export const patientFactRow = z.strictObject({
  ...texts('id', 'doctor_id', 'patient_id', 'text'),
  kind: factKind,
  source: z.nullable(factSource),
  ...optionalInstants('added_at', 'dismissed_at', 'ended_at'),
  ...optionalTexts('end_reason'),
})

export const consultationRow = z.strictObject({
  ...texts('id', 'doctor_id', 'patient_id', 'patient_name', 'clinical_context'),
  consultation_type: consultationType,
  status: z.enum(['active', 'completed']),
  start_time: instant,
  end_time: z.nullable(instant),
  duration: z.nullable(z.int()),
  entry_count: z.int(),
  gaps: z.array(gap),
  specialty: z.nullable(text),
  demonstration: z.boolean(),
})

export const entryRow = z.strictObject({
  ...texts('consultation_id', 'id', 'doctor_id', 'text'),
  /** The recogniser's own words; null if they are the text, or the doctor typed the line. */
  ...optionalTexts('original'),
  ...columns(z.int(), 'position', 'start_ms', 'end_ms'),
  timestamp: instant,
  speaker: z.nullable(speaker),
  speaker_origin: z.nullable(z.enum(['guess', 'firm', 'hand'])),
  voice: z.nullable(voice),
  confidence: z.nullable(z.number()),
  /** Null, except in lines completed before 2026-11-23. */
  words: z.nullable(z.array(transcriptWord)),
})

export const consentRow = z.strictObject({
  seq: z.int(),
  ...texts('id', 'doctor_id', 'patient_id', 'consultation_id', 'notice_version', 'notice_sha256'),
  state: z.enum(['accepted', 'refused', 'revoked']),
  answers: consentAnswers,
  discarded: discardedTakes,
  ...instants('answered_at', 'created_at'),
  revoked_at: z.nullable(instant),
})

export const recordRow = z.strictObject({
  ...texts('id', 'consultation_id', 'doctor_id', 'specialty', 'job_id'),
  processing_time_ms: z.number(),
  warnings: z.array(text),
  structurer: z.nullable(structurer),
  ...instants('created_at', 'updated_at'),
  revision: z.int(),
  alerts: z.array(flag),
  omissions: z.array(
    z.object({
      ...texts('id', 'section', 'text'),
      evidence: z.array(evidenceLine),
      reason: z.optional(z.string()),
      dismissed: z.optional(z.boolean()),
    }),
  ),
  diagnoses: z.array(diagnosis),
  signature: z.nullable(signature),
  /** `signed_content` is the exact text whose sha256 the signature carries. */
  ...optionalTexts('unified_text', 'signed_content'),
  ...optionalInstants('saved_at', 'signed_at'),
})

export const sectionRow = z.strictObject({
  ...texts('id', 'record_id', 'doctor_id', 'key', 'canonical', 'title', 'content', 'original_content'),
  position: z.int(),
  confidence,
  confidence_score: z.number(),
  suggestions: z.array(text),
  sentences: z.array(z.looseObject({ text, evidence: z.array(z.union([text, evidenceLine])), proof })),
})

export const versionRow = z.strictObject({
  ...texts('record_id', 'doctor_id', 'consultation_id'),
  version: z.int(),
  /** The whole record of that version; earlier versions of the product stored fewer fields. */
  body: z.looseObject({}),
  replaced_at: instant,
})

export const addendumRow = z.strictObject({
  ...texts('id', 'record_id', 'consultation_id', 'doctor_id', 'text', 'doctor_name', 'crm', 'sha256'),
  created_at: instant,
})

/** `content`: the whole document, in the spelling that `sha256` covers. */
export const documentRow = z.strictObject({
  ...texts('id', 'doctor_id', 'consultation_id', 'code', 'content', 'sha256'),
  kind: documentKind,
  number: z.int(),
  state: z.enum(['issued', 'cancelled']),
  issued_at: instant,
  cancelled_at: z.nullable(instant),
  ...optionalTexts('replaces', 'replaced_by', 'cancel_reason'),
})

/** A summary shared with the patient. `content`: what the patient reads, in the spelling that `sha256` covers. */
export const patientPageRow = z.strictObject({
  ...texts('id', 'doctor_id', 'consultation_id', 'content', 'sha256'),
  ...instants('created_at', 'expires_at'),
  failures: z.int(),
  withdrawn_at: z.nullable(instant),
})

/** The prepared file and the signed one of a document; `signed_sha256` is of the exported file. */
export const documentSignatureRow = z.strictObject({
  ...texts('document_id', 'doctor_id', 'consultation_id', 'prepared_sha256'),
  prepared_bytes: z.int(),
  prepared_at: instant,
  ...optionalTexts('signed_sha256'),
  signed_bytes: z.nullable(z.int()),
  signatures: z.nullable(z.array(documentSignature)),
  verified_at: z.nullable(instant),
})

export const pdfRow = z.strictObject({
  ...texts('id', 'consultation_id', 'doctor_id'),
  bytes: z.nullable(z.int()),
  created_at: instant,
  expired_at: z.nullable(instant),
})

/** A consultation with everything that belongs to it, in order. */
const consultationFile = z.extend(consultationRow, {
  /** Paths from the root of the volume. Null: no record; the manifest gives the reason when one was expected. */
  files: z.strictObject({
    transcript: z.string(),
    record: z.nullable(z.string()),
    /** Documents with a digital signature, as they came back. */
    signed: z.array(z.string()),
  }),
  transcript: z.array(entryRow),
  consents: z.array(
    z.extend(consentRow, {
      /** The words that were read to the patient; empty if this server has no such version. */
      notice: z.array(z.strictObject(texts('title', 'text'))),
    }),
  ),
  record: z.nullable(
    z.extend(recordRow, {
      sections: z.array(sectionRow),
      addenda: z.array(addendumRow),
      versions: z.array(versionRow),
    }),
  ),
  documents: z.array(documentRow),
  patient_pages: z.array(patientPageRow),
  signatures: z.array(documentSignatureRow),
  pdfs: z.array(pdfRow),
})
export type ConsultationFile = z.infer<typeof consultationFile>

/** pacientes/…/dados.json; dados-2.json for a patient whose consultations continue in volume 2. */
export const patientFile = z.strictObject({
  format_version: formatVersion,
  kind: z.literal('patient'),
  patient: patientRow,
  /** Allergies, medicines in use and problems, with those that ended and the dismissed proposals. */
  facts: z.array(patientFactRow),
  consultations: z.array(consultationFile),
})
export type PatientFile = z.infer<typeof patientFile>

/** manifesto.json: lists every other file of its volume. */
export const manifestFile = z.strictObject({
  format_version: formatVersion,
  kind: z.enum(['full', 'patient']),
  export_id: z.string(),
  /** The time of the request: the data are as of then. */
  asked_at: instant,
  volume: z.int().check(z.minimum(1)),
  /** Whether another volume follows. */
  last: z.boolean(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      bytes: z.int().check(z.minimum(0)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
  /** Files that could not be made; dados.json still has their data. */
  missing: z.array(
    z.strictObject({
      path: z.string(),
      reason: z.enum(['signature_broken', 'not_printable', 'file_missing', 'left_out']),
    }),
  ),
})
export type ManifestFile = z.infer<typeof manifestFile>
