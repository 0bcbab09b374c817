import { z } from 'zod/mini'
import { confirmation } from '../account/confirmation.ts'
import { instant } from '../contract.ts'
import { retention } from '../retention/rules.ts'

/** How long the files can be downloaded, in ms. */
export const DATA_EXPORT_KEPT_MS = retention.dataExport.ms
/** A limit that no honest use reaches. */
export const DATA_EXPORT_ATTEMPTS = { max: 10, windowMs: 15 * 60_000 }

/** Without a patient it exports everything and requires proof that the doctor asks. */
export const requestDataExportBody = z.strictObject({
  patient_id: z.optional(z.uuid()),
  confirmation: z.optional(confirmation),
})

const dataExportStatuses = ['preparing', 'ready', 'failed', 'expired'] as const
const dataExport = z.object({
  id: z.uuid(),
  /** Null: everything. */
  patient_id: z.nullable(z.string()),
  status: z.enum(dataExportStatuses),
  /** Why it failed, as a sentence for a person. */
  error: z.nullable(z.string()),
  /** Consultations written, of `total`; null: not counted yet. */
  done: z.int().check(z.minimum(0)),
  total: z.nullable(z.int().check(z.minimum(0))),
  created_at: instant,
  /** When the files are, or were, deleted; null while they are being made. */
  expires_at: z.nullable(instant),
  volumes: z.array(
    z.object({
      number: z.int().check(z.minimum(1)),
      bytes: z.int().check(z.minimum(0)),
      name: z.string(),
      url: z.string(),
    }),
  ),
})
export type DataExport = z.infer<typeof dataExport>

/** `patient_id`: only exports of this patient; 'none': only exports of everything. */
export const dataExportsQuery = z.object({ patient_id: z.optional(z.union([z.uuid(), z.literal('none')])) })
export const dataExportsReply = z.object({ items: z.array(dataExport).check(z.maxLength(20)) })
export const dataExportReply = z.object({ data_export: dataExport })
export const dataExportAccepted = z.object({ data_export_id: z.uuid() })
