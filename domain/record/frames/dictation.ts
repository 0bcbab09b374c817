// Dictation: a doctor says findings almost in the words of a note. This rewords them: clinical terms, digits, no fillers.
import type { Clause } from '#domain/dialogue/clause.ts'
import dictation from '../lexicon/dictation.json' with { type: 'json' }
import type { Quantity } from '../safety/numbers.ts'
import type { Token } from '../safety/words.ts'
import { figure } from './times.ts'
import type { Span } from './vitals.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** Words between those of a phrase, and words that say nothing in a note. */
const fillers = set(
  'mostra mostrou deu veio ta to tava esta estao sao era eu bem muito muita tao meio um uma uns umas pouco pouquinho bastante assim aqui ai la so cima ja tambem mesmo ate oh o viu ne tipo agora entao ' +
    'seu sua dele dela ele ela que isso esse essa este esta tudo toda todo ok bom e ha eh hum ah certo beleza pronto calma desculpa vendo vejo ouvindo escuto ouco percebo noto parece fica ficou acho hoje ainda ' +
    'tiquinho pouquinha voce pra pro mim primeiro sinta digo outro outra beleza dona doutora doutor senhor senhora mae vem cara coisa negocio tal nisso dai de novo mais dito dita anoto anotem anota consta',
)
const links = set('de da do das dos em no na nos nas com e a ao as aos à às por para pelo pela entre ou ate')
const denials = set('nao sem nem nenhum nenhuma nada nunca')
const having = set('tem tinha tenho palpo sinto ha vejo ouco escuto aparece tendo noto percebo existe apalpo')
/** What a doctor asks the patient to do. The words after it up to the finding are no finding. */
const orders = set(
  'olha abre abaixa fecha respira puxa solta deita senta vira levanta estica empurra aperta encosta engole tira mostra diz fala faz anda fica segura relaxa deixa vou vamos vamo pode poe bota sobe suba ' +
    'desce espera abro aperto levanto passo olho olhar ver examinar escutar apalpar medir pesar dobra roda feche abra deite sente levante diga faca poe ponha suba tenta acompanha segue cruza poder pega',
)

type Variant = { words: readonly string[]; note: string }
const keyOf = (word: string): string => word.replace(/oes$/, 'ao').replace(/ais$/, 'al').replace(/s$/, '')
/** 'molinha', 'vermelhinho' without the diminutive. */
const plainSize = (word: string): string => word.replace(/z?inh([ao])s?$/, (_, end: string) => end)
const stemOf = (word: string): string => keyOf(word).replace(/[aoe]$/, '')

const phrases = new Map<string, Variant[]>()
for (const [note, say] of Object.entries(dictation.phrases))
  for (const variant of say.split(';')) {
    const words = variant.trim().split(/\s+/).map(keyOf)
    const first = words[0] ?? ''
    phrases.set(
      first,
      [...(phrases.get(first) ?? []), { words, note }].sort((a, b) => b.words.length - a.words.length),
    )
  }
const nouns = new Map(
  Object.entries(dictation.words).flatMap(([note, say]) => say.split(' ').map((word) => [keyOf(word), note] as const)),
)
const adjectives = new Map(
  Object.entries(dictation.adjectives).flatMap(([note, say]) =>
    say.split(' ').map((word) => [stemOf(word), note.split('|') as [string, string]] as const),
  ),
)
const terms = new Set(dictation.keep.split(' ').map(keyOf))
const sites = new Set(dictation.sites.split(' ').map(keyOf))
const takenBack = set('digo alias minto corrigindo perdao')
/** Wordings that name only a place. */
const places = new Set(
  'à esquerda;à direita;bilateral;hipogástrio;epigástrio;região supraclavicular;região suprapúbica;abaixo do rebordo costal;escleras'.split(
    ';',
  ),
)
const bodies = set(
  'abdome orofaringe otoscopia fontanela pulmões hálux dorso mucosas língua boca narinas escápula mama umbigo panturrilha polegar fígado',
)
const units: Record<string, string> = {
  cm: 'cm',
  mm: 'mm',
  kg: 'kg',
  g: 'g',
  ml: 'mL',
  '%': '%',
  grau: 'graus',
  bpm: 'bpm',
  irpm: 'irpm',
  mg: 'mg',
  metro: 'm',
}

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

/** Where a phrase that begins at this token ends, and its wording. */
function phraseAt(tokens: readonly Token[], from: number, to: number): { note: string; to: number } | undefined {
  for (const { words, note } of phrases.get(keyOf(tokens[from]?.word ?? '')) ?? []) {
    let at = from + 1
    let fits = true
    for (const word of words.slice(1)) {
      let skipped = 0
      while (at < to && skipped < 3 && !same(word, tokens[at]) && skips(tokens[at])) {
        at += 1
        skipped += 1
      }
      if (at >= to || !same(word, tokens[at])) {
        fits = false
        break
      }
      at += 1
    }
    if (fits) return { note, to: at }
  }
  return undefined
}
const same = (word: string, token: Token | undefined): boolean =>
  token !== undefined && (keyOf(token.word) === word || keyOf(plainSize(token.word)) === word)
const skips = (token: Token | undefined): boolean =>
  token !== undefined && (fillers.has(token.word) || links.has(token.word))

/** Feminine words that do not end in 'a'. */
const feminine = set('orofaringe pele face base mão pálpebra força região')
/** Gives an adjective the gender and number of the noun before it, or of the word as it was said. */
function agree(note: string, said: string, noun: string | undefined): string {
  const model = noun ?? said
  const many = /s$/.test(model) && !/[íê]s$/.test(model)
  const female = noun ? /as?$/.test(noun) || feminine.has(noun.replace(/s$/, '')) : /as?$/.test(said)
  const base = female && note.endsWith('o') ? `${note.slice(0, -1)}a` : note
  if (!many) return base
  return base.endsWith('al') ? `${base.slice(0, -1)}is` : base.endsWith('r') ? `${base}es` : `${base}s`
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
  if (/^(uma?|primeir[oa]|segunda|quarta)$/.test(number.said.toLowerCase()) && !number.known) return undefined
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
    return text.length > 2 ? [{ text, clinical }] : []
  })
  return continues || pieces.some(({ clinical }) => clinical > 0) ? pieces.map(({ text }) => text) : []
}
