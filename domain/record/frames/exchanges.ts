// The turns of the talk about the present illness: what the doctor says and asks, and what follows.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import type { Exchange } from './answers.ts'
import { feltIn } from './symptoms.ts'

/** `said`: all clauses of the doctor's turn, with those that ask nothing. */
export type SpokenExchange = Exchange & { said: Clause[] }

/** Whether the clause belongs to the complaint or the present illness. */
export const ofIllness = (clause: Clause, least = 0.3): boolean => chanceOf(clause, 'qp', 'hda') >= least

/** A doctor's clause that waits for an answer, with or without a mark. */
const isAsking = (clause: Clause): boolean =>
  !clause.plan &&
  (clause.act === 'question' ||
    (clause.tag.act === 'q' && clause.tag.part !== '-') ||
    (ofIllness(clause, 0.5) &&
      clause.tag.act !== 'r' &&
      !clause.tokens.some(({ kind }) => kind === 'mark') &&
      feltIn(clause).length > 0))

/** Groups the clauses into turns of the doctor's and what follows each. */
export function exchangesOf(clauses: readonly Clause[]): SpokenExchange[] {
  const out: SpokenExchange[] = []
  let current: SpokenExchange = { asked: [], told: [], said: [] }
  const start = () => {
    if (current.told.length + current.said.length > 0) out.push(current)
  }
  for (const clause of clauses) {
    if (clause.speaker !== 'doctor') {
      current.told.push(clause)
      continue
    }
    if (current.told.length > 0) {
      start()
      current = { asked: [], told: [], said: [] }
    }
    current.said.push(clause)
    if (isAsking(clause)) current.asked.push(clause)
  }
  start()
  return out
}
