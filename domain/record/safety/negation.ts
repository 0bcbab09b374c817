import type { Flag } from '../record.ts'
import type { Claim, Statement } from './claim.ts'
import { type Evidence, headTally } from './evidence.ts'
import type { Tally } from './reading.ts'

const deniedOnly = (tally: Tally) => tally.no > 0 && tally.yes === 0 && tally.open === 0
const toldOnly = (tally: Tally) => tally.yes > 0 && tally.no === 0

/** SF1: what is denied was told, or what is told was denied. */
export function negationFlags(statement: Statement, evidence: Evidence): Flag[] {
  const flags: Flag[] = []
  for (const claim of statement.claims) {
    const message = claim.denied ? deniedWrongly(claim, evidence) : toldWrongly(claim, evidence)
    if (message) flags.push({ kind: 'negation', message })
  }
  return flags
}

function deniedWrongly(claim: Claim, evidence: Evidence): string | undefined {
  const told = `O registro nega “${nameOf(claim)}”; nas falas isso foi afirmado.`
  const head = headTally(claim, evidence)
  if (head && head.yes + head.no > 0) return toldOnly(head) ? told : undefined
  const rest = claim.units.flatMap((unit) => evidence.tallyOf(unit.features) ?? [])
  if (rest.some((tally) => tally.no > 0)) return undefined
  if (rest.some((tally) => tally.yes > 0)) return told
  if (!evidence.lines.some((line) => line.denies))
    return `O registro nega “${nameOf(claim)}”; nas falas citadas ninguém nega isso.`
  return undefined
}

function toldWrongly(claim: Claim, evidence: Evidence): string | undefined {
  const head = headTally(claim, evidence)
  return head && deniedOnly(head) ? `O registro afirma “${nameOf(claim)}”; nas falas isso foi negado.` : undefined
}

export const nameOf = (claim: Claim): string => claim.text.split(/\s+/).slice(0, 6).join(' ')
