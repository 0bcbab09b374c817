import { z } from 'zod/mini'
import { freeText, instant, oneLine } from '../contract.ts'
import { type JobStatus, jobStatuses } from '../jobs.ts'
import { addendum, diagnosis, flag, omission, section, structuredRecord } from './record.ts'
import { specialty } from './specialty.ts'

/** The structuring API (spec §7). The server structures the text it stores; a body that differs gets 409. */
export const structureBody = z.strictObject({
  consultation_id: z.uuid('Nenhuma consulta selecionada'),
  raw_transcription: z.optional(z.string().check(z.maxLength(2_000_000))),
  specialty,
  patient_context: z.nullish(
    z.strictObject({
      name: z.string().check(z.maxLength(200)),
      clinical_context: z.string().check(z.maxLength(8_000)),
    }),
  ),
})
export const structureReply = structuredRecord
/** The job that is under way. If another one was, its `specialty` may differ from the requested one. */
export const structureAccepted = z.object({ job_id: z.uuid(), specialty })
export const structuringSteps = ['queued', 'reading', 'structuring', 'checking', 'saving'] as const
const structuringJob = z.object({
  job_id: z.uuid(),
  specialty,
  status: z.enum(jobStatuses),
  step: z.nullable(z.enum(structuringSteps)),
  error: z.nullable(z.string()),
})
/** GET /structure/:id. A completed job has the record; before that there is none. */
export const structureStatusReply = z.discriminatedUnion('status', [
  z.extend(structuredRecord, { ...structuringJob.shape, status: z.literal('completed') }),
  z.extend(structuringJob, {
    status: z.enum(['queued', 'running', 'failed'] satisfies Exclude<JobStatus, 'completed'>[]),
    sections: z.array(section).check(z.maxLength(0)),
    warnings: z.array(z.string()).check(z.maxLength(0)),
    processing_time_ms: z.null(),
  }),
])
export type StructureStatus = z.infer<typeof structureStatusReply>

/**
 * Empty content is allowed: it removes the section's text. `base` is the text the doctor edited; if the section has
 * changed since, the call fails with record_changed. `edit` is one id for all saves of an edit; `autosave` marks a save
 * while the doctor writes.
 */
export const updateSectionBody = z.strictObject({
  content: freeText.check(z.maxLength(20_000)),
  base: z.optional(z.string().check(z.maxLength(200_000))),
  edit: z.optional(z.uuid()),
  autosave: z.optional(z.boolean()),
})
/** A changed section, and the parts of the record that change with it. */
export const sectionReply = z.object({
  section,
  revision: z.int(),
  alerts: z.array(flag),
  omissions: z.array(omission),
  /** A text edited separately receives the section's new words if possible. */
  unified_text: z.nullable(z.string()),
  saved_at: z.nullable(instant),
})
export type SectionReply = z.infer<typeof sectionReply>

/** POST /sections/:id/seen. The doctor has seen these sentences, by their text, though unproven or flagged. */
export const seenBody = z.strictObject({
  texts: z.array(z.string().check(z.minLength(1), z.maxLength(20_000))).check(z.minLength(1), z.maxLength(100)),
})

/**
 * /records/:id, by the consultation's id. Saving and signing name the `revision` the doctor saw: another one gets
 * record_changed, an unproven or flagged sentence not yet seen gets record_unseen.
 */
export const recordReply = z.object({ record: structuredRecord })
/**
 * POST /records/:id: the record of a completed consultation that the doctor writes, in the template's empty sections.
 * Answers an existing record as it is. Errors: consultation_not_found, consultation_active, plan_needed,
 * structuring_under_way.
 */
export const writtenRecordBody = z.strictObject({ specialty })
/**
 * POST /records/:id/save ('Salvar no Histórico') and POST /records/:id/sign. Errors: crm_missing without a CRM in the
 * profile.
 */
export const revisionBody = z.strictObject({ revision: z.int().check(z.minimum(1)) })
/** POST /records/:id/sign. Errors: allergy_listed without a reason; its field `allergy_reason` has the prescriptions. */
export const signBody = z.extend(revisionBody, {
  allergy_reason: z.optional(oneLine.check(z.minLength(1, 'Escreva o motivo'), z.maxLength(500, 'Motivo muito longo'))),
})
/** POST /records/:id/omissions/dismissal: takes an entry off 'A conferir', or puts it back. */
export const dismissOmissionBody = z.strictObject({
  omission_id: z.string().check(z.minLength(1), z.maxLength(100)),
  dismissed: z.boolean(),
})

/** POST /records/:id/omissions: inserts the omission into its section, with its proof. */
export const insertOmissionBody = z.strictObject({ omission_id: z.string().check(z.minLength(1), z.maxLength(100)) })
/**
 * PUT /records/:id/text: null or blank returns to the sections. `base` is the textBase of the record it was written in;
 * if it differs by now, the call fails with record_changed. Errors: record_too_long.
 */
export const unifiedTextBody = z.strictObject({
  text: z.nullable(freeText.check(z.maxLength(100_000))),
  base: z.string().check(z.maxLength(100)),
})
/** POST /records/:id/text/seen. The doctor has seen these findings in the text, by their messages. */
export const seenTextBody = z.strictObject({
  messages: z.array(z.string().check(z.minLength(1), z.maxLength(4_000))).check(z.minLength(1), z.maxLength(200)),
})
/** PUT /records/:id/diagnoses: new codes must be in the table of CID-10; without it they are marked as typed. */
export const diagnosesBody = z.strictObject({ diagnoses: z.array(diagnosis).check(z.maxLength(20)) })
/** POST /records/:id/addenda: only after signing. Idempotent by `id`. */
export const addendumBody = z.strictObject({
  id: z.optional(z.uuid()),
  text: freeText.check(z.minLength(1, 'Escreva o texto do adendo'), z.maxLength(20_000)),
})
export const addendumReply = z.object({ addendum })

/** The changes that can replace a version; 'other' for versions from before this was stored. */
export const versionEnds = ['section', 'diagnoses', 'text', 'structuring', 'transcript', 'other'] as const
/** GET /records/:id/versions: newest first, before version `before` if given, without the current record. */
const versionSummary = z.object({
  version: z.int(),
  /** When the version was replaced, by which change, and in which section (its title). */
  replaced_at: z.int(),
  replaced_by: z.enum(versionEnds),
  section: z.nullable(z.string()),
  /** When the structured text of this version was made. */
  structured_at: z.int(),
  specialty,
})
export const versionsQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
})
/** `next`: the `before` of the next page; null when there is none. */
export const versionsReply = z.object({ versions: z.array(versionSummary), next: z.nullable(z.int()) })
export type VersionsPage = z.infer<typeof versionsReply>
/** GET /records/:id/versions/:version: the record at that version. */
export const versionReply = z.object({
  version: z.int(),
  replaced_at: z.int(),
  record: z.pick(structuredRecord, {
    specialty: true,
    sections: true,
    warnings: true,
    created_at: true,
    structurer: true,
    diagnoses: true,
    unified_text: true,
  }),
})
export type VersionSummary = z.infer<typeof versionSummary>
export type RecordVersion = z.infer<typeof versionReply>

/** POST /cid10/search: by code or words, ignoring accents. */
export const cidSearchBody = z.strictObject({ query: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)) })
export const cidSearchReply = z.object({ items: z.array(diagnosis).check(z.maxLength(20)) })

/** GET /cid10: whether the system has the table. Without it the doctor types codes. */
export const cidStatusReply = z.object({ has_table: z.boolean() })
/** POST /cid10/proposals: codes for the words of a hypothesis. */
export const cidProposalsBody = z.strictObject({ hypothesis: z.string().check(z.maxLength(2_000)) })

export const validateBody = z.strictObject({
  sections: z.array(z.object({ id: z.string(), content: freeText.check(z.maxLength(20_000)) })).check(z.maxLength(40)),
  specialty,
})
export const validateReply = z.object({ is_valid: z.boolean(), issues: z.array(z.string()) })

/** A section as the client read it. Further fields are allowed and not compared. */
const sentSection = z.looseObject({
  id: z.string().check(z.maxLength(100)),
  content: z.string().check(z.maxLength(200_000)),
  title: z.optional(z.string().check(z.maxLength(200))),
  order: z.optional(z.int()),
})
export type SentSection = z.infer<typeof sentSection>
/** Prints the stored record: sections that differ from it are refused. Errors: record_changed, too_many_requests. */
export const exportPdfBody = z.strictObject({
  consultation_id: z.uuid(),
  sections: z.nullish(z.array(sentSection).check(z.maxLength(40))),
  patient_info: z.optional(z.null()),
  doctor_info: z.optional(z.null()),
})
export const exportAccepted = z.object({ export_id: z.uuid() })
export const exportReply = z.object({
  export_id: z.uuid(),
  status: z.enum(jobStatuses),
  error: z.nullable(z.string()),
  /** Path of the file on this server once it is ready; only its owner may read it. */
  url: z.nullable(z.string()),
})
export type ExportStatus = z.infer<typeof exportReply>
