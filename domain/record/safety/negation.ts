import type { Flag } from '../record.ts'
import type { Claim, Statement } from './claim.ts'
import { type Evidence, headTally, unitTally } from './evidence.ts'
import type { Tally } from './reading.ts'

const deniedOnly = (tally: Tally) => tally.no > 0 && tally.yes === 0 && tally.open === 0
const toldOnly = (tally: Tally) => tally.yes > 0 && tally.no === 0

/** SF1: what is denied was told, or what is told was denied. */
export function negationFlags(statement: Statement, evidence: Evidence): Flag[] {
  return statement.claims.flatMap((claim): Flag[] => {
    if (claim.stands === 'open') return []
    const message = claim.stands === 'no' ? deniedWrongly(claim, statement, evidence) : toldWrongly(claim, evidence)
    return message ? [{ kind: 'negation', message }] : []
  })
}

function deniedWrongly(claim: Claim, statement: Statement, evidence: Evidence): string | undefined {
  const told = `O registro nega “${nameOf(claim)}”; nas falas isso foi afirmado.`
  const head = headTally(claim, evidence)
  const rest = claim.units.flatMap((unit) => (unit.at === claim.head?.at ? [] : (unitTally(unit, evidence) ?? [])))
  // 'Nega dor no pescoço' where the body hurts and the neck does not.
  const restDenied = rest.some((tally) => tally.no + tally.open > 0)
  if (head && head.yes + head.no > 0) return toldOnly(head) && !restDenied ? told : undefined
  if (restDenied) return undefined
  // 'Nega' says what the patient denied: somebody must have.
  if (claim !== statement.claims[0] || !statement.tokens[0]?.word.startsWith('neg')) return undefined
  if (rest.some((tally) => tally.yes > 0)) return told
  if (!evidence.lines.some((line) => line.denies && line.speaker !== 'doctor'))
    return `O registro nega “${nameOf(claim)}”; nas falas citadas ninguém nega isso.`
  return undefined
}

function toldWrongly(claim: Claim, evidence: Evidence): string | undefined {
  const head = headTally(claim, evidence)
  // 'Retorno se a dor melhorar': what decides stands at the end.
  const wrong =
    (head !== undefined && deniedOnly(head)) ||
    (claim.condition &&
      claim.units.some((unit) => {
        const tally = unitTally(unit, evidence)
        return tally !== undefined && deniedOnly(tally)
      }))
  return wrong ? `O registro afirma “${nameOf(claim)}”; nas falas isso foi negado.` : undefined
}

export const nameOf = (claim: Claim): string => claim.text.split(/\s+/).slice(0, 6).join(' ')
