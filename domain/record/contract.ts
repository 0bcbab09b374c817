import { z } from 'zod'
import { freeText, instant } from '../contract.ts'
import { jobStatuses } from '../jobs.ts'
import { addendum, diagnosis, flag, omission, section, structuredRecord } from './record.ts'
import { specialty } from './specialty.ts'

/** The structuring API (spec §7). The server structures what it stores; a body that differs is refused with 409. */
export const structureBody = z.strictObject({
  consultation_id: z.uuid('Nenhuma consulta selecionada'),
  raw_transcription: z.string().max(2_000_000).optional(),
  specialty,
  patient_context: z.strictObject({ name: z.string().max(200), clinical_context: z.string().max(8_000) }).nullish(),
})
export const structureReply = structuredRecord
/** The job that is under way: where another one was, in another `specialty` than was asked for. */
export const structureAccepted = z.object({ job_id: z.uuid(), specialty })
export const structuringSteps = ['queued', 'reading', 'structuring', 'checking', 'saving'] as const
const structuringJob = z.object({
  job_id: z.uuid(),
  specialty,
  status: z.enum(jobStatuses),
  step: z.enum(structuringSteps).nullable(),
  error: z.string().nullable(),
})
/** GET /structure/:id. Completed, it is the record with its job; until then there is nothing of one. */
export const structureStatusReply = z.discriminatedUnion('status', [
  structuredRecord.extend({ ...structuringJob.shape, status: z.literal('completed') }),
  structuringJob.extend({
    status: structuringJob.shape.status.exclude(['completed']),
    sections: z.array(section).max(0),
    warnings: z.array(z.string()).max(0),
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
  content: freeText.trim().max(20_000),
  base: z.string().max(200_000).optional(),
  edit: z.uuid().optional(),
  autosave: z.boolean().optional(),
})
/** A changed section, and what of the record follows from the change. */
export const sectionReply = z.object({
  section,
  revision: z.int(),
  alerts: z.array(flag),
  omissions: z.array(omission),
  /** A text edited apart takes the section's new words over where it can. */
  unified_text: z.string().nullable(),
  saved_at: instant.nullable(),
})
export type SectionReply = z.infer<typeof sectionReply>

/** POST /sections/:id/seen. The doctor looked at these sentences, by their text, though unproven or flagged. */
export const seenBody = z.strictObject({ texts: z.array(z.string().min(1).max(20_000)).min(1).max(100) })

/**
 * /records/:id, by the consultation's id. What is saved or signed must be what was looked at: another `revision` is
 * refused with record_changed, an unproven or flagged sentence not yet seen with record_unseen.
 */
export const recordReply = z.object({ record: structuredRecord })
/** POST /records/:id/save ('Salvar no Histórico') and POST /records/:id/sign (wants a CRM in the profile: crm_missing). */
export const revisionBody = z.strictObject({ revision: z.int().min(1) })
/** POST /records/:id/omissions: into its section, with its proof. */
export const insertOmissionBody = z.strictObject({ omission_id: z.string().min(1).max(100) })
/**
 * PUT /records/:id/text: null, or nothing but space, goes back to following the sections. `base`: the textBase of the
 * record it was written in; where it is another by now nothing is written (record_changed).
 */
export const unifiedTextBody = z.strictObject({
  text: freeText.trim().max(100_000).nullable(),
  base: z.string().max(100),
})
/** POST /records/:id/text/seen. The doctor looked at what was found in the text, by the alerts' messages. */
export const seenTextBody = z.strictObject({ messages: z.array(z.string().min(1).max(4_000)).min(1).max(200) })
/** PUT /records/:id/diagnoses: codes are looked up in the system's table; one that is not there is refused. */
export const diagnosesBody = z.strictObject({ diagnoses: z.array(diagnosis).max(20) })
/** POST /records/:id/addenda: only after signing. Sent again under the same `id`, it is added once. */
export const addendumBody = z.strictObject({
  id: z.uuid().optional(),
  text: freeText.trim().min(1, 'Escreva o texto do adendo').max(20_000),
})
export const addendumReply = z.object({ addendum })

/** What may put another version in the place of one; 'other' where that was not kept yet. */
export const versionEnds = ['section', 'diagnoses', 'text', 'structuring', 'other'] as const
/**
 * GET /records/:id/versions, newest first, those before version `before` where it is given; the standing record is not
 * among them.
 */
export const versionSummary = z.object({
  version: z.int(),
  /** When it stopped being the record, by what, and in which section, by its title. */
  replaced_at: z.int(),
  replaced_by: z.enum(versionEnds),
  section: z.string().nullable(),
  /** When what it goes back to was structured. */
  structured_at: z.int(),
  specialty,
})
export const versionsQuery = z.object({ before: z.coerce.number().int().min(1).max(1_000_000).optional() })
/** `next`: the `before` of the next page; null when there is none. */
export const versionsReply = z.object({ versions: z.array(versionSummary), next: z.int().nullable() })
export type VersionsPage = z.infer<typeof versionsReply>
/** GET /records/:id/versions/:version: how the record stood then. */
export const versionReply = z.object({
  version: z.int(),
  replaced_at: z.int(),
  record: structuredRecord.pick({
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
export const cidSearchBody = z.strictObject({ query: z.string().trim().min(2).max(80) })
export const cidSearchReply = z.object({ items: z.array(diagnosis).max(20) })

export const validateBody = z.strictObject({
  sections: z.array(z.object({ id: z.string(), content: freeText.max(20_000) })).max(40),
  specialty,
})
export const validateReply = z.object({ is_valid: z.boolean(), issues: z.array(z.string()) })

export const exportPdfBody = z.strictObject({
  consultation_id: z.uuid(),
  sections: z.array(z.unknown()).max(40).nullish(),
  patient_info: z.null().optional(),
  doctor_info: z.null().optional(),
})
export const exportAccepted = z.object({ export_id: z.uuid() })
export const exportReply = z.object({
  export_id: z.uuid(),
  status: z.enum(jobStatuses),
  error: z.string().nullable(),
  /** Path of the file on this server once it is ready; only its owner may read it. */
  url: z.string().nullable(),
})
export type ExportStatus = z.infer<typeof exportReply>
