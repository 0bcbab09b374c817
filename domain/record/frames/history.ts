// History: the patient's past, birth, family and habits.
import type { Clause } from '#domain/dialogue/clause.ts'
import { readBirth } from './birth.ts'
import { readFamily } from './family.ts'
import type { Frames } from './frame.ts'
import { readHabits } from './habits.ts'
import { companionOf } from './kin.ts'
import { readPast } from './past.ts'

/** Puts diseases, operations, birth, family and habits. */
export function readHistory(frames: Frames, clauses: readonly Clause[]): void {
  readPast(frames, clauses)
  readBirth(frames, clauses)
  const companion = companionOf(clauses)
  readFamily(frames, clauses, companion)
  readHabits(frames, clauses, companion)
}
