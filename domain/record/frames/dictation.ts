// Dictation: a doctor says findings almost in the words of a note. This rewords them: clinical terms, digits, no fillers.
import type { Clause } from '#domain/dialogue/clause.ts'
import type { Quantity } from '../safety/numbers.ts'
import type { Token } from '../safety/words.ts'
import {
  adjectives,
  agree,
  bodies,
  denials,
  fillers,
  having,
  keyOf,
  links,
  nouns,
  orders,
  phraseAt,
  places,
  plainSize,
  set,
  sites,
  stemOf,
  takenBack,
  terms,
  units,
} from './dictation-words.ts'
import { figure } from './times.ts'
import type { Span } from './vitals.ts'

/**
 * One part of a reworded piece. `noun`: the finding behind an adjective, for 'sem edema'. `head`: it may begin a
 * finding of its own.
 */
type Item = {
  text: string
  kind: 'term' | 'site' | 'adjective' | 'word' | 'link' | 'denial' | 'have' | 'number'
  noun?: string
  head?: boolean
}

/** Pieces of a clause between its marks, without the spans taken by vital signs. */
function piecesOf(clause: Clause, taken: readonly Span[]): Span[] {
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

function itemsOf(
  clause: Clause,
  { from, to }: Span,
  isReport: boolean,
): { items: Item[]; clinical: number; ordered: boolean } {
  const items: Item[] = []
  let clinical = 0
  let skipping = false
  let ordered = false
  const add = (item: Item): void => {
    if (item.kind === 'term' || item.kind === 'adjective' || item.kind === 'site') skipping = false
    if (item.kind === 'term' || item.kind === 'adjective') clinical += 1
    if (!skipping) items.push(item)
  }
  for (let at = from; at < to; at++) {
    const token = clause.tokens[at]
    if (!token) break
    const { word } = token
    if (likens(clause.tokens, at, to)) break
    const phrase = phraseAt(clause.tokens, at, to)
    if (phrase) {
      add({ text: phrase.note, kind: places.has(phrase.note) ? 'site' : 'term', head: !places.has(phrase.note) })
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
      skipping = false
      add({ text: word, kind: 'denial' })
    } else if (having.has(word)) {
      skipping = false
      add({ text: word, kind: 'have' })
    } else if (
      orders.has(word) &&
      !(isReport && at > from) &&
      token.said !== 'olho' &&
      !(word === 'olho' && at > from)
    ) {
      if (clinical === 0) items.length = 0
      skipping = true
      ordered = true
    } else if (links.has(word) && token.said.toLowerCase() !== 'é')
      add({ text: token.said.toLowerCase(), kind: 'link' })
    else if (!fillers.has(word)) add(wordItem(token, items))
  }
  return { items, clinical, ordered }
}

/** 'Igual água no cano': from here on the doctor explains. */
function likens(tokens: readonly Token[], at: number, to: number): boolean {
  const word = tokens[at]?.word ?? ''
  const next = tokens[at + 1]
  if (at > 0 && /^(feito|parecendo)$/.test(word)) return true
  return (
    word === 'igual' && at + 1 < to && next?.kind === 'word' && !/^(dos|nos|a|ao|em|e|d[ao]|n[ao])$/.test(next.word)
  )
}

function wordItem(token: Token, items: readonly Item[]): Item {
  const { word, said } = token
  const small = plainSize(word)
  const noun = nouns.get(keyOf(word)) ?? nouns.get(keyOf(small))
  const adjective = adjectives.get(stemOf(word)) ?? adjectives.get(stemOf(small))
  const before = items.findLast(({ kind }) => kind === 'term' || kind === 'site')?.text.split(' ')[0]
  if (adjective) return { text: agree(adjective[0], said.toLowerCase(), before), kind: 'adjective', noun: adjective[1] }
  if (noun) return { text: noun, kind: bodies.has(noun) ? 'site' : 'term', head: true }
  if (sites.has(keyOf(word))) return { text: said.toLowerCase(), kind: 'site' }
  if (sites.has(keyOf(small))) return { text: small, kind: 'site' }
  if (terms.has(keyOf(word))) return { text: said.toLowerCase(), kind: 'term' }
  if (terms.has(keyOf(small))) return { text: small, kind: 'term' }
  return { text: small === word ? said.toLowerCase() : small, kind: 'word' }
}

/** 'duas cruzes' is 2+/4+; 'um centímetro e meio' is 1,5 cm; a bare 'um' is an article. */
function numberItem(clause: Clause, number: Quantity): { item: Item; to: number } | undefined {
  // 'Os dois' without a noun: both sides of what was named before.
  const both = /^(os|as|nos|nas|dos|das)$/.test(clause.tokens[number.from - 1]?.word ?? '') && number.value === 2
  const next = clause.tokens[number.to]
  if (both && (!next || next.kind === 'mark')) return { item: { text: '', kind: 'link' }, to: number.to }
  if (/^cruz/.test(number.unit)) return { item: { text: `${number.value}+/4+`, kind: 'term' }, to: number.to + 1 }
  // 'Três em seis' of a murmur, 'cinco de cinco' of strength.
  const scale = /^(em|de|sobre)$/.test(next?.word ?? '')
    ? clause.quantities.find(({ from, either }) => !either && from === number.to + 1)
    : undefined
  if (scale && number.value <= scale.value && (scale.value === 5 || scale.value === 6) && !number.known)
    return {
      item: { text: scale.value === 6 ? `${number.value}+/6+` : `${number.value}/5`, kind: 'term' },
      to: scale.to,
    }
  const graded = /^(grau|incapacidade|estagio|tipo|fototipo)$/.test(clause.tokens[number.from - 1]?.word ?? '')
  if (!graded && /^(uma?|primeir[oa]|segunda|quarta)$/.test(number.said.toLowerCase()) && !number.known)
    return undefined
  const fine = number.known ? clause.quantities.find(({ either, from }) => either && from === number.from) : undefined
  const value = fine ?? number
  const unit = units[number.unit] ?? (number.known ? undefined : '')
  if (unit === undefined) return undefined
  // The unit is said right after the number, or before its fraction: 'um centímetro e meio'.
  let to = value.to
  if (number.known) {
    if (clause.tokens[to] && units[number.unit] && to < clause.tokens.length && value === number) to += 1
    if (clause.tokens[to]?.word === 'e' && /^mei[oa]$/.test(clause.tokens[to + 1]?.word ?? '')) to += 2
  }
  return { item: { text: [figure(value.value), unit].filter(Boolean).join(' '), kind: 'number' }, to }
}

/** 'Chiado não tem', 'não tem chiado', 'chiado nenhum': 'sem sibilos'. */
function withDenials(items: readonly Item[]): Item[] {
  const denied = items.some(({ kind }) => kind === 'denial')
  if (!denied)
    return items.flatMap((item, at): Item[] =>
      item.kind !== 'have'
        ? [item]
        : at === 0 || items[at - 1]?.kind === 'link' || at === items.length - 1
          ? []
          : [{ text: 'com', kind: 'link' }],
    )
  const first = items.findIndex(({ kind }) => kind === 'denial')
  const word = items[first]?.text ?? ''
  const named = items.slice(0, first).filter(({ kind }) => kind !== 'link' && kind !== 'have')
  // 'Perna não tá inchada': the denial stands between a noun and what it is not.
  const after = items.slice(first + 1).filter(({ kind }) => kind !== 'denial' && kind !== 'have')
  if (word === 'sem' || named.length === 0 || after.some(({ kind }) => kind === 'adjective' || kind === 'term')) {
    const tail = after.map((item) => (item.noun ? { ...item, text: item.noun } : item))
    while (tail[0]?.kind === 'link') tail.shift()
    if (tail.length === 0) return []
    return [...items.slice(0, first).filter(({ kind }) => kind !== 'have'), { text: 'sem', kind: 'link' }, ...tail]
  }
  if (after.some(({ kind }) => kind === 'word')) return [...items.filter(({ kind }) => kind !== 'have')]
  // Only the last thing named is denied: 'descorada, amarelo não tem' without its comma.
  let start = named.length - 1
  const list = items.slice(0, first).filter(({ kind }) => kind !== 'have')
  while (list.at(-1)?.kind === 'link') list.pop()
  start = list.length - 1
  while (start > 0 && !list[start]?.head && list[start]?.kind !== 'adjective') start -= 1
  while (start > 1 && list[start - 1]?.kind === 'link' && list[start - 1]?.text !== 'e') start -= 2
  return [
    ...list.slice(0, Math.max(0, start)),
    { text: 'sem', kind: 'link' },
    ...list.slice(Math.max(0, start)).map((item) => (item.noun ? { ...item, text: item.noun } : item)),
  ]
}

/** Puts a comma where a new finding begins although nobody said one. */
const withCommas = (items: readonly Item[]): Item[] =>
  items.map((item, at) => {
    const next = items[at + 1]
    const ends = item.kind === 'adjective' || item.kind === 'number' || (item.kind === 'term' && item.head)
    const begins =
      next?.head ||
      (next?.text === 'sem' && item.kind !== 'site' && (item.text.includes(' ') || item.kind === 'adjective'))
    return ends && begins ? { ...item, text: `${item.text},` } : item
  })

const asWord: Record<string, string> = { nao: 'não' }
function textOf(items: readonly Item[]): string {
  const list = [...items]
  while (list[0]?.kind === 'link' && list[0].text !== 'sem') list.shift()
  while (list.at(-1)?.kind === 'link' || list.at(-1)?.kind === 'denial') list.pop()
  const words = list.map(({ text }) => asWord[text] ?? text).filter((text, at, all) => text !== all[at - 1])
  return words
    .join(' ')
    .replace(/\b(?:em|de|do|da|no|na|com) (à (?:esquerda|direita)|bilateral)\b/g, '$1')
    .replace(/\bsem sem\b/g, 'sem')
    .replace(/\b(sem|com) (?:a|o|as|os|de|e) /g, '$1 ')
    .replace(/\b(de|da|do|em|na|no|com|e) (?:de|da|do|em|na|no|com|e|a|o) /g, '$1 ')
}

/** Crosses at an ankle or a leg measure edema. */
const named = (text: string, clause: Clause): string =>
  text.includes('/4+') && !/edema|cacifo/.test(text) && clause.tokens.some(({ word }) => swollen.has(keyOf(word)))
    ? `edema ${text}`
    : text
const swollen = set('tornozelo perna pe cacifo maleolo')

const longestPiece = 12
/**
 * The findings of a clause in the wording of a note, one for each piece of it. A piece that names only a place stays
 * beside a finding, or where the clause `continues` one. A report gives no orders and has words of its own.
 */
export function dictatedIn(clause: Clause, taken: readonly Span[] = [], continues = false, isReport = false): string[] {
  const pieces = piecesOf(clause, taken).flatMap((piece) => {
    const { items, clinical, ordered } = itemsOf(clause, piece, isReport)
    if (clinical === 0 && ordered) return []
    const kept = withCommas(withDenials(items)).filter(({ text }) => text !== '')
    const content = kept.filter(({ kind }) => kind !== 'link' && kind !== 'denial')
    const words = content.filter(({ kind }) => kind === 'word').length
    const places = content.filter(({ kind }) => kind === 'site').length
    // Mostly unknown words are talk.
    if (
      content.length === 0 ||
      content.length > longestPiece ||
      (isReport && clinical === 0 && words > 0) ||
      words > 2 * clinical + places
    )
      return []
    const text = textOf(kept)
    return text.length > 2 ? [{ text: named(text, clause), clinical }] : []
  })
  return continues || pieces.some(({ clinical }) => clinical > 0) ? pieces.map(({ text }) => text) : []
}

/** The first part of the body that a clause names, in the wording of a note; '' without one. */
export function placeIn(clause: Clause): string {
  const { items } = itemsOf(clause, { from: 0, to: clause.tokens.length }, true)
  const at = items.findIndex(({ kind }) => kind === 'site')
  if (at < 0) return ''
  const side = items.slice(at + 1, at + 3).find(({ text }) => /^(à )?(direit|esquerd)/.test(text))
  return [items[at]?.text, side?.text].filter((text) => text && !/^(à |bilateral)/.test(text)).join(' ')
}
