import { sql } from 'drizzle-orm'
import type { RoomGap } from '#domain/consultation/protocol.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { auditInsertWhen } from './audit.ts'
import { admittedWords, correctedWordInserts } from './corrected-word.ts'

export type Completion = {
  consultationId: string
  doctorId: string
  endedAt: number
  /** In the order of the audio. */
  entries: readonly TranscriptEntry[]
  gaps: readonly RoomGap[]
  /** Words that the doctor corrected in the lines, the last first. */
  corrected: readonly string[]
  /** The demonstration recogniser wrote the lines. */
  demonstration: boolean
  /** Sound was stored for it and will be deleted once this is written. */
  audio: boolean
  now: number
}

/** D1 takes parameters of up to 2 MB, so a long transcript travels in several within the same batch. */
const CHUNK_CHARACTERS = 400_000

/**
 * Writes a finished consultation in one transaction. Safe to repeat: stored lines stay, and the rest happens only while
 * the consultation is active. Throws when the consultation does not exist.
 */
export async function completeConsultation(db: Database, completion: Completion): Promise<void> {
  const { consultationId: id, doctorId, endedAt, now } = completion
  const isActive = sql`EXISTS (SELECT 1 FROM consultations WHERE id = ${id} AND doctor_id = ${doctorId} AND status = 'active')`
  const inserts = chunks(completion.entries.map(rowOf)).map(
    (chunk) =>
      sql`
      INSERT INTO transcript_entries (consultation_id, id, doctor_id, position, text, timestamp, speaker, speaker_origin, voice, start_ms, end_ms, confidence, original)
      SELECT ${id}, value ->> 'id', ${doctorId}, value ->> 'position', value ->> 'text', value ->> 'timestamp', value ->> 'speaker',
        value ->> 'speaker_origin', value ->> 'voice', value ->> 'start_ms', value ->> 'end_ms', value ->> 'confidence',
        value ->> 'original'
      FROM json_each(${chunk}) WHERE ${isActive}
      ON CONFLICT DO NOTHING`,
  )
  const words = await admittedWords(db, doctorId, id, completion.corrected)
  const auditRow = { at: now, doctorId, subject: 'consultation', subjectId: id } as const
  // The counts come before the status: they check whether the consultation is still active.
  const results = await writeAll(db, [
    sql`
      UPDATE medical_patients
      SET total_consultas = total_consultas + 1, last_consultation = max(ifnull(last_consultation, 0), ${endedAt})
      WHERE id = (SELECT patient_id FROM consultations WHERE id = ${id}) AND doctor_id = ${doctorId} AND ${isActive}`,
    auditInsertWhen({ ...auditRow, action: 'consultation_completed' }, sql`WHERE ${isActive}`),
    auditInsertWhen({ ...auditRow, action: 'audio_discarded' }, sql`WHERE ${isActive} AND ${completion.audio ? 1 : 0}`),
    ...inserts,
    ...correctedWordInserts({ doctorId, words, now, when: isActive }),
    sql`
      UPDATE consultations
      SET status = 'completed', end_time = ${endedAt}, duration = max(0, ${endedAt} - start_time),
        entry_count = ${completion.entries.length}, gaps = ${JSON.stringify(completion.gaps)},
        demonstration = ${completion.demonstration ? 1 : 0}
      WHERE id = ${id} AND doctor_id = ${doctorId} AND status = 'active'`,
    sql`SELECT 1 AS found FROM consultations WHERE id = ${id} AND doctor_id = ${doctorId} AND status = 'completed'`,
  ])
  if (results.at(-1)?.results.length !== 1) throw new ConsultationMissing()
}

export class ConsultationMissing extends Error {
  constructor() {
    super('no such consultation')
    this.name = 'ConsultationMissing'
  }
}

/** The times of words stay in the room: a line would take four times the space, and no screen reads them. */
const rowOf = ({ words: _, voice, ...entry }: TranscriptEntry, position: number): string =>
  JSON.stringify({ ...entry, position, voice: voice && JSON.stringify(voice) })

function chunks(rows: readonly string[]): string[] {
  const cut: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (length + row.length > CHUNK_CHARACTERS) {
      cut.push([])
      length = 0
    }
    cut.at(-1)?.push(row)
    length += row.length
  }
  return cut.map((chunk) => `[${chunk.join(',')}]`)
}
