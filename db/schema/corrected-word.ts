import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

/** Words that the doctor corrected in transcripts, for the recogniser of the next consultation. */
export const correctedWords = sqliteTable(
  'corrected_words',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** As the doctor wrote it last. */
    word: text('word').notNull(),
    /** Lower case without accents: one row for each. */
    key: text('key').notNull(),
    /** When the last consultation with this correction was completed. */
    corrected_at: integer('corrected_at').notNull(),
  },
  (t) => [
    uniqueIndex('corrected_words_once').on(t.doctor_id, t.key),
    index('corrected_words_newest').on(t.doctor_id, t.corrected_at, t.id),
  ],
)
