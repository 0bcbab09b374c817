import { z } from 'zod'
import { jobStatuses } from '../jobs.ts'
import { section, structuredRecord } from './record.ts'
import { specialty } from './specialty.ts'

/** The structuring API (spec §7). The server structures what it stores; a body that differs is refused with 409. */
export const structureBody = z.strictObject({
  consultation_id: z.uuid(),
  raw_transcription: z.string().max(2_000_000).optional(),
  specialty,
  patient_context: z.strictObject({ name: z.string().max(200), clinical_context: z.string().max(8_000) }).nullish(),
})
export const structureReply = structuredRecord
export const structureAccepted = z.object({ job_id: z.uuid() })
export const structuringSteps = ['queued', 'reading', 'structuring', 'checking', 'saving'] as const
export const structureStatusReply = z.object({
  job_id: z.uuid(),
  status: z.enum(jobStatuses),
  step: z.enum(structuringSteps).nullable(),
  error: z.string().nullable(),
  record: structuredRecord.nullable(),
})
export type StructureStatus = z.infer<typeof structureStatusReply>

export const updateSectionBody = z.strictObject({
  content: z.string().trim().min(1, 'Escreva o conteúdo da seção').max(20_000),
})
export const sectionReply = z.object({ section })

export const validateBody = z.strictObject({
  sections: z.array(z.object({ id: z.string(), content: z.string().max(20_000) })).max(40),
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
