import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import type { Evidence } from './evidence.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import { isGeneral, isLight, type Token } from './words.ts'

type Side = 'right' | 'left' | 'both'
type Sided = { side: Side; at: number; said: string }

const spoken: Record<Side, string> = { right: 'direito', left: 'esquerdo', both: 'os dois lados' }

/** 'Não dorme direito' speaks of no side. */
const notSide =
  /^(dorm\w*|com\w*|fal\w*|ouv\w*|ouc\w*|enxerg\w*|funcion\w*|respir\w*|toma\w*|sei|sabe|lembr\w*|entend\w*|faz\w*|fiz|and\w*|muito|nada|tem|tenho|trabalh\w*|pens\w*|concentr\w*|cuid\w*|aliment\w*|aferi\w*|med\w*)$/

export function sidesIn(tokens: readonly Token[]): Sided[] {
  const out: Sided[] = []
  tokens.forEach((token, at) => {
    const { word } = token
    const before = tokens[at - 1]?.word ?? ''
    if (/^esquerd[oa]s?$/.test(word)) out.push({ side: 'left', at, said: token.said })
    else if (/^direitas?$/.test(word)) out.push({ side: 'right', at, said: token.said })
    else if (/^direitos?$/.test(word) && !notSide.test(before)) out.push({ side: 'right', at, said: token.said })
    else if (/^(bilatera\w*)$/.test(word)) out.push({ side: 'both', at, said: token.said })
    else if (
      /^(dois|ambos)$/.test(word) &&
      /^(lados?|ouvidos|olhos|joelhos|bracos|pes|ombros|rins|cotovelos|tornozelos)$/.test(tokens[at + 1]?.word ?? '')
    )
      out.push({ side: 'both', at, said: token.said })
    else if (/^(duas|ambas)$/.test(word) && /^(pernas|maos|orelhas|mamas|coxas)$/.test(tokens[at + 1]?.word ?? ''))
      out.push({ side: 'both', at, said: token.said })
  })
  return out
}

/** SF4: a side that the lines give otherwise, or nobody gave. */
export function sideFlags(statement: Statement, evidence: Evidence, dialogue: Dialogue, proven: boolean): Flag[] {
  const own = sidesIn(statement.tokens)
  if (own.length === 0) return []
  const near = evidence.lines.flatMap(toldSides)
  const elsewhere = () => dialogue.lines.filter((line) => sharesPart(line, statement)).flatMap(toldSides)
  const told = near.length > 0 ? near : elsewhere()
  return own.flatMap((one): Flag[] => {
    if (told.some((other) => other.side === one.side)) return []
    const both = one.side === 'both' && told.some((a) => a.side === 'right') && told.some((a) => a.side === 'left')
    if (both) return []
    const other = told[0]
    if (other)
      return [
        {
          kind: 'side',
          message: `O registro diz “${one.said}”; na consulta foi dito “${other.side === 'both' ? spoken.both : other.said}”.`,
        },
      ]
    return proven ? [{ kind: 'side', message: `Ninguém disse “${one.said}” nas falas citadas.` }] : []
  })
}

const sharesPart = (line: ReadLine, statement: Statement) =>
  statement.units.some((unit) => {
    const word = statement.tokens[unit.at]?.word ?? ''
    return !isGeneral(word) && !isLight(word) && unit.features.some((feature) => line.tallies.has(feature))
  })

/** 'O esquerdo ou o direito?' tells no side, unless nothing else of the line does. */
const toldSides = (line: ReadLine): Sided[] => {
  const told = line.sentences.filter((sentence) => !sentence.question).flatMap((sentence) => sidesIn(sentence.tokens))
  return told.length > 0 ? told : line.linked.length === 0 ? sidesIn(line.tokens) : []
}
