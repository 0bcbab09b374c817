// The totals of consultations with labels, as counts: a share is printed or stored by the command that wants it.
import { z } from 'zod'
import { structured } from '#local/structure/consultation.ts'
import { asCase, type LabelledConsultation, readLabelled } from '../corpus.ts'
import { goldCase, scoreRecord } from '../score.ts'
import { checkCalibration, rowsOf } from './calibrate.ts'
import { checkedOf } from './checks.ts'
import { type Judged, readPack } from './judged.ts'
import { noteOf } from './note.ts'

/** Some of a whole. */
export type Share = { part: number; whole: number }

/** The held-out consultations: no rule or weight is tuned on them. */
export const readAside = (): LabelledConsultation[] =>
  Object.entries(readPack('./cases.pack', z.record(z.string(), z.string()))).map(([id, text]) => readLabelled(id, text))

/** Facts that the records state, and claims that they must not make. */
export type FactTotals = { found: Share; critical: Share; placed: Share; cited: Share; wrong: Share }
/** Sentences of the ideal notes that the records state, their own that an ideal note states, and words. */
type NoteTotals = { written: Share; right: Share; words: Share }

/** Structures each consultation without a language model and counts what its record holds. */
export function recordTotals(consultations: readonly LabelledConsultation[]): FactTotals & NoteTotals {
  const rows = consultations.map((labelled) => {
    const record = structured(asCase(labelled))
    return { score: scoreRecord(goldCase.parse(asCase(labelled)), record), note: noteOf(labelled, record) }
  })
  const facts = rows.flatMap(({ score }) => score.facts)
  const shareOf = (whole: typeof facts, has: 'found' | 'placed' | 'cited') => countOf(whole, (fact) => fact[has])
  const sum = (of: (note: (typeof rows)[number]['note']) => number) => rows.reduce((all, { note }) => all + of(note), 0)
  return {
    found: shareOf(facts, 'found'),
    critical: shareOf(
      facts.filter(({ critical }) => critical),
      'found',
    ),
    placed: shareOf(facts, 'placed'),
    cited: shareOf(
      facts.filter(({ found }) => found),
      'cited',
    ),
    wrong: {
      part: rows.reduce((all, { score }) => all + score.wrong.length, 0),
      whole: consultations.reduce((all, { absent }) => all + absent.length, 0),
    },
    written: { part: sum((note) => note.written), whole: sum((note) => note.ideal) },
    right: { part: sum((note) => note.right), whole: sum((note) => note.sentences) },
    words: { part: sum((note) => note.words), whole: sum((note) => note.idealWords) },
  }
}

/** Wrong sentences that a check doubts, and ideal sentences that one doubts. */
export function checkTotals(consultations: readonly LabelledConsultation[]): { caught: Share; doubted: Share } {
  const { caught, wrong, alarms, ideal } = checkedOf(consultations)
  return { caught: { part: caught, whole: wrong }, doubted: { part: alarms, whole: ideal } }
}

/** Verdicts on the sentences of the notes, and how many sentences of each level of confidence are right. */
export function judgedTotals(consultations: readonly LabelledConsultation[], verdicts: Judged) {
  const { judged, count } = rowsOf(consultations, verdicts)
  return {
    judged: { part: judged.length, whole: count },
    right: countOf(judged, (row) => row.right),
    anew: countOf(judged, (row) => row.verdict === 'A'),
    wrong: countOf(judged, (row) => row.verdict === 'W'),
    levels: checkCalibration(judged),
    rows: judged,
  }
}

const countOf = <Row>(rows: readonly Row[], has: (row: Row) => boolean): Share => ({
  part: rows.filter(has).length,
  whole: rows.length,
})

/** The share in percent, not rounded. */
export const percentOf = ({ part, whole }: Share): number => (100 * part) / Math.max(1, whole)
