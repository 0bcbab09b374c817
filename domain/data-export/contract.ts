import { z } from 'zod'
import { confirmation } from '../account/confirmation.ts'
import { instant } from '../contract.ts'
import { retention } from '../retention/rules.ts'

/** How long the files lie ready. */
export const DATA_EXPORT_KEPT_MS = retention.dataExport.ms
/** More in a quarter of an hour nobody needs. */
export const DATA_EXPORT_ATTEMPTS = { max: 10, windowMs: 15 * 60_000 }

/** Without a patient it is of everything, and whoever asks shows that it is the doctor. */
export const requestDataExportBody = z.strictObject({
  patient_id: z.uuid().optional(),
  confirmation: confirmation.optional(),
})

export const dataExportStatuses = ['preparing', 'ready', 'failed', 'expired'] as const
export const dataExport = z.object({
  id: z.uuid(),
  /** Null: of everything. */
  patient_id: z.string().nullable(),
  status: z.enum(dataExportStatuses),
  /** Why it failed, for a person. */
  error: z.string().nullable(),
  /** Consultations that are written, of all there are; null: not counted yet. */
  done: z.int().min(0),
  total: z.int().min(0).nullable(),
  created_at: instant,
  /** When the files go, or went; null while they are being made. */
  expires_at: instant.nullable(),
  volumes: z.array(z.object({ number: z.int().min(1), bytes: z.int().min(0), name: z.string(), url: z.string() })),
})
export type DataExport = z.infer<typeof dataExport>

/** `patient_id`: only those of this patient; 'none': only those of everything. */
export const dataExportsQuery = z.object({ patient_id: z.union([z.uuid(), z.literal('none')]).optional() })
export const dataExportsReply = z.object({ items: z.array(dataExport).max(20) })
export const dataExportReply = z.object({ data_export: dataExport })
export const dataExportAccepted = z.object({ data_export_id: z.uuid() })
