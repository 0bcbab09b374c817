// How probable it is that a sentence of the rules is right, measured on judged sentences of consultations kept aside.
import stored from './calibration.json' with { type: 'json' }
import type { Weighed } from './choose.ts'

/** For each origin: the share of right sentences among those from this chance on, up to the next step. */
const steps: Record<Weighed['from'], { from: number; right: number }[]> = stored

/** The probability, from 0 to 1, that the sentence is right. Wanted or not does not matter here. */
export const calibrated = ({ from, chance }: Pick<Weighed, 'from' | 'chance'>): number =>
  steps[from].findLast((step) => chance >= step.from)?.right ?? 0
