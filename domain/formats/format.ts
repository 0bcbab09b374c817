import { z } from 'zod/mini'
import type { Plan } from '../subscription/plans.ts'

/** The formats that leave at once. */
export const formatIds = ['pdf', 'txt', 'docx', 'html', 'md', 'json', 'fhir'] as const
const formatId = z.enum(formatIds)
export type FormatId = z.infer<typeof formatId>
/**
 * FHIR describes signed records: it has no transcript, and no paper that a doctor signs by hand. The PDF of a record
 * and of a document leaves by its own button.
 */
const texts = ['txt', 'docx', 'html', 'md', 'json'] as const satisfies readonly FormatId[]
/** The subjects of a file, with their formats: a record, its consultation with the transcript, a patient, a document. */
export const formatsOf = {
  record: [...texts, 'fhir'],
  consultation: ['pdf', ...texts],
  patient: formatIds,
  document: texts,
} as const satisfies Record<string, readonly FormatId[]>
export type FileSubject = keyof typeof formatsOf

/** Path of an export: the consultation, the patient or the document, and the format. */
export const formatParam = z.object({ id: z.uuid(), format: formatId })

type Format = { label: string; extension: string; type: string }
export const formats: Record<FormatId, Format> = {
  pdf: { label: 'PDF', extension: 'pdf', type: 'application/pdf' },
  txt: { label: 'Texto (TXT)', extension: 'txt', type: 'text/plain; charset=utf-8' },
  docx: {
    label: 'Word (DOCX)',
    extension: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  html: { label: 'Página (HTML)', extension: 'html', type: 'text/html; charset=utf-8' },
  md: { label: 'Markdown', extension: 'md', type: 'text/markdown; charset=utf-8' },
  json: { label: 'Dados (JSON)', extension: 'json', type: 'application/json' },
  fhir: { label: 'FHIR R4', extension: 'fhir.json', type: 'application/fhir+json' },
}

/** PDF and text stay in every plan: an existing record can always leave. */
export const mayExport = (plan: Plan, format: FormatId): boolean =>
  plan.formats === 'all' || format === 'txt' || format === 'pdf'
