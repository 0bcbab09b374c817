import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import type { Evidence } from './evidence.ts'
import { deniers, isGeneral, isLight } from './words.ts'

const enough = 0.34
const generalWeight = 0.25

/** The share of what a sentence says that its lines speak of. */
export function supportOf(statement: Statement, evidence: Evidence): { share: number; missing: string[] } {
  let all = 0
  let met = 0
  const missing: string[] = []
  statement.tokens.forEach((token, at) => {
    if (token.kind !== 'word' || isLight(token.word) || deniers.has(token.word)) return
    const weight = isGeneral(token.word) ? generalWeight : 1
    const units = statement.units.filter((unit) => unit.at <= at && at < unit.to)
    all += weight
    if (units.some((unit) => evidence.tallyOf(unit.features))) met += weight
    else missing.push(token.said)
  })
  return { share: all === 0 ? 1 : met / all, missing }
}

/** SF8: too little of what the sentence says is in its lines. */
export function supportFlags(statement: Statement, evidence: Evidence): Flag[] {
  const { share } = supportOf(statement, evidence)
  return share < enough ? [{ kind: 'support', message: 'As falas citadas não dizem isso.' }] : []
}
