import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { type Evidence, linesAround } from './evidence.ts'
import { unitOf } from './lexicon/numerals.ts'
import { sameQuantity } from './numbers.ts'
import type { Dialogue } from './reading.ts'
import { deniers, isGeneral, isLight } from './words.ts'

const enough = 0.34
/** Under this an illness that nobody named in the whole consultation is no other word for what was said. */
const half = 0.5
const generalWeight = 0.25
/** What is said some lines before or after may be what the lines mean. */
const reach = 3
const nearby = 0.6
const saysBack = ({ word }: { word: string }): boolean => back.test(word)
const back = /^(volt(a|ar|e|em|arem|amos)|retorn(o|a|ar|e|em)|reavalia(r|cao))$/

/** The share of what a sentence says that its lines speak of. */
export function supportOf(
  statement: Statement,
  evidence: Evidence,
  dialogue: Dialogue,
): { share: number; missing: string[] } {
  let all = 0
  let direct = 0
  let close = 0
  const missing: string[] = []
  const around = linesAround(dialogue, evidence.lines, reach)
  /** 'Volta em sete dias' says 'voltar', though 'volta' joins words elsewhere. */
  const comesBack = (word: string) => back.test(word) && evidence.lines.some((line) => line.tokens.some(saysBack))
  statement.tokens.forEach((token, at) => {
    if (token.kind !== 'word' || isLight(token.word) || deniers.has(token.word) || unitOf(token.word)) return
    const weight = isGeneral(token.word) ? generalWeight : 1
    const units = statement.units.filter((unit) => unit.at <= at && at < unit.to)
    all += weight
    if (units.some((unit) => evidence.tallyOf(unit.features)) || comesBack(token.word)) direct += weight
    else if (units.some((unit) => unit.features.some((feature) => around.some((line) => line.tallies.has(feature)))))
      close += weight * nearby
    else missing.push(token.said)
  })
  // Numbers alone are another check's.
  if (all === 0) return { share: 1, missing }
  for (const quantity of statement.quantities) {
    if (!/^\d/.test(quantity.said)) continue
    const told = evidence.lines.some((line) => line.quantities.some((other) => sameQuantity(quantity, other)))
    all += told && quantity.value > 3 ? 1 : generalWeight
    if (told) direct += quantity.value > 3 ? 1 : generalWeight
  }
  // What is only nearby proves nothing alone.
  const share = direct === 0 ? 0 : (direct + close) / all
  return { share, missing }
}

function unspokenIllness({ tokens, units, tokenPolarities }: Statement, dialogue: Dialogue): string | undefined {
  const isIllness = (features: readonly string[]) => features.some((feature) => feature.startsWith('i'))
  const found = tokens.find((token, at) => {
    if (token.kind !== 'word' || tokenPolarities[at] !== 'yes' || isLight(token.word) || isGeneral(token.word))
      return false
    const own = units.filter((unit) => unit.at <= at && at < unit.to).map(({ features }) => features)
    return own.some(isIllness) && !own.some((features) => features.some((feature) => dialogue.whole.has(feature)))
  })
  return found?.said
}

/** SF7: too little of what the sentence says is in its lines. */
export function supportFlags(statement: Statement, evidence: Evidence, dialogue: Dialogue): Flag[] {
  const { share, missing } = supportOf(statement, evidence, dialogue)
  if (share >= enough) return []
  const named = [...new Set(missing)].slice(0, 3).map((word) => `“${word}”`)
  const what = named.length > 1 ? `${named.slice(0, -1).join(', ')} nem de ${named.at(-1)}` : named[0]
  const message = what ? `As falas citadas não falam de ${what}.` : 'As falas citadas não dizem isso.'
  return [{ kind: 'support', message }]
}

/** SF7: an illness that nobody named, where less than half of the sentence is in its lines. */
export function illnessFlags(statement: Statement, evidence: Evidence, dialogue: Dialogue): Flag[] {
  const { share } = supportOf(statement, evidence, dialogue)
  const illness = share >= enough && share < half ? unspokenIllness(statement, dialogue) : undefined
  return illness ? [{ kind: 'support', message: `Ninguém falou de “${illness}” na consulta.` }] : []
}
