// Dictation: a doctor says findings almost in the words of a note. This rewords them: clinical terms, digits, no fillers.
import { type Clause, wordsOf } from '#domain/dialogue/clause.ts'
import { type Item, isContent, isSide, itemsOf, piecesOf } from './dictation-items.ts'
import { isLocal, isTouched, keyOf, set } from './dictation-words.ts'
import type { Span } from './vitals.ts'

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
  // 'Mamas sem nódulo nenhum': the finding has its denial.
  if (items[first - 1]?.whole && items[first - 1]?.text.includes('sem '))
    return items.filter(({ kind }) => kind !== 'denial' && kind !== 'have')
  const word = items[first]?.text ?? ''
  const named = items.slice(0, first).filter(({ kind }) => kind !== 'link' && kind !== 'have')
  // 'Perna não tá inchada': the denial stands between a noun and what it is not.
  const after = items
    .slice(first + 1)
    .filter(({ kind }) => kind !== 'have')
    .flatMap((item, at, all): Item[] =>
      item.kind !== 'denial'
        ? [item]
        : item.text === 'nem' && at > 0 && all[at + 1]
          ? [{ text: 'e', kind: 'link' }]
          : [],
    )
  if (word === 'sem' || named.length === 0 || after.some(({ kind }) => kind === 'adjective' || kind === 'term')) {
    const tail = after.map((item) => (item.noun ? { ...item, text: item.noun } : item))
    while (tail[0]?.kind === 'link') tail.shift()
    // 'Sem boca roxa': the place comes first.
    const placed = tail[0]?.kind === 'site' && after.some(({ noun }) => noun) ? tail.splice(0, 1) : []
    // 'Não ouço o coração', 'não está corada': nothing that can be absent was named.
    if (!canLack(after.filter(({ kind }) => kind !== 'link')[placed.length])) return []
    return [
      ...items.slice(0, first).filter(({ kind }) => kind !== 'have'),
      ...placed,
      { text: 'sem', kind: 'link' },
      ...tail,
    ]
  }
  if (after.some(({ kind }) => kind === 'word')) return [...items.filter(({ kind }) => kind !== 'have')]
  // Only the last thing named is denied: 'descorada, amarelo não tem' without its comma.
  let start = named.length - 1
  const list = items.slice(0, first).filter(({ kind }) => kind !== 'have')
  while (list.at(-1)?.kind === 'link') list.pop()
  start = list.length - 1
  while (start > 0 && !list[start]?.head && list[start]?.kind !== 'adjective') start -= 1
  while (start > 1 && list[start - 1]?.kind === 'link' && list[start - 1]?.text !== 'e') start -= 2
  if (!canLack(list[Math.max(0, start)])) return []
  return [
    ...list.slice(0, Math.max(0, start)),
    { text: 'sem', kind: 'link' },
    ...list.slice(Math.max(0, start)).map((item) => (item.noun ? { ...item, text: item.noun } : item)),
  ]
}

const canLack = (item: Item | undefined): boolean =>
  item !== undefined && (item.kind === 'adjective' ? item.noun !== undefined : item.kind === 'term')

/** Puts a comma before a new finding, even if the speaker dictated none. */
const withCommas = (items: readonly Item[]): Item[] =>
  items.map((item, at) => {
    const next = items[at + 1]
    const isSize = item.kind === 'number' && item.general && / [cm]m$/.test(item.text)
    // 'Fígado a 3 cm abaixo do rebordo', 'mancha na coxa, 6 cm'.
    if (isSize && next?.text.startsWith('abaixo')) return { ...item, text: `a ${item.text}` }
    if (next?.kind === 'number' && / [cm]m$/.test(next.text) && /^(site|term)$/.test(item.kind))
      return items[at + 2]?.text.startsWith('abaixo') ? item : { ...item, text: `${item.text},` }
    const ends =
      item.kind === 'adjective' || (item.kind === 'number' && item.general) || (item.kind === 'term' && item.head)
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
  const words = list
    .map(({ text }, at) => (text === 'bilateral' && list[at - 1]?.whole ? 'bilateralmente' : (asWord[text] ?? text)))
    .filter((text, at, all) => text !== all[at - 1])
  return words
    .join(' ')
    .replace(/(?<!\p{L})(?:em|de|do|da|no|na|com) (à (?:esquerda|direita)|bilateral)(?!\p{L})/gu, '$1')
    .replace(/\bsem sem\b/g, 'sem')
    .replace(/(?<!\p{L})([nd])a (\p{L}+io)(?!\p{L})/gu, '$1o $2')
    .replace(/\bn([oa])s 2 (?=\p{L})/gu, 'em amb$1s $1s ')
    .replace(
      /(\p{L}s) (bilateral|difus[oa])(?!\p{L})/gu,
      (_, noun: string, word: string) => `${noun} ${word === 'bilateral' ? 'bilaterais' : `${word}s`}`,
    )
    .replace(/(?<!\p{L})(sem|com) (?:a|o|as|os|de|e) /gu, '$1 ')
    .replace(/(?<!\p{L})(de|da|do|em|na|no|com|e) (?:de|da|do|em|na|no|com|e|a|o) /gu, '$1 ')
}

/** How many tokens behind a piece may hold the correction of its side. */
const correctionReach = 8
/** The side in a piece that the words right behind it correct, and the side they say. */
function correctionOf(clause: Clause, { from, to }: Span): readonly string[] {
  const { tokens, plain, whole } = clause
  const own = wordsOf(clause, from, to)
  if (!/direit|esquerd/.test(own)) return []
  const isLast = to + correctionReach >= tokens.length
  const rest = isLast ? whole.slice(whole.indexOf(plain) + plain.length).slice(0, 100) : ''
  const found = sideTakenBack.exec(`${wordsOf(clause, from, to + correctionReach)}${rest}`)
  return found && found.index < own.length ? found : []
}
/** 'Lobo direito... não, esquerdo': the last side counts. */
function otherSide(text: string, [, first, last]: readonly string[]): string {
  return !first || !last || first === last
    ? text
    : text.replace(new RegExp(`${first}([oa])(?!.*(direit|esquerd))`), `${last}$1`)
}
const sideTakenBack =
  /\b(direit|esquerd)[oa]\W+(?:nao|aqui diz|quer dizer|digo|alias|perdao|desculpa)\b(?:\W+\w+){0,3}?\W+(direit|esquerd)[oa]\b/

/** Crosses at an ankle or a leg measure edema. */
const named = (text: string, clause: Clause): string =>
  text.includes('/4+') && !/edema|cacifo/.test(text) && clause.tokens.some(({ word }) => swollen.has(keyOf(word)))
    ? `edema ${text}`
    : text
const swollen = set('tornozelo perna pe cacifo maleolo')

/** Talk without marks: a part of the body after a finding begins the next finding. */
function partsOf(items: readonly Item[]): Item[][] {
  const out: Item[][] = [[]]
  items.forEach((item, at) => {
    const part = out.at(-1) ?? []
    const before = items[at - 1]
    const [next, second] = [items[at + 1], items[at + 2]]
    const isNamed = part.some(
      ({ kind, general }) => kind === 'adjective' || kind === 'term' || (kind === 'number' && general),
    )
    const isSubject =
      item.head === true ||
      (item.kind === 'site' &&
        !isSide(item) &&
        [next, next && isSide(next) ? second : undefined].some((one) => one && /^(adjective|denial)$/.test(one.kind)))
    const isClosed = before !== undefined && before.kind !== 'link' && before.text !== 'sem' && isNamed
    const opensDenial = item.text === 'sem' && (before?.whole || part.some(({ kind }) => kind === 'denial'))
    const opensHaving = item.text === 'tem' && isNamed && before?.kind !== 'denial' && next?.kind === 'term'
    const denies =
      part.findLastIndex(({ kind }) => kind === 'denial') >
      part.findLastIndex(({ kind }) => /^(term|adjective)$/.test(kind))
    // 'Pescoço não vejo caroço': the finding after the denial is the one denied.
    const isDenied = denies && before?.kind !== 'site' && !(isNamed && before?.kind === 'have')
    const isState = item.kind === 'adjective' && item.general && part.some(({ kind }) => kind === 'term') && !denies
    const isWhole = item.whole && before !== undefined && !/^(link|have)$/.test(before.kind) && before.text !== 'sem'
    if (
      (isSubject && isClosed && !(isDenied && item.kind === 'term')) ||
      opensDenial ||
      opensHaving ||
      isState ||
      isWhole
    )
      out.push([])
    out.at(-1)?.push(item)
  })
  return out.filter((part) => part.some(isContent))
}

const longestPiece = 12
/** Whether the words of a part are a finding and not talk: an unknown word is borne only after a link. */
function isFinding(part: readonly Item[], isReport: boolean, isStrict: boolean): boolean {
  const content = part.filter(isContent)
  const clinical = content.filter(({ kind }) => kind === 'term' || kind === 'adjective' || kind === 'number').length
  const unknown = part.filter(({ kind }) => kind === 'word').length
  if (content.length === 0 || content.length > longestPiece) return false
  if (unknown === 0) return true
  const first = part.findIndex(({ kind }) => kind === 'word')
  const linked = part[first - 1]?.kind === 'link' || part[first - 1]?.kind === 'denial'
  if (isReport) return unknown <= (isStrict ? clinical / 2 : clinical)
  return !isStrict && unknown === 1 && linked && content.length - unknown >= 2
}

/** Whether a part says what it speaks of: a side, an adjective or a number alone does not. */
const hasHead = (part: readonly Item[]): boolean =>
  part.some((item) => (item.general && item.kind !== 'number') || (item.kind === 'site' && !isSide(item))) ||
  (part.some(({ kind }) => kind === 'term') && part.some(isSide))

const namesPlace = (part: readonly Item[]): boolean => part.some((item) => item.kind === 'site' && !isSide(item))
/** The text of a part that is nothing but a part of the body, with its side; '' for any other. */
const placeOnly = (part: readonly Item[]): string =>
  namesPlace(part) &&
  part.every((item) => item.kind === 'site' || item.kind === 'link') &&
  part.some((item) => item.kind === 'site' && isTouched(item.text) && !isSide(item))
    ? textOf(part)
    : ''

/** Moves a side from the front of a finding to its end: 'do lado direito tem um sopro'. */
function sideLast(part: readonly Item[]): Item[] {
  const first = part.findIndex((item) => isContent(item))
  const [side, next] = [part[first], part[first + 1]]
  if (
    !side ||
    !isSide(side) ||
    !next ||
    isSide(next) ||
    (!/^(term|site)$/.test(next.kind) && next.text !== 'com') ||
    part.length - first < 2
  )
    return [...part]
  const rest = part.slice(first + 1).filter(({ text }, at) => !(at === 0 && text === 'com'))
  return [...part.slice(0, first), ...rest, { ...side, text: side.text.replace(/^(direit|esquerd)[oa]$/, 'à $1a') }]
}

/**
 * The findings of a clause in the wording of a note, one for each piece of it. A piece that names only a place, a side or a
 * grade stays beside a finding, or where the clause `continues` one. A report gives no orders and has words of its own.
 */
export function dictatedIn(clause: Clause, taken: readonly Span[] = [], continues = false, isReport = false): string[] {
  const isStrict = clause.speaker === 'patient'
  const out: string[] = []
  let clinical = 0
  let follows = continues
  /** A part of the body that was named just before its finding: 'fundo de olho: …', 'no tornozelo esquerdo, …'. */
  let lead = ''
  for (const piece of piecesOf(clause, taken)) {
    const { items } = itemsOf(clause, piece, isReport)
    const corrected = correctionOf(clause, piece)
    for (const part of isReport ? [items] : partsOf(items)) {
      const partItems = sideLast(withCommas(withDenials(part)).filter(({ text }) => text !== ''))
      const isSure = partItems.some(
        ({ kind, general }) => /^(term|adjective)$/.test(kind) || (kind === 'number' && general),
      )
      const isNumbered =
        isReport || !partItems.some((item, at) => item.kind === 'number' && !item.general && !partItems[at + 1])
      const fits =
        isFinding(partItems, isReport, isStrict) &&
        isNumbered &&
        (isReport
          ? isSure || (out.length > 0 && partItems.some((item) => !isSide(item)))
          : isSure && (hasHead(partItems) || follows || lead !== ''))
      if (!fits) lead = isReport ? '' : placeOnly(partItems)
      const text = fits ? textOf(partItems).replace(/^doloros[oa](?= (à|n[oa]) )/, 'dor à palpação') : ''
      // A piece that is left out takes the pieces with it that lean on it.
      follows = text.length > 2
      if (!follows || out.at(-1)?.includes(text)) continue
      if (isSure) clinical += 1
      const last = out.at(-1)
      // 'Mucosa descorada, duas cruzes'
      if (last && /^\d\+\/\d\+$/.test(text)) {
        out[out.length - 1] = `${last} ${text}`
        continue
      }
      const own = otherSide(named(text, clause), corrected)
      const led =
        lead !== '' &&
        !namesPlace(partItems) &&
        (out.length === 0 || partItems.some(({ kind }) => kind === 'term')) &&
        (clause.tokens[piece.from - 1]?.word === ':' ||
          !partItems.some(({ whole, text: own }) => whole && !isLocal(own.replace(/^sem /, ''))))
      out.push(led ? `${lead}: ${own}` : own)
      lead = ''
    }
  }
  return continues || clinical > 0 ? out : []
}

const isTool = /^(mão|mãos|dedo|dedos|ponta)$/
/** 'Se apertar com a ponta dos dedos': the hand that touches. */
const withHand = /\bcom (a |o |as |os )?(sua |propria |pontas? d[ao]s? )*(mao|maos|dedos?)\b/
/** The first part of the body that a clause names, in the wording of a note; '' without one. */
export function placeIn(clause: Clause): string {
  const { items } = itemsOf(clause, { from: 0, to: clause.tokens.length }, true)
  const at = items.findIndex(
    (item) =>
      item.kind === 'site' &&
      !isSide(item) &&
      isTouched(item.text) &&
      !(isTool.test(item.text) && withHand.test(clause.plain)),
  )
  if (at < 0) return ''
  const side = items.slice(at + 1, at + 3).find(({ text }) => /^(à )?(direit|esquerd)/.test(text))
  return [items[at]?.text, side?.text].filter((text) => text && !/^(à |bilateral)/.test(text)).join(' ')
}
