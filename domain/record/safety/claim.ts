import { spelledOut } from '../lexicon/shorts.ts'
import { type Quantity, quantitiesIn } from './numbers.ts'
import { type Polarity, polarities, undoes } from './polarity.ts'
import { type Unit, unitsOf } from './units.ts'
import { deniers, isGeneral, isLight, opensDenial, type Token, tokensOf } from './words.ts'

/**
 * One thing a record's sentence says: its words, and the first of them that says what. condition: after 'se'; listed: in
 * the first part of the sentence, where 'Nega' lists.
 */
export type Claim = {
  units: Unit[]
  head: Unit | undefined
  text: string
  /** Its words, and the first of them within the sentence. */
  tokens: readonly Token[]
  from: number
  polarity: 'yes' | 'no' | 'open'
  condition: boolean
  listed: boolean
}
export type Statement = {
  text: string
  tokens: readonly Token[]
  tokenPolarities: Polarity[]
  units: Unit[]
  claims: Claim[]
  quantities: Quantity[]
}

const apart = /^[,:()–—/]$/
const joins = /^(e|ou|nem|mas|se|porem|com|que|apos|quando)$/

export function readStatement(text: string): Statement {
  const tokens = tokensOf(spelledOut(text))
  const tokenPolarities: Polarity[] = []
  const units: Unit[] = []
  const claims: Claim[] = []
  let from = 0
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && !/^[.?!;]$/.test(tokens[at]?.word ?? '')) continue
    const part = tokens.slice(from, at)
    const own = unitsOf(part).map((unit) => ({
      ...unit,
      at: unit.at + from,
      to: unit.to + from,
      lead: unit.lead + from,
    }))
    tokenPolarities.push(...polarities(part, 'record'), 'open')
    units.push(...own)
    claims.push(...claimsOf(tokens, from, at, own, tokenPolarities))
    from = at + 1
  }
  return { text, tokens, tokenPolarities, units, claims, quantities: quantitiesIn(tokens) }
}

function claimsOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  units: readonly Unit[],
  tokenPolarities: readonly Polarity[],
): Claim[] {
  const out: Claim[] = []
  let start = from
  let condition = false
  const close = (end: number) => {
    const own = units.filter((unit) => unit.at >= start && unit.to <= end)
    const words = own.filter((unit) => !isLight(tokens[unit.at]?.word ?? ''))
    if (words.length > 0) {
      const head = words.find((unit) => unit.to > unit.at + 1 || !isGeneral(tokens[unit.at]?.word ?? '')) ?? words[0]
      const lead = words[0]
      out.push({
        units: words,
        head,
        text: tokens
          .slice(head?.at ?? start, end)
          .map((token) => token.said)
          .join(' '),
        tokens: tokens.slice(start, end),
        from: start,
        condition,
        listed: from === 0,
        polarity:
          undoes(tokens[lead?.at ?? start]?.word ?? '') && tokenPolarities[lead?.at ?? start] === 'yes'
            ? 'open'
            : claimPolarity(tokenPolarities[head?.at ?? start], tokenPolarities[lead?.at ?? start]),
      })
    }
  }
  for (let at = from; at < to; at++) {
    const token = tokens[at]
    if (!token) continue
    const boundary =
      apart.test(token.word) ||
      joins.test(token.said.toLowerCase()) ||
      deniers.has(token.word) ||
      opensDenial.test(token.word)
    if (!boundary) continue
    close(at)
    if (token.word === 'se') condition = true
    else if (apart.test(token.word)) condition = false
    start = at + 1
  }
  close(to)
  return out
}

const claimPolarity = (head: Polarity | undefined, lead: Polarity | undefined): 'yes' | 'no' | 'open' =>
  head === 'no' || lead === 'no' ? 'no' : head === 'yes' && lead === 'yes' ? 'yes' : 'open'
