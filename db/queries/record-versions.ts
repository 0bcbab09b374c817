import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type RecordVersion, type VersionSummary, versionEnds } from '#domain/record/contract.ts'
import type { EvidenceLine, Section, Sentence, StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import type { Database } from '../client.ts'
import { recordVersions } from '../schema/record.ts'

/** The change that replaced a version. 'typing': autosave of the whole text while the doctor types. */
export type Replacing = {
  by: 'section' | 'diagnoses' | 'text' | 'structuring' | 'transcript' | 'typing'
  section?: string
  /** The id of a section's edit that is saved while the doctor writes. */
  edit?: string | undefined
}

/** Autosave updates the record after every pause, and a doctor corrects many lines: one version in this time. */
const TYPING_MS = 10 * 60_000
const replacedJustNow = (by: Replacing['by'], now: number) => sql`NOT EXISTS (
    SELECT 1 FROM record_versions v WHERE v.record_id = r.id
      AND v.version = (SELECT max(version) FROM record_versions WHERE record_id = r.id)
      AND v.body ->> 'replaced_by' = ${by} AND v.replaced_at > ${now - TYPING_MS})`

/** The text before an edit is a version. Saves during the same edit add none, unless another change comes between. */
const sameEdit = (edit: string) => sql`NOT EXISTS (
    SELECT 1 FROM record_versions v WHERE v.record_id = r.id
      AND v.body ->> 'job_id' = r.job_id AND v.body ->> 'edit' = ${edit}
      AND NOT EXISTS (
        SELECT 1 FROM record_versions w WHERE w.record_id = r.id AND w.version > v.version AND w.body ->> 'edit' IS NULL))`
const unlessStored = (by: Replacing['by'], edit: string | undefined, now: number) =>
  edit
    ? sql`AND ${sameEdit(edit)}`
    : by === 'typing' || by === 'transcript'
      ? sql`AND ${replacedJustNow(by, now)}`
      : sql``

/** Copies the unsigned record (`r`) into its append-only versions. */
export const keepVersion = (which: SQL, now: number, { by, section, edit }: Replacing) => sql`
  INSERT INTO record_versions (record_id, version, doctor_id, consultation_id, body, replaced_at)
  SELECT r.id, (SELECT coalesce(max(v.version), 0) + 1 FROM record_versions v WHERE v.record_id = r.id), r.doctor_id, r.consultation_id,
    json_object('specialty', r.specialty, 'job_id', r.job_id, 'processing_time_ms', r.processing_time_ms, 'warnings', json(r.warnings),
      'alerts', json(r.alerts), 'omissions', json(r.omissions), 'diagnoses', json(r.diagnoses), 'unified_text', r.unified_text, 'revision', r.revision,
      'structurer', json(r.structurer), 'replaced_by', ${by}, 'replaced_in', ${section ?? null}, 'edit', ${edit ?? null}, 'created_at', r.created_at, 'updated_at', r.updated_at, 'sections', (
        SELECT json_group_array(json_object('id', s.id, 'key', s.key, 'canonical', s.canonical, 'title', s.title, 'order', s.position,
          'content', s.content, 'original_content', s.original_content, 'confidence', s.confidence, 'confidence_score', s.confidence_score,
          'suggestions', json(s.suggestions), 'sentences', json(s.sentences)))
        FROM (SELECT * FROM record_sections WHERE record_id = r.id ORDER BY position) s)),
    ${now}
  FROM records r WHERE r.signed_at IS NULL AND ${which} ${unlessStored(by, edit, now)}`

/** Versions are never rewritten: the oldest name lines by id alone and have neither flags nor diagnoses. */
type StoredSentence = Omit<Sentence, 'evidence' | 'flags' | 'seen'> &
  Partial<Sentence> & { evidence: (string | EvidenceLine)[] }
type StoredBody = Pick<StructuredRecord, 'specialty' | 'warnings' | 'created_at' | 'structurer'> &
  Partial<Pick<StructuredRecord, 'diagnoses' | 'unified_text'>> & {
    sections: (Omit<Section, 'sentences' | 'editable'> & { sentences: StoredSentence[] })[]
  }

const toSentence = (stored: StoredSentence): Sentence => ({
  ...stored,
  flags: stored.flags ?? [],
  seen: stored.seen ?? false,
  evidence: stored.evidence.map((line) => (typeof line === 'string' ? { id: line, hash: '' } : line)),
})

const owned = (doctorId: string, consultationId: string) =>
  and(eq(recordVersions.consultation_id, consultationId), eq(recordVersions.doctor_id, doctorId))

/** The sections of the first version for which `holds`; empty without one. */
export async function firstSections<S = StoredSentence>(
  db: Database,
  doctorId: string,
  consultationId: string,
  holds: SQL,
): Promise<{ id: string; sentences: S[] }[]> {
  const [row] = await db
    .select({ sections: sql<string>`${recordVersions.body} -> 'sections'` })
    .from(recordVersions)
    .where(and(owned(doctorId, consultationId), holds))
    .orderBy(asc(recordVersions.version))
    .limit(1)
  return row ? JSON.parse(row.sections) : []
}

/** A section's sentences before an edit of it; null while nothing of the edit is saved. */
export async function readBeforeEdit(
  db: Database,
  doctorId: string,
  consultationId: string,
  edit: string,
  sectionId: string,
): Promise<Sentence[] | null> {
  const sections = await firstSections(db, doctorId, consultationId, sql`body ->> 'edit' = ${edit}`)
  return sections.find(({ id }) => id === sectionId)?.sentences.map(toSentence) ?? null
}

const PAGE = 100

const endOf = (by: string | null): VersionSummary['replaced_by'] =>
  by === 'typing' ? 'text' : (versionEnds.find((end) => end === by) ?? 'other')

/** A page of versions, newest first; `before`: the last version of the previous page. */
export async function listVersions(
  db: Database,
  doctorId: string,
  consultationId: string,
  before: number | null,
): Promise<{ versions: VersionSummary[]; next: number | null }> {
  const rows = await db
    .select({
      version: recordVersions.version,
      replaced_at: recordVersions.replaced_at,
      replaced_by: sql<string | null>`${recordVersions.body} ->> 'replaced_by'`,
      section: sql<string | null>`${recordVersions.body} ->> 'replaced_in'`,
      structured_at: sql<number>`${recordVersions.body} ->> 'created_at'`,
      specialty: sql<Specialty>`${recordVersions.body} ->> 'specialty'`,
    })
    .from(recordVersions)
    .where(and(owned(doctorId, consultationId), before === null ? undefined : lt(recordVersions.version, before)))
    .orderBy(desc(recordVersions.version))
    .limit(PAGE + 1)
  const versions = rows.slice(0, PAGE).map((row) => ({ ...row, replaced_by: endOf(row.replaced_by) }))
  return { versions, next: rows.length > PAGE ? (versions.at(-1)?.version ?? null) : null }
}

/** Null when there is no such version. */
export async function readVersion(
  db: Database,
  doctorId: string,
  consultationId: string,
  version: number,
): Promise<RecordVersion | null> {
  const one = and(owned(doctorId, consultationId), eq(recordVersions.version, version))
  const [row] = await db.select().from(recordVersions).where(one)
  if (!row) return null
  const body = JSON.parse(row.body) as StoredBody
  return {
    version: row.version,
    replaced_at: row.replaced_at,
    record: {
      ...body,
      diagnoses: body.diagnoses ?? [],
      unified_text: body.unified_text ?? null,
      sections: body.sections.map((section) => {
        return { ...section, editable: false, sentences: section.sentences.map(toSentence) }
      }),
    },
  }
}
