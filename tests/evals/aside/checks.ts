// Counts the flags of the checks on right and wrong sentences that people wrote about the held-out consultations.
import { canonicalOf } from '#domain/record/parts.ts'
import { safetyChecker } from '#domain/record/safety/check.ts'
import type { Cited, LabelledConsultation } from '../corpus.ts'

export type Checked = { caught: number; wrong: number; alarms: number; ideal: number }

/** Counts the wrong sentences that any check doubts, and the ideal ones. */
export function checkedOf(consultations: readonly LabelledConsultation[]): Checked {
  const counts = { caught: 0, wrong: 0, alarms: 0, ideal: 0 }
  for (const { lines, context, ideal, subtle } of consultations) {
    const checker = safetyChecker(lines, context)
    const isDoubted = ({ part, text, evidence }: Cited) =>
      checker.sentence({ section: canonicalOf(part), text, evidence, proof: 'transcript' }).length > 0
    counts.caught += subtle.filter(isDoubted).length
    counts.wrong += subtle.length
    counts.alarms += ideal.filter(isDoubted).length
    counts.ideal += ideal.length
  }
  return counts
}
