import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import { type Evidence, flagOf } from './evidence.ts'
import type { Dialogue } from './reading.ts'
import { type Side, type Sided, sidesIn } from './sides.ts'

const spoken: Record<Side, string> = { right: 'direito', left: 'esquerdo', both: 'os dois lados' }

/** SF4: a side that the lines give otherwise, or nobody gave. */
export function sideFlags(statement: Statement, evidence: Evidence, dialogue: Dialogue, proven: boolean): Flag[] {
  // A side that is named again with the same words is held against the lines once.
  const own = [...new Map(sidesIn(statement.tokens).map((one) => [JSON.stringify(one), one])).values()]
  // 'Esquerdo, não, pera, direito': the record has the correction itself.
  if (own.length === 0 || corrects.test(statement.text)) return []
  const cited = evidence.lines.flatMap((line) => line.sides)
  const anywhere = dialogue.lines.flatMap((line) => line.sides)
  return own.flatMap((one): Flag[] => {
    const near = ofPart(cited, one)
    const told = near.length > 0 ? near : anywhere.filter((other) => other.part === one.part)
    const same = told.filter((other) => other.side === one.side).length
    const others = told.filter((other) => other.side !== one.side)
    // The last word counts where the speaker corrects himself.
    const corrected =
      others.length >= outvoted * same ||
      (told.at(-1)?.side !== one.side && evidence.lines.some((line) => corrects.test(line.text)))
    if (same > 0 && !corrected) return []
    if (one.side === 'both' && new Set(others.map((other) => other.side)).size > 1) return []
    const other = others.at(-1)
    if (other) {
      const said = other.side === 'both' ? spoken.both : other.said
      const among = new Set(others)
      const lines = dialogue.lines.filter((line) => line.sides.some((told) => among.has(told)))
      return [flagOf('side', `O registro diz “${one.said}”; na consulta foi dito “${said}”.`, lines)]
    }
    return proven ? [{ kind: 'side', message: `Ninguém disse “${one.said}” nas falas citadas.` }] : []
  })
}

const outvoted = 3
const corrects = /desculpa|\bpera\b|quer dizer|ali[aá]s|ou melhor|me enganei|não, é/i

/** Of the sides that were told, those of the same part of the body, or told together with the same words. */
const ofPart = (told: readonly Sided[], one: Sided): readonly Sided[] => {
  const same = told.filter((other) => other.part === one.part && one.part !== '')
  const alike = (same.length > 0 ? same : told).filter((other) => other.clear === one.clear)
  const among = alike.length > 0 ? alike : same.length > 0 ? same : told
  const shared = (other: Sided) => other.beside.filter((stem) => one.beside.includes(stem)).length
  const most = Math.max(0, ...among.map(shared))
  return most > 0 ? among.filter((other) => shared(other) === most) : among
}
