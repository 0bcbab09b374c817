import type { Flag } from '../record.ts'
import type { Statement } from './claim.ts'
import type { Evidence } from './evidence.ts'
import type { Dialogue, ReadLine } from './reading.ts'
import { isGeneral, isLight, stemOf, type Token } from './words.ts'

type Side = 'right' | 'left' | 'both'
/** `part`: the word it belongs to, by stem; '' for 'do lado direito'. */
type Sided = { side: Side; part: string; said: string }

const spoken: Record<Side, string> = { right: 'direito', left: 'esquerdo', both: 'os dois lados' }

/** 'Não dorme direito' speaks of no side. */
const notSide =
  /^(dorm\w*|com\w*|fal\w*|ouv\w*|ouc\w*|enxerg\w*|funcion\w*|respir\w*|toma\w*|sei|sabe|lembr\w*|entend\w*|faz\w*|fiz|and\w*|muito|nada|tem|tenho|trabalh\w*|pens\w*|concentr\w*|cuid\w*|aliment\w*|aferi\w*|med\w*)$/

const partOf = (tokens: readonly Token[], at: number): string => {
  const named = tokens
    .slice(Math.max(0, at - 3), at)
    .findLast((token) => token.kind === 'word' && !isLight(token.word) && !isGeneral(token.word))
  return named ? stemOf(named.said, named.word) : ''
}

export function sidesIn(tokens: readonly Token[]): Sided[] {
  const out: Sided[] = []
  tokens.forEach((token, at) => {
    const { word } = token
    const before = tokens[at - 1]?.word ?? ''
    if (/^esquerd[oa]s?$/.test(word)) out.push({ side: 'left', part: partOf(tokens, at), said: token.said })
    else if (/^direitas?$/.test(word)) out.push({ side: 'right', part: partOf(tokens, at), said: token.said })
    else if (/^direitos?$/.test(word) && !notSide.test(before))
      out.push({ side: 'right', part: partOf(tokens, at), said: token.said })
    else if (/^(bilatera\w*)$/.test(word)) out.push({ side: 'both', part: partOf(tokens, at), said: token.said })
    else if (
      /^(dois|ambos)$/.test(word) &&
      /^(lados?|ouvidos|olhos|joelhos|bracos|pes|ombros|rins|cotovelos|tornozelos)$/.test(tokens[at + 1]?.word ?? '')
    )
      out.push({ side: 'both', part: partOf(tokens, at), said: token.said })
    else if (/^(duas|ambas)$/.test(word) && /^(pernas|maos|orelhas|mamas|coxas)$/.test(tokens[at + 1]?.word ?? ''))
      out.push({ side: 'both', part: partOf(tokens, at), said: token.said })
  })
  return out
}

/** SF4: a side that the lines give otherwise, or nobody gave. */
export function sideFlags(statement: Statement, evidence: Evidence, dialogue: Dialogue, proven: boolean): Flag[] {
  const own = sidesIn(statement.tokens)
  return own.flatMap((one): Flag[] => {
    const near = ofPart(evidence.lines.flatMap(toldSides), one)
    const told = near.length > 0 ? near : dialogue.lines.flatMap(toldSides).filter((other) => other.part === one.part)
    const same = told.filter((other) => other.side === one.side).length
    const others = told.filter((other) => other.side !== one.side)
    const corrected = others.length >= 2 * same && evidence.lines.some((line) => corrects.test(line.text))
    if (same > 0 && !corrected) return []
    if (one.side === 'both' && new Set(others.map((other) => other.side)).size > 1) return []
    const other = others.at(-1)
    if (other) {
      const said = other.side === 'both' ? spoken.both : other.said
      return [{ kind: 'side', message: `O registro diz “${one.said}”; na consulta foi dito “${said}”.` }]
    }
    return proven ? [{ kind: 'side', message: `Ninguém disse “${one.said}” nas falas citadas.` }] : []
  })
}

const corrects = /desculpa|\bpera\b|quer dizer|ali[aá]s|ou melhor|me enganei|não, é/i

/** Of the sides that were told, those of the same part of the body, where it is named. */
const ofPart = (told: readonly Sided[], one: Sided): readonly Sided[] => {
  const same = told.filter((other) => other.part === one.part && one.part !== '')
  return same.length > 0 ? same : told
}

/** 'O esquerdo ou o direito?' tells no side, unless nothing else of the line does. */
const toldSides = (line: ReadLine): Sided[] => {
  const told = line.sentences.filter((sentence) => !sentence.question).flatMap((sentence) => sidesIn(sentence.tokens))
  return told.length > 0 ? told : line.linked.length === 0 ? sidesIn(line.tokens) : []
}
