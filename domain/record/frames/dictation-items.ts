// The items of a dictated clause: terms, places, qualities, numbers and what joins them. Orders and talk are left out.
import type { Clause } from '#domain/dialogue/clause.ts'
import type { Quantity } from '../safety/numbers.ts'
import type { Token } from '../safety/words.ts'
import {
  abbreviations,
  adjectives,
  agree,
  bodies,
  denials,
  eponyms,
  fillers,
  functions,
  having,
  isClinical,
  isLocal,
  keyOf,
  leaning,
  links,
  nouns,
  orders,
  phraseAt,
  placeless,
  places,
  plainSize,
  qualities,
  sites,
  suits,
  takenBack,
  terms,
  units,
} from './dictation-words.ts'
import { infinitiveOf } from './phrase.ts'
import { figure } from './times.ts'
import type { Span } from './vitals.ts'

/**
 * One part of a reworded piece. `noun`: the finding behind an adjective, for 'sem edema'. `head`: it may begin a
 * finding of its own.
 */
export type Item = {
  text: string
  kind: 'term' | 'site' | 'adjective' | 'word' | 'link' | 'denial' | 'have' | 'number'
  noun?: string
  head?: boolean
  /** It needs no part of the body: 'corada', 'lúcido', 'nistagmo'. For a number: its meaning is certain. */
  general?: boolean
  /** A finding that needs no other word: 'pulmões limpos'. */
  whole?: boolean
}

/** Pieces of a clause between its marks, without the spans taken by vital signs. */
export function piecesOf(clause: Clause, taken: readonly Span[]): Span[] {
  const out: Span[] = []
  let from = 0
  const cut = (to: number, next: number): void => {
    if (to > from) out.push({ from, to })
    from = next
  }
  clause.tokens.forEach((token, at) => {
    const span = taken.find((one) => at >= one.from && at < one.to)
    if (span) {
      if (at >= from) cut(at, span.to)
    } else if (token.kind === 'mark' && !/[%°/+]/.test(token.word)) cut(at, at + 1)
    else if (/^(mas|porem)$/.test(token.word)) cut(at, at + 1)
  })
  cut(clause.tokens.length, clause.tokens.length)
  return out
}

export function itemsOf(clause: Clause, { from, to }: Span, isReport: boolean): { items: Item[]; clinical: number } {
  const items: Item[] = []
  let clinical = 0
  let skipping = false
  /** The last part of the body inside an order: 'abre a boca garganta vermelha'. */
  let pending: Item | undefined
  const resume = (): void => {
    if (skipping && pending) items.push(pending)
    skipping = false
    pending = undefined
  }
  const add = (item: Item): void => {
    if (skipping && item.kind === 'site') {
      if (!isSide(item)) pending = item
      return
    }
    if (skipping && item.kind === 'adjective' && !pending && !item.general) return
    if (item.kind === 'term' || item.kind === 'adjective') {
      if (item.kind === 'term') pending = undefined
      resume()
      clinical += 1
    }
    if (!skipping) items.push(item)
  }
  for (let at = from; at < to; at++) {
    const token = clause.tokens[at]
    if (!token) break
    const { word } = token
    if (likens(clause.tokens, at, to) || asksPain(clause, at)) break
    const phrase = phraseAt(clause.tokens, at, to)
    const counted = phrase?.note === 'bilateral' && /^d(oi|ua)s$/.test(clause.tokens[phrase.to - 1]?.word ?? '')
    if (phrase && !(counted && phrase.to < to && !links.has(clause.tokens[phrase.to]?.word ?? ''))) {
      add(phraseItem(gradedPhrase(clause.tokens, phrase)))
      at = phrase.to - 1
      continue
    }
    const number = clause.quantities.find((one) => one.from === at && !one.either)
    if (number && /\p{L}|\d/u.test(number.said)) {
      const item = numberItem(clause, number)
      if (item) {
        add(item.item)
        if (number.known) clinical += 1
        at = item.to - 1
        continue
      }
    }
    if (takenBack.has(word)) items.pop()
    else if (denials.has(word)) {
      resume()
      add({ text: word, kind: 'denial' })
    } else if (having.has(word)) {
      resume()
      add({ text: word, kind: 'have' })
    } else if (isOrder(token, at > from, isReport)) {
      if (clinical === 0) items.length = 0
      skipping = true
      pending = undefined
    } else if (links.has(word) && token.said.toLowerCase() !== 'é')
      add({ text: token.said.toLowerCase(), kind: 'link' })
    else if (!fillers.has(word)) {
      const item = wordItem(token, pending ? [...items, pending] : items, clause, at)
      add(
        item.kind === 'adjective' && isGraded(clause.tokens, at) ? { ...item, text: `${slightly} ${item.text}` } : item,
      )
    }
  }
  return { items, clinical }
}

const slightly = 'discretamente'
/** 'Um pouquinho seca': whether the word before grades the one at `at`. */
const isGraded = (tokens: readonly Token[], at: number): boolean =>
  /^(pouco|pouquinho|pouquinha|levemente|discretamente)$/.test(tokens[at - 1]?.word ?? '')
/** 'Mucosa um pouquinho seca' is 'mucosas discretamente secas'. */
function gradedPhrase(tokens: readonly Token[], { note, to }: { note: string; to: number }): string {
  const [noun, adjective, ...more] = note.split(' ')
  return adjective && more.length === 0 && adjective.endsWith('s') === noun?.endsWith('s') && isGraded(tokens, to - 1)
    ? `${noun} ${slightly} ${adjective}`
    : note
}

/** Whether a word tells the patient to do something. A report gives orders only as its first word. */
const isOrder = ({ word, said }: Token, isLater: boolean, isReport: boolean): boolean =>
  said.toLowerCase() === 'dê' || orders.has(word)
    ? !(isReport && isLater) && said !== 'olho' && !(word === 'olho' && isLater)
    : !isReport && asks(word)
const asks = (word: string): boolean => !isClinical(word) && infinitiveOf(word, false) !== undefined

/** 'Igual água no cano': from here on the doctor explains. */
function likens(tokens: readonly Token[], at: number, to: number): boolean {
  const word = tokens[at]?.word ?? ''
  const next = tokens[at + 1]
  if (at > 0 && /^(feito|parecendo)$/.test(word)) return true
  return word === 'igual' && at + 1 < to && next?.kind === 'word' && !/^(dos|nos|em|e|d[ao]|n[ao])$/.test(next.word)
}

/** Talk without marks that ends in 'dói': a question more often than a finding. */
const asksPain = ({ tokens }: Clause, at: number): boolean =>
  /^(doi|doem)$/.test(tokens[at]?.word ?? '') && at === tokens.length - 1

function phraseItem(note: string): Item {
  if (places.has(note)) return { text: note, kind: 'site' }
  if (leaning.has(note)) return { text: note, kind: 'adjective' }
  return bodies.has(note)
    ? { text: note, kind: 'site', head: true }
    : { text: note, kind: 'term', head: true, general: !placeless.has(note), whole: note.includes(' ') }
}

/** 'B3', 'V4', 'P2': letters with a number stay capitals. */
const asWritten = (said: string): string =>
  /^(\p{Lu}[\p{Lu}\d]+|\p{L}\d)$/u.test(said)
    ? said.toUpperCase()
    : abbreviations.has(said.toLowerCase())
      ? said.toUpperCase().replace(/^AV(?=[FLR]$)/, 'aV')
      : eponyms.has(said.toLowerCase())
        ? capital(said.toLowerCase())
        : said.toLowerCase()
const capital = (text: string): string => (text[0]?.toUpperCase() ?? '') + text.slice(1)

function wordItem(token: Token, items: readonly Item[], clause: Clause, at: number): Item {
  const { word, said } = token
  const small = plainSize(word)
  const noun = nouns.get(keyOf(word)) ?? nouns.get(keyOf(small))
  const adjective = adjectives.get(word) ?? adjectives.get(small)
  const named = items.findLast((item) => item.kind === 'term' || (item.kind === 'site' && !isSide(item)))
  if (adjective) {
    const { note, noun: denied, general } = adjective
    const noun = named?.text.split(' ')[0]
    // 'Secreção amarela' is no jaundice.
    if (noun && !named?.whole && !suits(note, noun)) return { text: small, kind: 'adjective' }
    const before = general && items.some(({ kind }) => kind === 'term') ? undefined : noun
    return {
      text: agree(note, said.toLowerCase(), before),
      kind: 'adjective',
      general,
      ...(denied && { noun: denied }),
    }
  }
  // 'Pulmão direito' is one lung, although the note says 'pulmões limpos'.
  const isOne = !word.endsWith('s') && /^(direit|esquerd)[oa]$/.test(clause.tokens[at + 1]?.word ?? '')
  if (noun)
    return {
      text: isOne ? said.toLowerCase() : noun,
      kind: bodies.has(noun) ? 'site' : 'term',
      head: true,
      general: !isLocal(noun),
    }
  if (/^(primeir|segund|terceir|quart|quint)[oa]s?$/.test(word)) return { text: said.toLowerCase(), kind: 'number' }
  if (word === 'grau') return { text: word, kind: 'link' }
  if (qualities.has(word)) return { text: said.toLowerCase(), kind: 'adjective' }
  if (functions.has(word)) return { text: asWritten(said), kind: 'site', head: true }
  if (sites.has(keyOf(word))) return { text: said.toLowerCase(), kind: 'site' }
  if (sites.has(keyOf(small))) return { text: small, kind: 'site' }
  if (terms.has(keyOf(word))) return { text: asWritten(said), kind: 'term', general: !isLocal(word) }
  if (terms.has(keyOf(small))) return { text: small, kind: 'term', general: !isLocal(small) }
  const concept = clause.said.find(({ from, to }) => at >= from && at < to)?.concept.kind
  if (concept === 'site') return { text: said.toLowerCase(), kind: 'site' }
  if (concept === 'symptom') return { text: said.toLowerCase(), kind: 'term', general: !isLocal(word) }
  return { text: small === word ? said.toLowerCase() : small, kind: 'word' }
}

/** 'duas cruzes' is 2+/4+; 'um centímetro e meio' is 1,5 cm; a bare 'um' is an article. */
function numberItem(clause: Clause, number: Quantity): { item: Item; to: number } | undefined {
  // 'Os dois' without a noun: both sides of what was named before.
  const both = /^(os|as|nos|nas|dos|das)$/.test(clause.tokens[number.from - 1]?.word ?? '') && number.value === 2
  const next = clause.tokens[number.to]
  if (both && (!next || next.kind === 'mark')) return { item: { text: '', kind: 'link' }, to: number.to }
  if (/^cruz/.test(number.unit))
    return {
      item: { text: `${number.value}+/4+`, kind: 'number', general: true },
      to:
        number.to +
        (/^(em|de)$/.test(clause.tokens[number.to + 1]?.word ?? '') && clause.tokens[number.to + 2]?.word === 'quatro'
          ? 3
          : 1),
    }
  // 'Três em seis' of a murmur, 'cinco de cinco' of strength.
  const scale = /^(em|de|sobre)$/.test(next?.word ?? '')
    ? clause.quantities.find(({ from, either }) => !either && from === number.to + 1)
    : undefined
  if (scale && number.value <= scale.value && (scale.value === 5 || scale.value === 6) && !number.known)
    return {
      item: { text: scale.value === 6 ? `${number.value}+/6+` : `${number.value}/5`, kind: 'number', general: true },
      to: scale.to,
    }
  const graded = /^(grau|incapacidade|estagio|tipo|fototipo)$/.test(clause.tokens[number.from - 1]?.word ?? '')
  if (
    !graded &&
    /^(uma?|(primeir|segund|terceir|quart|quint)[oa])$/.test(clause.tokens[number.from]?.word ?? '') &&
    !number.known
  )
    return undefined
  const fine = number.known ? clause.quantities.find(({ either, from }) => either && from === number.from) : undefined
  const value = fine ?? number
  const unit = units[number.unit] ?? (number.known ? undefined : '')
  if (unit === undefined) return undefined
  // The unit follows right after the number, or comes before its fraction: 'um centímetro e meio'.
  let to = value.to
  if (number.known) {
    if (clause.tokens[to] && units[number.unit] && to < clause.tokens.length && value === number)
      to += clause.tokens[to]?.word === 'por' ? 2 : 1
    if (clause.tokens[to]?.word === 'e' && /^mei[oa]$/.test(clause.tokens[to + 1]?.word ?? '')) to += 2
  }
  const item: Item = { text: [figure(value.value), unit].filter(Boolean).join(' '), kind: 'number' }
  // A bare number needs a noun after it.
  if (graded || unit !== '') item.general = true
  return { item, to }
}

export const isContent = ({ kind }: Item): boolean => kind !== 'link' && kind !== 'denial' && kind !== 'have'
/** Whether an item only says on which side. */
export const isSide = ({ text }: Item): boolean => /^(à )?(direit|esquerd)[oa]s?$|^bilateral$/.test(text)
