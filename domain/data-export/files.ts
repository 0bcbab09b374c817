import { z } from 'zod/mini'
import { consentAnswers } from '../consent/consent.ts'
import { discardedTakes } from '../consent/contract.ts'
import { consultationType } from '../consultation/contract.ts'
import { gap } from '../consultation/gap.ts'
import { instant } from '../contract.ts'
import { confidence, diagnosis, evidenceLine, flag, proof, signature, structurer } from '../record/record.ts'
import { speaker, transcriptWord, voice } from '../transcript/entry.ts'

/**
 * The shape of the exported JSON. Keys are the columns of the tables they come from. Times are milliseconds since 1970
 * (UTC), except Stripe's. Any change of shape needs a new number.
 */
export const FORMAT_VERSION = 1
const formatVersion = z.literal(FORMAT_VERSION)

export const patientRow = z.strictObject({
  id: z.string(),
  doctor_id: z.string(),
  nome_completo: z.string(),
  observacoes_gerais: z.string(),
  data_nascimento: z.nullable(z.string()),
  sexo: z.nullable(z.string()),
  nome_mae: z.nullable(z.string()),
  naturalidade: z.nullable(z.string()),
  endereco: z.nullable(z.string()),
  cpf: z.nullable(z.string()),
  telefone: z.nullable(z.string()),
  total_consultas: z.int(),
  last_consultation: z.nullable(instant),
  archived_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
})

export const consultationRow = z.strictObject({
  id: z.string(),
  doctor_id: z.string(),
  patient_id: z.string(),
  patient_name: z.string(),
  consultation_type: consultationType,
  clinical_context: z.string(),
  status: z.enum(['active', 'completed']),
  start_time: instant,
  end_time: z.nullable(instant),
  duration: z.nullable(z.int()),
  entry_count: z.int(),
  gaps: z.array(gap),
  specialty: z.nullable(z.string()),
  demonstration: z.boolean(),
})

export const entryRow = z.strictObject({
  consultation_id: z.string(),
  id: z.string(),
  doctor_id: z.string(),
  position: z.int(),
  text: z.string(),
  timestamp: instant,
  speaker: z.nullable(speaker),
  speaker_origin: z.nullable(z.enum(['guess', 'firm', 'hand'])),
  voice: z.nullable(voice),
  start_ms: z.int(),
  end_ms: z.int(),
  confidence: z.nullable(z.number()),
  /** Null, except in lines completed before 2026-11-23. */
  words: z.nullable(z.array(transcriptWord)),
})

export const consentRow = z.strictObject({
  seq: z.int(),
  id: z.string(),
  doctor_id: z.string(),
  patient_id: z.string(),
  consultation_id: z.string(),
  state: z.enum(['accepted', 'refused', 'revoked']),
  notice_version: z.string(),
  notice_sha256: z.string(),
  answers: consentAnswers,
  answered_at: instant,
  revoked_at: z.nullable(instant),
  discarded: discardedTakes,
  created_at: instant,
})

export const recordRow = z.strictObject({
  id: z.string(),
  consultation_id: z.string(),
  doctor_id: z.string(),
  specialty: z.string(),
  job_id: z.string(),
  processing_time_ms: z.number(),
  warnings: z.array(z.string()),
  structurer,
  created_at: instant,
  updated_at: instant,
  revision: z.int(),
  alerts: z.array(flag),
  omissions: z.array(
    z.object({ id: z.string(), section: z.string(), text: z.string(), evidence: z.array(evidenceLine) }),
  ),
  diagnoses: z.array(diagnosis),
  unified_text: z.nullable(z.string()),
  saved_at: z.nullable(instant),
  signed_at: z.nullable(instant),
  signature: z.nullable(signature),
  /** The exact text whose sha256 the signature carries. */
  signed_content: z.nullable(z.string()),
})

export const sectionRow = z.strictObject({
  id: z.string(),
  record_id: z.string(),
  doctor_id: z.string(),
  key: z.string(),
  canonical: z.string(),
  title: z.string(),
  position: z.int(),
  content: z.string(),
  original_content: z.string(),
  confidence,
  confidence_score: z.number(),
  suggestions: z.array(z.string()),
  sentences: z.array(
    z.looseObject({ text: z.string(), evidence: z.array(z.union([z.string(), evidenceLine])), proof }),
  ),
})

export const versionRow = z.strictObject({
  record_id: z.string(),
  version: z.int(),
  doctor_id: z.string(),
  consultation_id: z.string(),
  /** The whole record of that version; earlier versions of the product stored fewer fields. */
  body: z.looseObject({}),
  replaced_at: instant,
})

export const addendumRow = z.strictObject({
  id: z.string(),
  record_id: z.string(),
  consultation_id: z.string(),
  doctor_id: z.string(),
  text: z.string(),
  doctor_name: z.string(),
  crm: z.string(),
  sha256: z.string(),
  created_at: instant,
})

export const pdfRow = z.strictObject({
  id: z.string(),
  consultation_id: z.string(),
  doctor_id: z.string(),
  bytes: z.nullable(z.int()),
  created_at: instant,
  expired_at: z.nullable(instant),
})

/** A consultation with everything that belongs to it, in order. */
const consultationFile = z.extend(consultationRow, {
  /** Paths from the root of the volume. Null: no record; the manifest gives the reason when one was expected. */
  files: z.strictObject({ transcript: z.string(), record: z.nullable(z.string()) }),
  transcript: z.array(entryRow),
  consents: z.array(
    z.extend(consentRow, {
      /** The words that were read to the patient; empty if this server has no such version. */
      notice: z.array(z.strictObject({ title: z.string(), text: z.string() })),
    }),
  ),
  record: z.nullable(
    z.extend(recordRow, {
      sections: z.array(sectionRow),
      addenda: z.array(addendumRow),
      versions: z.array(versionRow),
    }),
  ),
  pdfs: z.array(pdfRow),
})
export type ConsultationFile = z.infer<typeof consultationFile>

/** pacientes/…/dados.json; dados-2.json for a patient whose consultations continue in volume 2. */
export const patientFile = z.strictObject({
  format_version: formatVersion,
  kind: z.literal('patient'),
  patient: patientRow,
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
  missing: z.array(z.strictObject({ path: z.string(), reason: z.enum(['signature_broken', 'not_printable']) })),
})
export type ManifestFile = z.infer<typeof manifestFile>
