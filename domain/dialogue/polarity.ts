import type { Mention } from '../record/lexicon/lexicon.ts'
import { isFiniteVerb, type Token } from '../record/safety/words.ts'
import { thirdPersonForms } from '../record/voice/verbs.ts'
import { breakers, deniedVerb, deniers, having, unsure } from './words.ts'

/** 'Dor no peito, falta de ar, nenhuma tenho não': the end denies all that was named. */
export const noneAtEnd = (tokens: readonly Token[]): boolean =>
  // 'Quatro vezes ontem, hoje nenhuma': the end is about another time.
  /(?<!\b(?:hoje|agora|depois) )\b(nenhum|nenhuma|nada disso|nenhum desses|nenhuma dessas)( delas| deles)?( tenho| tive| eu| teve| tem| senti)?( nao)?$/.test(
    tokens
      .slice(-8)
      .filter((token) => token.kind === 'word')
      .map((token) => token.word)
      .join(' '),
  ) && tokens.length > 3

const idioms = new Set(['do nada', 'que nem'])
/** How many words a denial reaches. */
const reach = 14

const deniesItself = ({ from, to }: { from: number; to: number }, tokens: readonly Token[]): boolean =>
  tokens.slice(from, to).some(({ word }) => deniers.has(word))

/** 'Febre não', 'tosse eu não tive', 'dor nenhuma': the denial follows the name and ends there. */
function deniedAfter(
  { from, to }: { from: number; to: number },
  tokens: readonly Token[],
  mentions: readonly Mention[],
): boolean {
  let at = to
  while (at < to + 5 && /^(eu|isso|tambem|la|mesmo|ai|assim|dor|,)$/.test(tokens[at]?.word ?? '')) at += 1
  const word = tokens[at]?.word ?? ''
  // 'Não quer comer nada', 'sem fome nenhuma': the name has a denial of its own.
  const isDenial = deniesItself({ from, to }, tokens)
  if (!isDenial && /^(nenhuma|nenhum|zero|negativo|negativa|ausente|negada)$/.test(word)) return true
  // 'Febre nada.'
  if (at === to && word === 'nada' && !isDenial && (tokens[at + 1]?.kind ?? 'mark') === 'mark') return true
  // 'Febre e tosse não': the denial behind two joined names is for both.
  const joined = at === to && /^(e|ou|nem)$/.test(word) ? mentions.find(({ from }) => from === to + 1) : undefined
  if (joined && isBareNo(tokens, joined.to)) return true
  // 'Formigamento nos dedos da mão, não'
  if (isBareNo(tokens, afterPlaces(to, tokens, mentions))) return true
  if (!/^(nao|nunca|nem)$/.test(word)) return false
  const next = tokens[at + 1]
  // 'Desmaiar não, que eu sentei': a reason follows.
  if (at <= to + 1 && word === 'nao' && next?.word === 'que') return true
  // 'Dor no peito não ar não falta não': a list of denials.
  if (at === to && word === 'nao' && tokens.slice(at + 2, at + 5).some((token) => token.word === 'nao')) return true
  // 'Febre não corrimento também não': no mark tells where the first denial ends.
  const other = at === to ? mentions.find(({ from }) => from === at + 1) : undefined
  if (other && deniedAfter(other, tokens, [])) return true
  // 'Cabeça não dói', 'dobrado não vi': the verb ends the denial, unless it says that something goes on.
  const after = tokens[at + 2]
  if (
    next?.kind === 'word' &&
    (!after || after.kind === 'mark') &&
    !deniedVerb.has(next.word) &&
    !goesUnseen.test(next.word)
  )
    return true
  return (
    ((at <= to + 1 || tokens[at - 1]?.kind === 'mark') && (!next || next.kind === 'mark')) ||
    (next !== undefined &&
      (having.has(next.word) || /^(sou|e|era|foi|quero|gosto|posso)$/.test(next.word)) &&
      !endsWell(tokens, at + 2))
  )
}
/** Where the places end that follow a name: 'nos dedos', 'na perna do lado esquerdo'. */
function afterPlaces(to: number, tokens: readonly Token[], mentions: readonly Mention[]): number {
  if (!/^(em|n[oa]s?|d[eoa]s?)$/.test(tokens[to]?.word ?? '')) return to
  const place = mentions.find(({ concept, from }) => concept.kind === 'site' && from === to + 1)
  return place ? afterPlaces(place.to, tokens, mentions) : to
}
/** 'Não', 'não tenho', 'não tem' and nothing more. */
const isBareNo = (tokens: readonly Token[], from: number): boolean => {
  const at = tokens[from]?.word === ',' ? from + 1 : from
  if (tokens[at]?.word !== 'nao') return false
  const next = tokens[at + 1]
  return !next || next.kind === 'mark' || (having.has(next.word) && (tokens[at + 2]?.kind ?? 'mark') === 'mark')
}
const goesUnseen = /^(med|olh|sei|lembr|peguei|cont|aguent|cur|melhor|par|ced|sar|mud)/
/** 'Dor não tem passado': the verb goes on. */
const endsWell = (tokens: readonly Token[], at: number): boolean =>
  /^(passad|melhorad|parad)/.test(tokens[at]?.word ?? '')

const isLimited = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(at, at + 2).some(({ word }, index) => {
    const [before, next] = [tokens[at + index - 1]?.word ?? '', tokens[at + index + 1]?.word ?? '']
    if (tokens[at]?.kind === 'mark') return false
    return word === 'so' && before !== 'nao' && /^(no|na|nos|nas|quando|se|depois|ao|de|pela|as|um|uma)$/.test(next)
  })

/** Whether the denier at `at` belongs to the name before it. */
const usedBefore = (at: number, tokens: readonly Token[], mentions: readonly Mention[]): boolean =>
  mentions.some((one) => one.to <= at && at - one.to <= 1) &&
  (tokens[at + 1] === undefined || tokens[at + 1]?.kind === 'mark')

const wordsFrom = (tokens: readonly Token[], at: number): string =>
  tokens
    .slice(at)
    .filter(({ kind }) => kind === 'word')
    .map(({ word }) => word)
    .join(' ')

/** 'Quase desmaiei', 'quase tiraram as minhas amígdalas': it did not happen. 'Quase sempre' tells how often. */
function isAlmost({ concept, from }: Mention, tokens: readonly Token[]): boolean {
  if (!/^(symptom|condition|procedure)$/.test(concept.kind)) return false
  const at = [from - 1, from - 2].find((place) => tokens[place]?.word === 'quase')
  const next = at === undefined ? undefined : tokens[at + 1]?.word
  return next !== undefined && !/^(tod[oa]s?|sempre|nada|nunca|nenhum|nenhuma|nao|sem|so|diari[oa]|igual)$/.test(next)
}

/** Whether the clause affirms the concept, denies it, or leaves it open. */
export function polarityOf(
  mention: Mention,
  tokens: readonly Token[],
  mentions: readonly Mention[],
): 'affirmed' | 'denied' | 'unknown' {
  if (deniedAfter(mention, tokens, mentions)) return 'denied'
  const isDenial = deniesItself(mention, tokens)
  if (noneAtEnd(tokens) && !isDenial) return 'denied'
  // 'A perna incha no verão, agora não'
  if (/\b(agora|hoje|atualmente) nao$/.test(wordsFrom(tokens, mention.to))) return 'denied'
  // 'Boca seca só quando falo': the symptom happens; ignore an earlier 'não'.
  if (isLimited(tokens, mention.to)) return 'affirmed'
  if (isAlmost(mention, tokens)) return 'unknown'
  for (let at = mention.from - 1; at >= 0 && at >= mention.from - reach; at--) {
    const token = tokens[at]
    if (!token) break
    const { word } = token
    if (breakers.has(word) || (word === 'com' && tokens[at - 1]?.kind === 'mark')) return 'affirmed'
    // 'Do nada' is suddenly, 'que nem' is like.
    if (idioms.has(`${tokens[at - 1]?.word} ${word}`)) continue
    if (deniers.has(word)) {
      // 'Sem fome nenhuma' is 'sem fome'.
      if (isDenial && /^nenhuma?$/.test(tokens[mention.to - 1]?.word ?? '')) continue
      if (usedBefore(at, tokens, mentions)) {
        if (at > 0) continue
        return 'affirmed'
      }
      const next = tokens[at + 1]?.word ?? ''
      if (unsure.test(next)) return 'unknown'
      // 'Não, aliás, vomitei': after a correction the 'não' denies no longer.
      if (tokens.slice(at, mention.from).some((one) => /^(alias|minto|dizer|melhor)$/.test(one.word))) return 'affirmed'
      // 'Não, eu tenho': the no answers, the rest tells.
      if (tokens[at + 1]?.kind === 'mark')
        return word === 'nao' && at <= 2 && hasVerb(tokens, at, mention.from)
          ? 'affirmed'
          : at <= 2
            ? 'denied'
            : 'affirmed'
      if (deniedVerb.has(next) && !having.has(next)) return 'affirmed'
      if (goesOn(tokens, at, mention.from, mentions) || isNextVerb(tokens, at, mention.from)) return 'affirmed'
      return 'denied'
    }
    if (having.has(word)) {
      const back = tokens.slice(Math.max(0, at - 3), at).reverse()
      const small = back.findIndex((one) => !/^(me|mais|tambem|se|eu|a|gente|ele|ela|ta|to)$/.test(one.word))
      const isDenied = deniers.has(back[small]?.word ?? '') && !isNextVerb(tokens, at - 1 - small, mention.from)
      return isDenied ? 'denied' : 'affirmed'
    }
  }
  return 'affirmed'
}
/** After a comma only names and small words carry a denial on: 'não posso, uma vez inchou' tells something else. */
function goesOn(tokens: readonly Token[], from: number, to: number, mentions: readonly Mention[]): boolean {
  const comma = tokens.findIndex((token, at) => at > from && at < to && token.word === ',')
  if (comma < 0) return false
  return tokens.some(
    (token, at) =>
      // 'Não é forte, é um tipo de ardência'
      (at === comma + 1 && at < to && token.said.toLowerCase() === 'é') ||
      (at > comma && at < to && /^(sou|era|foi|fico|fiquei|tive|tomei|usei)$/.test(token.word)) ||
      (at > comma &&
        at < to &&
        token.kind === 'word' &&
        !token.joining &&
        !deniers.has(token.word) &&
        !mentions.some((one) => at >= one.from && at < one.to)),
  )
}
/** 'Não tô dormindo direito e choro à toa': the second verb is not denied. */
const isNextVerb = (tokens: readonly Token[], from: number, to: number): boolean => {
  const [token, before] = [tokens[to], tokens[to - 1]]
  const first = tokens.slice(from + 1, to - 1)
  return (
    before?.word === 'e' &&
    token !== undefined &&
    thirdPersonForms.has(token.word.replace(/o$/, 'a')) &&
    token.word.endsWith('o') &&
    !first.some(({ word }, at) => having.has(word) && !first[at + 1]?.word.endsWith('ndo')) &&
    first.some((one) => isFiniteVerb(one) || one.word.endsWith('ndo'))
  )
}
const hasVerb = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens.slice(from + 1, to).some((token) => having.has(token.word) || /^(so|e|eh)$/.test(token.word))
