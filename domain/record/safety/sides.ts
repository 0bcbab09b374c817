import { isGeneral, isLight, stemOf, type Token } from './words.ts'

export type Side = 'right' | 'left' | 'both'
export type Sided = {
  side: Side
  /** The word it belongs to, by stem; '' for 'do lado direito'. */
  part: string
  said: string
  /** The stems of its clause. */
  beside: readonly string[]
  /** Nothing is there: 'do esquerdo, nada'. */
  clear: boolean
}

/** 'Não dorme direito' speaks of no side. */
const notSide =
  /^(d[ou]rm\w*|com\w*|fal\w*|ouv(?:e|i|ia|ir|indo|iu)|ouc\w*|enxerg\w*|funcion\w*|respir\w*|toma\w*|sei|sabe|lembr\w*|entend\w*|faz\w*|fiz|and(?:o|a|ei|ando)|muito|nada|tem|tenho|trabalh\w*|pens\w*|concentr\w*|cuid\w*|aliment\w*|aferi\w*|med\w*)$/

/** 'MID', 'OE': limb or eye and its side; 'joelho D'. */
const initials = /^(?:MI|MS|O|HT|FI|HC)([DE])$/
const limbs: Record<string, string> = { MI: 'perna', MS: 'braco', O: 'olho' }
const paired =
  /^(olho|ouvido|orelha|ombro|braco|cotovelo|antebraco|punho|mao|dedo|mama|hemitorax|pulmao|flanco|rim|quadril|coxa|joelho|perna|panturrilha|tornozelo|pe|calcanhar|membro|inferior|superior|axila|inguinal|lombar|ovario|testiculo|hemicorpo)s?$/
const lettered = (tokens: readonly Token[], at: number): string | undefined => {
  const { said = '' } = tokens[at] ?? {}
  const short = initials.exec(said)?.[1]
  if (short) return short
  return /^[DE]$/.test(said) && paired.test(tokens[at - 1]?.word ?? '') ? said : undefined
}

const speaksOfSide = /^(esquerd|direit|bilater|dois$|duas$|amb[oa]s$)/
const isEnd = (token: Token) => /^[,.;?!:()]$/.test(token.word) || /^(e|mas)$/i.test(token.said)
const nothing =
  /^(nao|nada|nunca|sem|nega|nenhum|nenhuma|norma(l|is)|negativ[oa]s?|limp[oa]s?|livres?|tranquil[oa]|preservad[oa]s?|saudavel|integr[oa]s?)$/

function clauseOf(tokens: readonly Token[], at: number): { beside: string[]; clear: boolean } {
  const from = tokens.slice(0, at).findLastIndex(isEnd) + 1
  const end = tokens.findIndex((token, index) => index > at && isEnd(token))
  const to = end < 0 ? tokens.length : end
  const own = tokens.slice(from, to)
  const rest = tokens.slice(to + 1)
  const next = rest.slice(0, rest.findIndex(isEnd) < 0 ? rest.length : rest.findIndex(isEnd))
  // 'Do esquerdo, nada'; but 'à direita, negativo à esquerda' says it of the other.
  const after = tokens[to]?.word === ',' && !next.some((token) => speaksOfSide.test(token.word)) ? next[0] : undefined
  return {
    beside: own.flatMap((token) =>
      token.joining || isLight(token.word) || /^(lad|direit|esquerd)/.test(token.word) ? [] : token.stem,
    ),
    clear: own.some((token) => nothing.test(token.word)) || (after !== undefined && nothing.test(after.word)),
  }
}

const partOf = (tokens: readonly Token[], at: number): string => {
  const named = tokens
    .slice(Math.max(0, at - 3), at)
    .findLast((token) => token.kind === 'word' && !isLight(token.word) && !isGeneral(token.word))
  return named?.stem ?? ''
}

export function sidesIn(tokens: readonly Token[]): Sided[] {
  return tokens.flatMap((token, at): Sided[] => {
    const letter = token.said.length <= 3 ? lettered(tokens, at) : undefined
    const side = letter
      ? letter === 'D'
        ? 'right'
        : 'left'
      : speaksOfSide.test(token.word)
        ? sideAt(tokens, at)
        : undefined
    const limb = letter && limbs[token.said.slice(0, -1)]
    const part = limb ? stemOf(limb, limb) : partOf(tokens, at)
    return side ? [{ side, part, said: token.said, ...clauseOf(tokens, at) }] : []
  })
}

/** The side that the word at this place names, or undefined: 'não durmo direito' names none. */
export function sideAt(tokens: readonly Token[], at: number): Side | undefined {
  const word = tokens[at]?.word ?? ''
  const next = tokens[at + 1]?.word ?? ''
  if (/^esquerd[oa]s?$/.test(word)) return 'left'
  if (/^direitas?$/.test(word)) return 'right'
  if (/^direitos?$/.test(word)) return notSide.test(tokens[at - 1]?.word ?? '') ? undefined : 'right'
  if (/^bilatera\w*$/.test(word)) return 'both'
  if (/^(dois|ambos)$/.test(word))
    return /^(lados?|ouvidos|olhos|joelhos|bracos|pes|ombros|rins|cotovelos|tornozelos)$/.test(next)
      ? 'both'
      : undefined
  return /^(duas|ambas)$/.test(word) && /^(pernas|maos|orelhas|mamas|coxas)$/.test(next) ? 'both' : undefined
}
