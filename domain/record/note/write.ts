// Writes frames as the sentences of a note: one wording for each kind, in the register of a Brazilian note.
import type { Frames } from '../frames/frame.ts'
import { writeExamination } from './examination.ts'
import { writeHistory } from './history.ts'
import { writeIllness } from './illness.ts'
import { writeMedicines } from './medicines.ts'
import { writePlan } from './plan.ts'
import type { Written } from './wording.ts'

/** The note of a consultation's facts, sentence by sentence with the lines of every slot. */
export const writeNote = (frames: Frames): Written[] => [
  ...writeIllness(frames),
  ...writeHistory(frames),
  ...writeMedicines(frames),
  ...writeExamination(frames),
  ...writePlan(frames),
]
