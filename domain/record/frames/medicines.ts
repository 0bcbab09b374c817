// Medicines: what the patient takes, took or stopped, and what the doctor decides.
import type { Clause } from '#domain/dialogue/clause.ts'
import { readAllergies } from './allergies.ts'
import type { Frames } from './frame.ts'
import { PlannedMedicines } from './medicines-planned.ts'
import { UsedMedicines } from './medicines-used.ts'

/** Puts the medicines and allergies of both speakers. */
export function readMedicines(frames: Frames, clauses: readonly Clause[]): void {
  const used = new UsedMedicines(frames)
  const planned = new PlannedMedicines(frames)
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    if (planned.decides(clause, index / clauses.length)) planned.read(clause)
    else {
      if (clause.speaker !== 'doctor') planned.listen(clause)
      used.read(clause, planned.isLate)
    }
  })
  readAllergies(frames, clauses)
}
