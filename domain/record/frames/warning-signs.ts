// Signs that a patient should watch for, as a note names them: 'piora da dispneia', 'dedos roxos'.
import type { Clause } from '#domain/dialogue/clause.ts'
import file from '../lexicon/warning-signs.json' with { type: 'json' }
import { infinitiveOf, phraseOf } from './phrase.ts'
import { feltIn } from './symptoms.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const nouns: ReadonlyMap<string, string> = new Map(
  Object.entries(file.nouns).flatMap(([noun, forms]) => forms.split(' ').map((form) => [form, noun] as const)),
)
const ofThings = setOf(file.ofThings)
const atPlaces = setOf(file.atPlaces)
const becoming = setOf(file.becoming)
const reasons = setOf(file.reasons)
const ofSign = setOf(file.ofSign)
const states = Object.entries(file.states)

/** Words between a sign and where to go: 'é', 'corre direto para o'. */
export const leads = new Set(
  'e eh a o as os ao aos para pra pro no na nos nas corre corra correndo vai va vem venha procura procure procurar ir voce senhora senhor me direto ja ai entao leva leve levar trazer traz volta volte voltar imediatamente logo rapido tem que deve aqui caso sinal sinais tudo isso , : ; . so nao espera esperar amanhecer tambem ele ela chama chame ligar liga gente pode qualquer'.split(
    ' ',
  ),
)
const condition = /^(se|caso)$/
const lightVerb =
  /^(der|tiver|tiverem|vier|vierem|houver|aparecer|aparecerem|surgir|surgirem|sentir|tivesse|for|tendo|tem|apresentar|tenha|tenham|sinta|apareca|aparecam|surja|surjam|haja|venha)$/
const emptyLead =
  /^(e|ou|se|caso|que|ai|entao|quando|a|o|as|os|um|uma|uns|umas|qualquer|voce|senhora|senhor|ele|ela|tu|me|te|com|por|exemplo|agora|tambem|alguma|algum|essa|esse|mais|so|presta|preste|atencao|sinais|sinal|de|alarme|nessa|parte|guarda|isso|bem|ate|,|:)$/
const joiner =
  /^(a|o|as|os|um|uma|e|ou|de|d[aeo]s?|em|n[ao]s?|com|sem|se|que|por|pra|pro|para|muito|muita|mais|nao|mal|conseguir|parar|comecar|quiser|precisar|voltar|puder)$/

/** Whether the word at this place opens a condition. 'De se internar' and 'as bolhas se espalharem' do not. */
export function opensCondition(clause: Clause, at: number): boolean {
  const word = clause.tokens[at]?.word ?? ''
  const before = clause.tokens[at - 1]
  if (!condition.test(word) || /^(ver|saber|mexe|mexer|de|a|para|em|por|sem|ate)$/.test(before?.word ?? ''))
    return false
  // In a list of signs 'se' after a noun belongs to the verb after it.
  const listed = clause.tokens.slice(0, at).some((token) => condition.test(token.word))
  const marked = clause.tokens.slice(0, at).some(({ kind }) => kind === 'mark')
  return !(listed && marked && before && before.kind !== 'mark' && !/^(e|ou|mas|ai|tambem)$/.test(before.word))
}

const isInfinitive = (word: string): boolean =>
  !lightVerb.test(word) && !becoming.has(word) && infinitiveOf(word, true) === word

/** Whether a new sign begins here though no mark says so: 'dor de cabeça forte | vomitar | tiver febre'. */
function beginsUnmarked(clause: Clause, starts: ReadonlySet<number>, from: number, at: number): boolean {
  const word = clause.tokens[at]?.word ?? ''
  const next = clause.tokens[at + 1]?.word ?? ''
  // 'A febre passar de três dias', 'a dor for pras costas': the verb tells of the sign before it.
  if (ofSign.has(word) || (word === 'for' && /^(pra|pro|para|pras|pros)$/.test(next))) return false
  if (at <= from || /^(fic|est)/.test(word) || joiner.test(clause.tokens[at - 1]?.word ?? '')) return false
  const named = [...starts].some((start) => start >= from && start < at)
  const hasSign =
    named || clause.tokens.slice(from, at).some((token) => nouns.has(token.word) || isInfinitive(token.word))
  const noun = nouns.get(word)
  const opens = starts.has(at) || lightVerb.test(word) || (isInfinitive(word) && !nouns.has(word))
  return hasSign && (opens || (noun !== undefined && !ofThings.has(noun)))
}

/** The signs between two words as a note lists them: 'febre, vômitos ou dor que piora'. */
export function signsIn(clause: Clause, from: number, to: number): string[] {
  const { tokens } = clause
  const signs: string[] = []
  const marked = tokens.some(({ kind }, at) => kind === 'mark' && at < tokens.length - 1)
  const starts = marked ? new Set<number>() : new Set(feltIn(clause).map((one) => one.from))
  let start = from
  let extent = to
  for (let at = from; at <= to; at++) {
    const word = tokens[at]?.word ?? ''
    if (extentAt(clause, at)) extent = at
    const ends =
      at === to ||
      (/^[,;:.]$/.test(word) && !goesOn(clause, at, extent)) ||
      (word === 'ou' && tokens[at + 1]?.word !== 'menos' && !goesOn(clause, at, extent)) ||
      opensCondition(clause, at)
    const runs = !ends && !marked && beginsUnmarked(clause, starts, start, at)
    if (!ends && !runs) continue
    const sign = signOf(clause, start, at)
    if (sign) signs.push(sign)
    start = runs ? at : at + 1
    extent = to
  }
  return signs
}

/** 'A ponto de': how bad the sign before it must be. */
const extentAt = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.word === 'a' && tokens[at + 1]?.word === 'ponto' && /^(de|que)$/.test(tokens[at + 2]?.word ?? '')
const able = /^(conseguir|poder|querer|precisar|dar)$/
/**
 * Whether a comma or an 'ou' parts no signs: before 'a ponto de', in 'não conseguir, fazer', and before the verbs after
 * 'a ponto de'. `extent`: where 'a ponto de' began.
 */
function goesOn(clause: Clause, at: number, extent: number): boolean {
  const { tokens } = clause
  const [before, next] = [tokens[at - 1]?.word ?? '', at + 1]
  if (extentAt(clause, next)) return true
  if (able.test(before) && /[aei]r$/.test(tokens[next]?.word ?? '')) return true
  if (at <= extent) return false
  const verb = [next, next + 1, next + 2].find((place) => !/^(ou|nao|voce|nem)$/.test(tokens[place]?.word ?? ''))
  return verb !== undefined && /[aei]r$/.test(tokens[verb]?.word ?? '') && !lightVerb.test(tokens[verb]?.word ?? '')
}

/** Whether these words tell why, not what to watch for: 'aí não é pânico'. */
function isReason(clause: Clause, from: number, to: number): boolean {
  const piece = clause.tokens.slice(from, to)
  if (reasons.has(piece[0]?.word ?? '') || (piece[0]?.word === 'no' && piece[1]?.word === 'mesmo')) return true
  // 'Dois jatos do salbutamol' is what to take.
  const takes = clause.quantities.some((one) => one.from === from)
  if (takes && clause.said.some((one) => one.concept.kind === 'drug' && one.from >= from && one.to <= to)) return true
  const verb = piece.findIndex(({ said, word }) => /^(é|são)$/i.test(said) || explaining.test(word))
  return verb >= 0 && !piece.slice(0, verb).some(({ word }) => word === 'que')
}
const explaining =
  /^(peco|pedimos|decide|decidem|conversa|conversamos|mudamos|precisa|vem|vamos|vao|pode|podem|funciona)$/

/** Whether the word before `end` leads to where to go and is no part of the sign. */
const endsSign = ({ tokens }: Clause, end: number): boolean =>
  leads.has(tokens[end - 1]?.word ?? '') ||
  tokens[end - 1]?.kind === 'mark' ||
  (tokens[end - 1]?.word === 'hora' && tokens[end - 2]?.word === 'na')

function signOf(clause: Clause, from: number, to: number): string | undefined {
  const { tokens } = clause
  let start = from
  while (start < to && /^(e|ou|se|,|:)$/.test(tokens[start]?.word ?? '')) start += 1
  if (isReason(clause, start, to)) return undefined
  while (start < to && emptyLead.test(tokens[start]?.word ?? '')) start += 1
  // 'Começar a vomitar'
  if (/^comec(ar|arem|e|em)$/.test(tokens[start]?.word ?? '') && nouns.has(tokens[start + 2]?.word ?? '')) start += 2
  const extent = tokens.findIndex((_, at) => at > start && at < to && extentAt(clause, at))
  if (extent > 0) return withExtent(clause, { start, extent, to })
  if (lightVerb.test(tokens[start]?.word ?? '') && start < to - 1) {
    start += 1
    while (start < to && emptyLead.test(tokens[start]?.word ?? '')) start += 1
  }
  let end = to
  while (end > start && endsSign(clause, end)) {
    const [before, last] = [tokens[end - 2]?.word, tokens[end - 1]?.word ?? '']
    // 'A febre voltar' and 'vômito que não para' are signs.
    if (end - 1 > start && (/^voltar(em)?$/.test(last) || (before === 'nao' && /^(volta|para)$/.test(last)))) break
    end -= tokens[end - 2]?.word === 'na' && last === 'hora' ? 2 : 1
  }
  const felt = feltIn(clause).find((one) => one.from >= start && one.from <= start + 1 && one.to <= end)
  const spoken = nominal(clause, start, end) ?? phraseOf(clause, start, end) ?? felt?.name
  // 'Vômito que não para': a verb here, not the preposition.
  const text = spoken?.endsWith(' não') && tokens[end - 1]?.word === 'para' ? `${spoken} para` : spoken
  // A sign of many words is a story. 'Se precisar' says nothing.
  if (!text || /^(precisar|quiser|puder|der)$/.test(text) || text.split(/\s+/).length > 12) return undefined
  if (/^(positivo|negativo|normal)$/i.test(text)) return `resultado ${text.toLowerCase()}`
  return text.replace(/^\p{Lu}(?![\p{Lu}\d])/u, (letter) => letter.toLowerCase())
}

/** 'Piora da ansiedade a ponto de não dar conta do trabalho'. */
function withExtent(
  clause: Clause,
  { start, extent, to }: { start: number; extent: number; to: number },
): string | undefined {
  const sign = signOf(clause, start, extent)
  const degree = phraseOf(clause, extent + 3, to)?.replace(/(?<=\p{L}r), (?=\p{L}+r )|, (?=ou )/gu, ' ')
  if (!sign || !degree || degree.split(/\s+/).length > longestDegree) return sign
  return `${sign} a ponto de ${degree}`
}
const longestDegree = 16

const article = /^[ao]s?$/
/** A sign told with a verb, as a noun: 'a dor piorar' -> 'piora da dor', 'os dedos ficarem roxos' -> 'dedos roxos'. */
function nominal(clause: Clause, from: number, to: number): string | undefined {
  const { tokens } = clause
  const word = (at: number) => tokens[at]?.word ?? ''
  const words = tokens
    .slice(from, to)
    .map((token) => token.word)
    .join(' ')
  const state = states.find(([say]) => (say.endsWith('*') ? words.startsWith(say.slice(0, -1)) : words === say))
  if (state && to - from <= Math.max(3, state[0].split(' ').length + 1)) return state[1]
  let at = from
  while (at < to && !nouns.has(word(at)) && !becoming.has(word(at))) at += 1
  if (at === to || at - from > 5 || tokens.slice(from, at).some((token) => /^(nao|que|nem)$/.test(token.word)))
    return undefined
  // 'Vontade de sumir', 'em 30 dias ficar presa': the verb has no thing of its own before it.
  const lead = tokens.slice(from, at).map((token) => token.word)
  if (/^(de|a|para|pra|sem)$/.test(lead.at(-1) ?? '') || /^(em|n[ao]s?|com)$/.test(lead[0] ?? '')) return undefined
  if (lead.some((one) => one !== 'ar' && /[aei]r$/.test(one))) return undefined
  const thing = at > from ? phraseOf(clause, from, at) : undefined
  const noun = nouns.get(word(at))
  if (noun) return withNoun(clause, noun, { thing, from, at, to })
  // 'Dedos [ficarem] roxos': the adjective follows its noun.
  const quality = phraseOf(clause, at + 1, to)
  if (!thing || !quality || to - at > 5 || /^(de|em|com|sem|mais|menos|\d)/.test(quality)) return undefined
  return `${thing} ${quality}`
}

/** 'Piora da dor', 'dor no peito', 'desmaio'; undefined where the words do not fit. */
function withNoun(
  clause: Clause,
  noun: string,
  { thing, from, at, to }: { thing: string | undefined; from: number; at: number; to: number },
): string | undefined {
  const word = (place: number) => clause.tokens[place]?.word ?? ''
  const rest = at + 1
  const more = rest === to ? '' : phraseOf(clause, article.test(word(rest)) ? rest + 1 : rest, to)
  if (more === undefined || more.split(' ').length > 4 || /(^| )(mais|demais|muito|que|e|mas|súbita)( |$)/.test(more))
    return undefined
  if (thing) {
    const own = article.test(word(from - 1)) ? word(from - 1) : ''
    const tie = noun === 'dor' ? (own ? `n${own}` : 'em') : own ? `d${own}` : 'de'
    return [noun, tie, thing, more].filter(Boolean).join(' ')
  }
  if (rest === to) return ofThings.has(noun) ? undefined : noun
  if (article.test(word(rest))) {
    const tie = ofThings.has(noun) ? 'd' : atPlaces.has(noun) ? 'n' : undefined
    return tie && `${noun} ${tie}${word(rest)} ${more}`
  }
  return /^(n[ao]s?|em|de novo)( |$)/.test(more) ? `${noun} ${more}` : undefined
}
