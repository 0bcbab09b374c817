import { extractiveStructurer, structureExtractively } from '#domain/record/extractive/structure.ts'
import { proveRecord } from '#domain/record/prove.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

type Row = Record<string, string | number | null>
type Seed = { doctorId: string; consultationId: string; context: string; entries: TranscriptEntry[]; now: number }

const RECORD = '00000000-0000-4000-8000-000000000031'
const JOB = '00000000-0000-4000-8000-000000000041'

/** The record of the demonstration consultation, as the extractive structurer really makes it. */
export function seedRecord({ doctorId, consultationId, context, entries, now }: Seed): { table: string; row: Row }[] {
  let next = 0
  const newId = () => `00000000-0000-4000-8000-0000000001${String(next++).padStart(2, '0')}`
  const made = structureExtractively({ entries, specialty: 'general' })
  const proven = proveRecord({ entries, context, specialty: 'general' }, made.sections, newId)
  const record: Row = {
    id: RECORD,
    consultation_id: consultationId,
    doctor_id: doctorId,
    specialty: 'general',
    job_id: JOB,
    processing_time_ms: 12,
    warnings: JSON.stringify(made.warnings),
    alerts: JSON.stringify(proven.alerts),
    omissions: JSON.stringify(proven.omissions),
    structurer: JSON.stringify(extractiveStructurer),
    created_at: now,
    updated_at: now,
  }
  const sections = proven.sections.map((section): { table: string; row: Row } => ({
    table: 'record_sections',
    row: {
      id: section.id,
      record_id: RECORD,
      doctor_id: doctorId,
      key: section.key,
      canonical: section.canonical,
      title: section.title,
      position: section.order,
      content: section.content,
      original_content: section.original_content,
      confidence: section.confidence,
      confidence_score: section.confidence_score,
      suggestions: JSON.stringify(section.suggestions),
      sentences: JSON.stringify(section.sentences),
    },
  }))
  return [{ table: 'records', row: record }, ...sections]
}
