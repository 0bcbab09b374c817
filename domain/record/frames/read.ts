// Reads the clauses of a dialogue into frames. Each area of the note has a reader of its own.
import type { Clause } from '#domain/dialogue/clause.ts'
import { dropAllergic } from './allergies.ts'
import { readComplaint } from './complaint.ts'
import { readExamination } from './examination.ts'
import { type Frame, Frames } from './frame.ts'
import { readHistory } from './history.ts'
import { readIllness } from './illness.ts'
import { readMedicines } from './medicines.ts'
import { readPlan } from './plan.ts'

/** The facts of a consultation. */
export function readFrames(clauses: readonly Clause[]): Frames {
  const frames = new Frames()
  readComplaint(frames, clauses)
  readIllness(frames, clauses)
  settleSymptoms(frames)
  readHistory(frames, clauses)
  readMedicines(frames, clauses)
  readExamination(frames, clauses)
  readPlan(frames, clauses)
  dropAllergic(frames)
  return frames
}

/** Urinating by night is nocturia, and drinking out of thirst is no sign that liquids are accepted. */
function settleSymptoms(frames: Frames): void {
  const affirmed = (name: string): Frame | undefined => {
    const frame = frames.find('symptom', name)
    return frame?.polarity === 'affirmed' ? frame : undefined
  }
  const drinks = affirmed('aceita líquidos')
  if (drinks && affirmed('polidipsia')) drinks.open = true
  const urinates = affirmed('polaciúria')
  const byNight = [...(urinates?.slots.values() ?? [])].some(({ text }) => text.endsWith('/noite'))
  if (!urinates || !byNight || affirmed('noctúria')) return
  frames.keep({ ...urinates, name: 'noctúria' })
  urinates.open = true
}
