// Reads the clauses of a dialogue into frames. Each area of the note has a reader of its own.
import type { Clause } from '#domain/dialogue/clause.ts'
import { dropAllergic } from './allergies.ts'
import { readComplaint } from './complaint.ts'
import { readExamination } from './examination.ts'
import { Frames } from './frame.ts'
import { readHistory } from './history.ts'
import { readIllness } from './illness.ts'
import { readMedicines } from './medicines.ts'
import { readPlan } from './plan.ts'

/** The facts of a consultation. */
export function readFrames(clauses: readonly Clause[]): Frames {
  const frames = new Frames()
  readComplaint(frames, clauses)
  readIllness(frames, clauses)
  readHistory(frames, clauses)
  readMedicines(frames, clauses)
  readExamination(frames, clauses)
  readPlan(frames, clauses)
  dropAllergic(frames)
  return frames
}
