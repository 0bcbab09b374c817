import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { type Evidence, flagOf, headTally, linesSaying } from './evidence.ts'
import { nameOf } from './negation.ts'

/** SF6: only a question says it, and nobody confirms it. */
export function questionFlags(statement: Statement, evidence: Evidence): Flag[] {
  for (const claim of statement.claims) {
    const tally = headTally(claim, evidence)
    if (!tally) continue
    if (tally.asked > 0 && tally.yes === 0 && tally.open === 0 && tally.no === 0 && tally.near === 0)
      return [
        flagOf(
          'question',
          `“${nameOf(claim)}” só aparece na pergunta; a resposta não confirma.`,
          linesSaying(
            claim.units.filter((unit) => unit.at === claim.head?.at),
            evidence,
            ({ asked }) => asked > 0,
          ),
          evidence.lines,
        ),
      ]
  }
  return []
}
