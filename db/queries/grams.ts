import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// The indexes as queries name them: no schema of drizzle's knows virtual tables (migrations/0020).
const columns = { rowid: integer('rowid'), grams: text('grams') }
export const patientGrams = sqliteTable('patient_grams', columns)
export const visitGrams = sqliteTable('visit_grams', columns)

const SIZE = 3
const utf8 = new TextEncoder()
const hex = (part: string) =>
  Array.from(utf8.encode(part), (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')

/** Whose rows are looked at: before every part that is indexed stands whose it is, and in which list. */
export const scopeOf = (doctorId: string, list = ''): string => doctorId.replaceAll('-', '') + list

/**
 * Asks an index of grams (`patient_grams`, `visit_grams`) for what holds this text, exactly: its parts of three
 * characters, one after the other. Every text begins with a space there: ' ana' is a word that begins so.
 */
export function holds(scope: string, asked: string): string {
  const letters = Array.from(asked)
  if (letters.length < SIZE) return `"${scope}${hex(asked)}" *`
  const parts = letters.slice(SIZE - 1).map((_, at) => scope + hex(letters.slice(at, at + SIZE).join('')))
  return `"${parts.join(' ')}"`
}
