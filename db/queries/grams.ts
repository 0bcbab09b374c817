import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { NoteWord } from '#domain/record/note-words.ts'

// Names the indexes for queries: drizzle's schema cannot describe virtual tables (migrations/0020).
const columns = { rowid: integer('rowid'), grams: text('grams') }
export const patientGrams = sqliteTable('patient_grams', columns)
export const visitGrams = sqliteTable('visit_grams', columns)

const SIZE = 3
const utf8 = new TextEncoder()
const hex = (part: string) =>
  Array.from(utf8.encode(part), (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')

/** The prefix of every indexed part: the doctor and the list. It limits a search to them. */
export const scopeOf = (doctorId: string, list = ''): string => doctorId.replaceAll('-', '') + list

/**
 * A query for an index of grams (`patient_grams`, `visit_grams`) that finds exactly the rows with this text: its parts
 * of three characters in order. Indexed texts begin with a space: ' ana' finds a word that begins with 'ana'.
 */
export function holds(scope: string, text: string): string {
  const letters = Array.from(text)
  if (letters.length < SIZE) return `"${scope}${hex(text)}" *`
  const parts = letters.slice(SIZE - 1).map((_, at) => scope + hex(letters.slice(at, at + SIZE).join('')))
  return `"${parts.join(' ')}"`
}

/** A query for `visit_grams` that finds consultations whose note has the word, or a word that begins with it. */
export const notesWith = (doctorId: string, { text, whole }: NoteWord): string =>
  `"${scopeOf(doctorId, 'n')}${text}"${whole ? '' : ' *'}`
