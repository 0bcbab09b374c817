// Plan: hypotheses, orders, referrals, advice, warning signs, leave and return.
import { type Clause, chanceOf } from '#domain/dialogue/clause.ts'
import { putAdvice } from './advice.ts'
import { putDecisions, putEmergency, putLeave, putReferrals } from './decisions.ts'
import type { Frames } from './frame.ts'
import { putHypotheses } from './hypotheses.ts'
import { type Offer, putOffers } from './offers.ts'
import { type Pending, putExams } from './orders.ts'
import { putLater } from './plan-conditions.ts'
import { putReturn } from './returns.ts'
import { type Open, putConditional, putWarning } from './warnings.ts'

/** Number of clauses for which a medicine stays in focus. */
const spoken = 6

const timeFirst = ({ tokens, quantities }: Clause): boolean => {
  const start = tokens.findIndex(({ word }) => word === 'se')
  return quantities.some(({ unit, to }) => /^(dia|semana|mes)$/.test(unit) && to < start)
}

/** Puts hypotheses, orders, advice, warnings and the return. */
export function readPlan(frames: Frames, clauses: readonly Clause[]): void {
  let pending: Pending
  let open: Open
  let offer: Offer
  // After the examination the doctor explains and advises.
  const examined = clauses.findLastIndex((clause) => chanceOf(clause, 'ef') > 0.7)
  let drug: { note: string; index: number; line: string } | undefined
  clauses.forEach((clause, index) => {
    if (clause.act === 'greeting') return
    const before = clauses[index - 1]
    pending = putExams(frames, clause, pending, index)
    putHypotheses(frames, clause, index > clauses.length / 2, { before, after: clauses[index + 1] })
    const drugs = clause.said.filter(({ concept }) => concept.kind === 'drug')
    if (drugs.length > 0) drug = { note: drugs.at(-1)?.concept.note ?? '', index, line: clause.line }
    offer = putOffers(frames, clause, offer, { index, late: index > clauses.length / 2 })
    if (clause.act === 'question' && clause.speaker !== 'doctor') return
    putReferrals(frames, clause)
    putEmergency(frames, clause)
    putLeave(frames, clause, before)
    putDecisions(frames, clause)
    const late = index > examined && index > clauses.length / 2
    // 'Trinta dias com os exames, se demorar vem assim mesmo': the time stands before the condition.
    if (clause.conditional && timeFirst(clause)) putReturn(frames, clause, before?.plain ?? '')
    const warned = putWarning(frames, clause, open, { index, late })
    open = warned.open
    if (warned.found) return
    if (!putLater(frames, clause)) putConditional(frames, clause)
    if (putReturn(frames, clause, before?.plain ?? '')) return
    const recentDrug = drug && index - drug.index <= spoken ? drug : undefined
    putAdvice(frames, clause, { drug: recentDrug, late })
  })
}
