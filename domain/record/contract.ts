import { z } from 'zod/mini'
import { freeText, instant } from '../contract.ts'
import { type JobStatus, jobStatuses } from '../jobs.ts'
import { addendum, diagnosis, flag, omission, section, structuredRecord } from './record.ts'
import { specialty } from './specialty.ts'

/** The structuring API (spec §7). The server structures what it stores; a body that differs is refused with 409. */
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
/** The job that is under way: where another one was, in another `specialty` than was asked for. */
export const structureAccepted = z.object({ job_id: z.uuid(), specialty })
export const structuringSteps = ['queued', 'reading', 'structuring', 'checking', 'saving'] as const
const structuringJob = z.object({
  job_id: z.uuid(),
  specialty,
  status: z.enum(jobStatuses),
  step: z.nullable(z.enum(structuringSteps)),
  error: z.nullable(z.string()),
})
/** GET /structure/:id. Completed, it is the record with its job; until then there is nothing of one. */
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
 * Empty content is allowed: what should not stand in a section can be taken out. `base`: what was edited, as it stood
 * then; where it stands otherwise by now nothing is written (record_changed). `edit` names all that is saved of one edit,
 * the same from its first save to its last; `autosave`: it goes on.
 */
export const updateSectionBody = z.strictObject({
  content: freeText.check(z.trim(), z.maxLength(20_000)),
  base: z.optional(z.string().check(z.maxLength(200_000))),
  edit: z.optional(z.uuid()),
  autosave: z.optional(z.boolean()),
})
/** A changed section, and what of the record follows from the change. */
export const sectionReply = z.object({
  section,
  revision: z.int(),
  alerts: z.array(flag),
  omissions: z.array(omission),
  /** A text edited apart takes the section's new words over where it can. */
  unified_text: z.nullable(z.string()),
  saved_at: z.nullable(instant),
})
export type SectionReply = z.infer<typeof sectionReply>

/** POST /sections/:id/seen. The doctor looked at these sentences, by their text, though unproven or flagged. */
export const seenBody = z.strictObject({
  texts: z.array(z.string().check(z.minLength(1), z.maxLength(20_000))).check(z.minLength(1), z.maxLength(100)),
})

/**
 * /records/:id, by the consultation's id. What is saved or signed must be what was looked at: another `revision` is
 * refused with record_changed, an unproven or flagged sentence not yet seen with record_unseen.
 */
export const recordReply = z.object({ record: structuredRecord })
/** POST /records/:id/save ('Salvar no Histórico') and POST /records/:id/sign (wants a CRM in the profile: crm_missing). */
export const revisionBody = z.strictObject({ revision: z.int().check(z.minimum(1)) })
/** POST /records/:id/omissions: into its section, with its proof. */
export const insertOmissionBody = z.strictObject({ omission_id: z.string().check(z.minLength(1), z.maxLength(100)) })
/**
 * PUT /records/:id/text: null, or nothing but space, goes back to following the sections. `base`: the textBase of the
 * record it was written in; where it is another by now nothing is written (record_changed).
 * Errors: record_too_long.
 */
export const unifiedTextBody = z.strictObject({
  text: z.nullable(freeText.check(z.trim(), z.maxLength(100_000))),
  base: z.string().check(z.maxLength(100)),
})
/** POST /records/:id/text/seen. The doctor looked at what was found in the text, by the alerts' messages. */
export const seenTextBody = z.strictObject({
  messages: z.array(z.string().check(z.minLength(1), z.maxLength(4_000))).check(z.minLength(1), z.maxLength(200)),
})
/** PUT /records/:id/diagnoses: codes are looked up in the system's table; one that is not there is refused. */
export const diagnosesBody = z.strictObject({ diagnoses: z.array(diagnosis).check(z.maxLength(20)) })
/** POST /records/:id/addenda: only after signing. Sent again under the same `id`, it is added once. */
export const addendumBody = z.strictObject({
  id: z.optional(z.uuid()),
  text: freeText.check(z.trim(), z.minLength(1, 'Escreva o texto do adendo'), z.maxLength(20_000)),
})
export const addendumReply = z.object({ addendum })

/** What may put another version in the place of one; 'other' where that was not kept yet. */
export const versionEnds = ['section', 'diagnoses', 'text', 'structuring', 'other'] as const
/**
 * GET /records/:id/versions, newest first, those before version `before` where it is given; the standing record is not
 * among them.
 */
const versionSummary = z.object({
  version: z.int(),
  /** When it stopped being the record, by what, and in which section, by its title. */
  replaced_at: z.int(),
  replaced_by: z.enum(versionEnds),
  section: z.nullable(z.string()),
  /** When what it goes back to was structured. */
  structured_at: z.int(),
  specialty,
})
export const versionsQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
})
/** `next`: the `before` of the next page; null when there is none. */
export const versionsReply = z.object({ versions: z.array(versionSummary), next: z.nullable(z.int()) })
export type VersionsPage = z.infer<typeof versionsReply>
/** GET /records/:id/versions/:version: how the record stood then. */
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

/** POST /cid10/search: by code or words, accents apart. */
export const cidSearchBody = z.strictObject({ query: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)) })
export const cidSearchReply = z.object({ items: z.array(diagnosis).check(z.maxLength(20)) })

export const validateBody = z.strictObject({
  sections: z.array(z.object({ id: z.string(), content: freeText.check(z.maxLength(20_000)) })).check(z.maxLength(40)),
  specialty,
})
export const validateReply = z.object({ is_valid: z.boolean(), issues: z.array(z.string()) })

/** A section as its reader has it. Its other fields are allowed and not compared. */
const sentSection = z.looseObject({
  id: z.string().check(z.maxLength(100)),
  content: z.string().check(z.maxLength(200_000)),
  title: z.optional(z.string().check(z.maxLength(200))),
  order: z.optional(z.int()),
})
export type SentSection = z.infer<typeof sentSection>
/** What is stored is printed: sections that differ from it are refused. Errors: record_changed, too_many_requests. */
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
