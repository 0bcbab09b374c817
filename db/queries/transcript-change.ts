import { type SQL, sql } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import { type Rechecked, recheckRecord } from '#domain/record/edit/recheck.ts'
import { correctedIn } from '#domain/speech/vocabulary.ts'
import { correctedLines } from '#domain/transcript/correction.ts'
import type { LineEdit } from '#domain/transcript/edit.ts'
import { isTyped, type TranscriptEntry } from '#domain/transcript/entry.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { type AuditedRequest, auditInsertWhen } from './audit.ts'
import { readConsultation } from './consultation.ts'
import { admittedWords, correctedWordInserts } from './corrected-word.ts'
import { isStructuring } from './job.ts'
import { readRecordWithGrounds } from './record.ts'
import { isCurrent, notStructuring, readStructured, recordWrites, TRIES } from './record-change.ts'

/** The changed lines, and the sentences of the record with other findings than before. */
export type TranscriptChange = { lines: TranscriptEntry[]; rechecked: Rechecked[] }

/**
 * Corrects a line or speakers of a finished consultation, and checks its unsigned record again, in one transaction.
 * Decides again if the record changed meanwhile. Errors: consultation_not_found, transcript_live, entry_not_found,
 * transcript_too_long, section_signed, structuring_under_way, record_changed.
 */
export async function changeTranscript(
  db: Database,
  doctorId: string,
  id: string,
  edit: LineEdit,
  { now, ...request }: AuditedRequest,
): Promise<TranscriptChange | ErrorCode> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [found, stored, structured, structuring] = await Promise.all([
      readConsultation(db, doctorId, id),
      readRecordWithGrounds(db, doctorId, id),
      readStructured(db, doctorId, id),
      isStructuring(db, doctorId, id),
    ])
    if (!found) return 'consultation_not_found'
    if (found.consultation.status !== 'completed') return 'transcript_live'
    if (stored && stored.record.signed_at !== null) return 'section_signed'
    const lines = correctedLines(found.entries, edit)
    if (typeof lines === 'string') return lines
    if (lines.length === 0) return { lines, rechecked: [] }
    if (structuring) return 'structuring_under_way'

    const byId = new Map(lines.map((line) => [line.id, line]))
    const changed = new Set(byId.keys())
    const reworded = edit.type === 'edit_entry' ? changed : new Set<string>()
    const entries = found.entries.map((entry) => byId.get(entry.id) ?? entry)
    const checked =
      stored && recheckRecord({ ...stored, grounds: { ...stored.grounds, entries }, structured }, { changed, reworded })
    const when = stored
      ? sql`EXISTS (SELECT 1 FROM records r WHERE ${isCurrent(stored.record, doctorId)})`
      : sql`NOT EXISTS (SELECT 1 FROM records r WHERE r.consultation_id = ${id} AND r.doctor_id = ${doctorId})
          AND ${notStructuring({ consultation_id: id }, doctorId)}`
    const recognised = lines.filter((line) => reworded.has(line.id) && !isTyped(line))
    const corrected = correctedIn(recognised.map((line) => ({ ...line, revision: 0 })))
    const words = await admittedWords(db, doctorId, id, corrected)
    const action = edit.type === 'edit_entry' ? 'transcript_corrected' : 'speakers_changed'
    const [, written] = await writeAll(db, [
      auditInsertWhen(
        { at: now, doctorId, action, subject: 'consultation', subjectId: id, ...request },
        sql`WHERE ${when}`,
      ),
      lineUpdate(doctorId, id, lines, edit, when),
      ...correctedWordInserts({ doctorId, words, now, when }),
      ...(stored && checked ? recordWrites(db, doctorId, stored.record, checked.change, now) : []),
    ])
    if (hasWritten(written)) return { lines, rechecked: checked?.rechecked ?? [] }
  }
  return 'record_changed'
}

/** A correction of words writes no speaker and one of speakers no words: two windows may make both at once. */
function lineUpdate(
  doctorId: string,
  consultationId: string,
  lines: readonly TranscriptEntry[],
  edit: LineEdit,
  when: SQL,
): SQL {
  const columns =
    edit.type === 'edit_entry'
      ? sql`text = value ->> 'text', original = value ->> 'original', confidence = NULL, words = NULL`
      : sql`speaker = value ->> 'speaker', speaker_origin = value ->> 'speaker_origin'`
  const rows = lines.map(({ id, text, original, speaker, speaker_origin }) =>
    edit.type === 'edit_entry' ? { id, text, original } : { id, speaker, speaker_origin },
  )
  return sql`UPDATE transcript_entries SET ${columns} FROM json_each(${JSON.stringify(rows)})
    WHERE transcript_entries.consultation_id = ${consultationId} AND transcript_entries.doctor_id = ${doctorId}
      AND transcript_entries.id = value ->> 'id' AND ${when}`
}
