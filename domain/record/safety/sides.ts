import { isGeneral, isLight, type Token } from './words.ts'

export type Side = 'right' | 'left' | 'both'
/** `part`: the word it belongs to, by stem; '' for 'do lado direito'. */
/** `beside`: the stems of its clause. */
export type Sided = { side: Side; part: string; said: string; beside: readonly string[] }

/** 'Não dorme direito' speaks of no side. */
const notSide =
  /^(d[ou]rm\w*|com\w*|fal\w*|ouv(?:e|i|ia|ir|indo|iu)|ouc\w*|enxerg\w*|funcion\w*|respir\w*|toma\w*|sei|sabe|lembr\w*|entend\w*|faz\w*|fiz|and(?:o|a|ei|ando)|muito|nada|tem|tenho|trabalh\w*|pens\w*|concentr\w*|cuid\w*|aliment\w*|aferi\w*|med\w*)$/

const clauseOf = (tokens: readonly Token[], at: number): string[] => {
  const isEnd = (token: Token) => /^[,.;?!:]$/.test(token.word)
  const from = tokens.slice(0, at).findLastIndex(isEnd) + 1
  const end = tokens.findIndex((token, index) => index > at && isEnd(token))
  return tokens
    .slice(from, end < 0 ? tokens.length : end)
    .flatMap((token) =>
      token.joining || isLight(token.word) || /^(lad|direit|esquerd)/.test(token.word) ? [] : token.stem,
    )
}

const partOf = (tokens: readonly Token[], at: number): string => {
  const named = tokens
    .slice(Math.max(0, at - 3), at)
    .findLast((token) => token.kind === 'word' && !isLight(token.word) && !isGeneral(token.word))
  return named?.stem ?? ''
}

const speaksOfSide = /^(esquerd|direit|bilater|dois$|duas$|amb[oa]s$)/

export function sidesIn(tokens: readonly Token[]): Sided[] {
  const out: Sided[] = []
  tokens.forEach((token, at) => {
    const { word } = token
    if (!speaksOfSide.test(word)) return
    const before = tokens[at - 1]?.word ?? ''
    if (/^esquerd[oa]s?$/.test(word))
      out.push({ side: 'left', part: partOf(tokens, at), said: token.said, beside: clauseOf(tokens, at) })
    else if (/^direitas?$/.test(word))
      out.push({ side: 'right', part: partOf(tokens, at), said: token.said, beside: clauseOf(tokens, at) })
    else if (/^direitos?$/.test(word) && !notSide.test(before))
      out.push({ side: 'right', part: partOf(tokens, at), said: token.said, beside: clauseOf(tokens, at) })
    else if (/^(bilatera\w*)$/.test(word))
      out.push({ side: 'both', part: partOf(tokens, at), said: token.said, beside: clauseOf(tokens, at) })
    else if (
      /^(dois|ambos)$/.test(word) &&
      /^(lados?|ouvidos|olhos|joelhos|bracos|pes|ombros|rins|cotovelos|tornozelos)$/.test(tokens[at + 1]?.word ?? '')
    )
      out.push({ side: 'both', part: partOf(tokens, at), said: token.said, beside: clauseOf(tokens, at) })
    else if (/^(duas|ambas)$/.test(word) && /^(pernas|maos|orelhas|mamas|coxas)$/.test(tokens[at + 1]?.word ?? ''))
      out.push({ side: 'both', part: partOf(tokens, at), said: token.said, beside: clauseOf(tokens, at) })
  })
  return out
}
