import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ROOT } from '#local/stack/processes.ts'
import { hourLong } from '#tests/testkit/long-consultation.ts'

const HOURS = 5
/** The times of words as the engine sends them. They stay in the room: D1 has them only in old lines. */
const wordsOf = (text: string, at: number) =>
  text
    .split(' ')
    .map((word, n) => ({ text: word, start_ms: at + n * 380, end_ms: at + n * 380 + 310, confidence: 0.98 }))

/** Bytes that an hour's lines take in the product's own tables in SQLite: as they are, and with the times of words. */
export function storedLines(): { lines: number; withWords: number; withoutWords: number } {
  const of = (words: boolean) => {
    const database = new DatabaseSync(':memory:')
    database.exec('PRAGMA foreign_keys = OFF')
    const folder = join(ROOT, 'migrations')
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort())
      database.exec(readFileSync(join(folder, file), 'utf8'))
    const bytes = () =>
      Number(
        database.prepare('SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()').get()?.n,
      )
    const before = bytes()
    const insert = database.prepare(
      `INSERT INTO transcript_entries (consultation_id, id, doctor_id, position, text, timestamp, speaker, speaker_origin, voice, start_ms, end_ms, confidence, words)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'guess', '{"session":1,"number":0}', ?, ?, 0.98, ?)`,
    )
    const doctor = crypto.randomUUID()
    for (let hour = 0; hour < HOURS; hour++) {
      const consultation = crypto.randomUUID()
      for (const [position, { text, speaker }] of hourLong().entries()) {
        const at = position * 4_900
        const timed = words ? JSON.stringify(wordsOf(text, at)) : null
        insert.run(
          consultation,
          `1-${at * 16}`,
          doctor,
          position,
          text,
          1.76e12 + at,
          speaker ?? null,
          at,
          at + 4_500,
          timed,
        )
      }
    }
    const bytesAnHour = (bytes() - before) / HOURS
    database.close()
    return bytesAnHour
  }
  return { lines: hourLong().length, withWords: of(true), withoutWords: of(false) }
}
