// How probable it is that a sentence of the rules is right, measured on judged sentences of consultations kept aside.
import stored from './calibration.json' with { type: 'json' }
import type { Weighed } from './choose.ts'

/** For each origin: from which probability of the choice on, up to the next step, which share of the sentences is right. */
const steps = (from: Weighed['from']) =>
  Object.entries(stored[from]).map(([least, right]) => ({ least: Number(least), right }))
const byOrigin = { frames: steps('frames'), talk: steps('talk') }

/** The probability, from 0 to 1, that the sentence is right. Wanted or not does not matter here. */
export const calibrated = ({ from, right: own }: Pick<Weighed, 'from' | 'right'>): number =>
  byOrigin[from].findLast(({ least }) => own >= least)?.right ?? 0
