// Reads the lexicons: what people say in a consultation -> the concept and its wording in a note.
// A file maps each wording to its variants, split by ';'. A variant lists content words in the order spoken.
// 'abc*' matches every word that begins so. A word matches in any inflection; up to three small words may stand between two words of a variant.
import { remembered } from '#domain/remembered.ts'
import { plain } from '#domain/text.ts'
import { spokenTokensOf } from '../safety/spoken.ts'
import { exactKey, isJoining, type Token, tokensOf } from '../safety/words.ts'
import actions from './actions.json' with { type: 'json' }
import allergens from './allergens.json' with { type: 'json' }
import attributes from './attributes.json' with { type: 'json' }
import conditions from './conditions.json' with { type: 'json' }
import diagnoses from './diagnoses.json' with { type: 'json' }
import drugClasses from './drug-classes.json' with { type: 'json' }
import drugs from './drugs.json' with { type: 'json' }
import exams from './exams.json' with { type: 'json' }
import findings from './findings.json' with { type: 'json' }
import habits from './habits.json' with { type: 'json' }
import occupations from './occupations.json' with { type: 'json' }
import procedures from './procedures.json' with { type: 'json' }
import reactions from './reactions.json' with { type: 'json' }
import relatives from './relatives.json' with { type: 'json' }
import sites from './sites.json' with { type: 'json' }
import specialties from './specialties.json' with { type: 'json' }
import symptoms from './symptoms.json' with { type: 'json' }
import topics from './topics.json' with { type: 'json' }

type Kind =
  | 'symptom'
  | 'site'
  | 'condition'
  | 'drug'
  | 'allergen'
  | 'reaction'
  | 'exam'
  | 'finding'
  | 'habit'
  | 'occupation'
  | 'procedure'
  | 'relative'
  | 'specialty'
  | 'topic'
  | 'action'
  | 'where'
  | Slot
/** The kinds of attributes of a symptom. */
export type Slot = 'quality' | 'severity' | 'course' | 'frequency' | 'trigger' | 'timing' | 'relief'

/** A concept: `note` is its wording in a note. `group` is its section, or the rest of what its file says of it. */
type Concept = { kind: Kind; note: string; group: string }
/** A concept found in the words from `from` to before `to`. `said`: the speaker's words. */
export type Mention = { concept: Concept; from: number; to: number; said: string }

type Variant = { concept: Concept; words: readonly string[]; with?: ReadonlySet<string> }
/** Small words that may stand inside a variant. */
const between = 3
/** How far apart the two halves of 'arde & xixi' may be. */
const farthest = 12

function variantsOf(kind: Kind, note: string, say: string, group = ''): Variant[] {
  const concept = { kind, note, group }
  return say.split(';').flatMap((text): Variant[] => {
    const [words, others] = text.split('&').map((part) =>
      part
        .trim()
        .split(/\s+/)
        .filter((word) => word && !articles.has(word)),
    )
    if (!words || words.length === 0) return []
    if (!others)
      return withSpelled(words).map((one) => ({
        concept,
        words: one.map((word) => keyOf(kind, word, one.length === 1)),
      }))
    // 'arde queima & xixi urinar': one word of each half, in any order.
    const ends = new Set(others.map((word) => keyOf(kind, word, true)))
    return words.map((word) => ({ concept, words: [keyOf(kind, word, true)], with: ends }))
  })
}
/** Returns the words, and 'ca cento vinte cinco' beside 'ca 125': talk is read with its numbers in words. */
function withSpelled(words: string[]): string[][] {
  if (!words.some((word) => /^\d+$/.test(word) && word !== '1')) return [words]
  return [words, words.flatMap((word) => spokenTokensOf(word).flatMap((one) => (one.word === 'e' ? [] : [one.word])))]
}
const articles = new Set('a o as os um uma de do da dos das em no na nos nas com e que ao'.split(' '))

/** Kinds whose names match as whole words: prednisona and prednisolona share a stem. '=' asks for it elsewhere. */
const whole = new Set<Kind>(['drug', 'relative', 'occupation'])
/** A variant of one word matches that word and its plural; a longer one matches any inflection of its words. */
const keyOf = (kind: Kind, word: string, alone: boolean): string => {
  if (word.endsWith('*')) return word
  const exact = alone || word.startsWith('=') || whole.has(kind)
  const [token] = tokensOf(word.replace('=', ''))
  return exact || token?.joining ? exactKey(token?.word ?? word) : (token?.stem ?? word)
}

const plainFile = (kind: Kind, file: Record<string, string>): Variant[] =>
  // A note is read back by the same words.
  Object.entries(file).flatMap(([note, say]) => variantsOf(kind, note, `${plain(note)};${say}`))

function readAll(): Variant[] {
  return [
    ...plainFile('symptom', symptoms),
    ...plainFile('condition', diagnoses),
    ...plainFile('condition', conditions),
    ...plainFile('exam', exams),
    ...plainFile('finding', findings),
    ...plainFile('procedure', procedures),
    ...plainFile('relative', relatives),
    ...plainFile('specialty', specialties),
    ...plainFile('allergen', allergens),
    ...plainFile('reaction', reactions),
    ...Object.entries(drugClasses).flatMap(([note, say]) => variantsOf('drug', note, `${note};${say}`, 'class')),
    ...Object.entries(drugs).flatMap(([note, say]) => variantsOf('drug', note, `${note};${say}`)),
    ...occupations.flatMap((note) => variantsOf('occupation', note, note)),
    ...Object.entries(sites).flatMap(([note, { say }]) => variantsOf('site', note, say)),
    ...Object.entries(habits).flatMap(([note, { say }]) => variantsOf('habit', note, say)),
    ...Object.entries(topics).flatMap(([note, { say, section }]) => variantsOf('topic', note, say, section)),
    ...Object.entries(attributes).flatMap(([slot, file]) => plainFile(slot as Slot, file)),
    ...Object.entries(actions).flatMap(([section, file]) =>
      Object.entries(file).flatMap(([note, say]) =>
        variantsOf(section === 'onde' ? 'where' : 'action', note, say, section),
      ),
    ),
  ]
}

/** Letters by which the variants with '*' are found; none is shorter. */
const beginning = 4
/** The variants that begin alike, by their second word: '' where any word may follow. */
type Beginning = Map<string, Variant[]>
let byFirst: Map<string, Beginning> | undefined
// Built when first used: a Worker starts without it.
function lexicon(): Map<string, Beginning> {
  if (byFirst) return byFirst
  byFirst = new Map()
  for (const variant of readAll()) {
    const [first = '', second = ''] = variant.words
    const key = first.endsWith('*') ? `${first.slice(0, beginning)}*` : first
    const list = byFirst.get(key) ?? new Map()
    const next = second.endsWith('*') ? '' : second
    list.set(next, [...(list.get(next) ?? []), variant])
    byFirst.set(key, list)
  }
  return byFirst
}

/** How a word sounds: recognisers write 'parassetamol' and 'sinvastatinna'. */
const soundOf = remembered((word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/h|-/g, '')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/qu(?=[ei])|k|q/g, 'c')
    .replace(/sc(?=[ei])|c(?=[ei])|z|x/g, 's')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/(.)\1+/g, '$1')
    .replace(/m(?=[^aeiou])|m$/g, 'n'),
)
/** The medicines by the sound of their names, for names that are long enough to be sure. */
const leastSound = 7
let bySound: Map<string, Variant> | undefined
/** How the names begin: most words are sorted out by their first letters. */
const drugBeginnings = new Set<string>()
function sounds(): Map<string, Variant> {
  if (bySound) return bySound
  bySound = new Map()
  for (const list of lexicon().values())
    for (const variant of [...list.values()].flat()) {
      const [word, ...rest] = variant.words
      if (variant.concept.kind !== 'drug' || rest.length > 0 || !word?.startsWith('=')) continue
      const sound = soundOf(word.slice(1))
      if (sound.length < leastSound) continue
      bySound.set(sound, bySound.get(sound) ?? variant)
      drugBeginnings.add(word.slice(1, 4))
    }
  return bySound
}
/** A medicine whose name is misspelled or split: 'cande sartana'. */
function heardAt(tokens: readonly Token[], from: number): { variant: Variant; to: number } | undefined {
  const [token, next] = [tokens[from], tokens[from + 1]]
  if (token?.kind !== 'word' || token.joining) return undefined
  const names = sounds()
  if (!drugBeginnings.has(token.word.slice(0, 3))) return undefined
  const own = token.word.length > leastSound ? names.get(soundOf(token.word)) : undefined
  if (own) return { variant: own, to: from + 1 }
  if (next?.kind !== 'word' || next.joining || next.word.length < 3) return undefined
  if (token.word.length + next.word.length <= leastSound) return undefined
  const [first, second] = [soundOf(token.word), soundOf(next.word)]
  const both = names.get(first + (first.at(-1) === second[0] ? second.slice(1) : second))
  return both && { variant: both, to: from + 2 }
}

/** Where the variant ends when it begins at this token, or undefined. */
function endOf(variant: Variant, tokens: readonly Token[], from: number): number | undefined {
  if (variant.with) {
    const start = Math.max(0, from - farthest)
    const found = tokens.slice(start, from + farthest + 1).findIndex(({ exact }) => variant.with?.has(exact))
    if (found < 0) return undefined
    const near = start + found
    // 'Perde o xixi, dor na coluna': a mark parts the two halves.
    const middle = tokens.slice(Math.min(from, near), Math.max(from, near))
    return middle.some(({ kind }) => kind === 'mark') ? undefined : from + 1
  }
  let at = from + 1
  for (const word of variant.words.slice(1)) {
    let skipped = 0
    while (at < tokens.length && skipped < between && !same(word, tokens[at]) && skippable(tokens[at])) {
      at += 1
      skipped += 1
    }
    if (!same(word, tokens[at])) return undefined
    at += 1
  }
  return at
}
const same = (word: string, token: Token | undefined): boolean =>
  token !== undefined &&
  token.kind !== 'mark' &&
  ((word === token.stem && !token.joining) || word === token.exact || begins(word, token))
/** 'losartan*' takes every word that begins so. */
const begins = (word: string, token: Token): boolean => word.endsWith('*') && token.word.startsWith(word.slice(0, -1))
const skippable = (token: Token | undefined): boolean =>
  token !== undefined && token.kind === 'word' && (isJoining(token.word) || filler.has(token.word))
const filler = new Set('muito muita bem assim meio tipo pouco bastante tanta tanto fazer quando ta na'.split(' '))

/**
 * The concepts that these words name, in order. The longest name wins inside its kind, and of several kinds all stay:
 * 'refluxo' is a symptom and a condition.
 */
export function mentionsIn(tokens: readonly Token[]): readonly Mention[] {
  // `tokensOf` gives the same text the same tokens while one consultation is read.
  let found = mentions.get(tokens)
  if (!found) {
    found = findMentions(tokens)
    mentions.set(tokens, found)
  }
  return found
}
const mentions = new WeakMap<readonly Token[], readonly Mention[]>()

const grandfathers = new Map<Concept, Concept>()
/** 'O avô' without its accent is 'avó': the accent that was written tells, else the article. */
function ofGrandfather(concept: Concept, tokens: readonly Token[], at: number): Concept {
  const { said = '', word } = tokens[at] ?? {}
  if (concept.kind !== 'relative' || concept.note !== 'avó' || word !== 'avo' || /ó/i.test(said)) return concept
  if (!/ô/i.test(said) && !/^(o|do|no|meu|seu|pelo|ao)$/.test(tokens[at - 1]?.word ?? '')) return concept
  const grandfather = grandfathers.get(concept) ?? { ...concept, note: 'avô' }
  grandfathers.set(concept, grandfather)
  return grandfather
}

/** 'Cinco gotas', 'o de gota', 'uma gota em cada olho': drops of a medicine, not the disease of the same name. */
function isDrop(tokens: readonly Token[], at: number): boolean {
  const [before, second] = [tokens[at - 1], tokens[at - 2]]
  if (tokens[at]?.word === 'gotas' || before?.kind === 'number') return true
  if (before?.word === 'de') return /^(o|a|forma|vidro|vidrinho|frasco|aquele|aquela)$/.test(second?.word ?? '')
  return /^(uma|cada|quantas)$/.test(before?.word ?? '')
}

/** The variants whose second word is there; another one cannot match. */
function followedBy(list: Beginning, present: ReadonlySet<string>): Variant[] {
  const out: Variant[] = []
  if (list.size < present.size) {
    for (const [word, variants] of list) if (present.has(word)) out.push(...variants)
  } else for (const word of present) out.push(...(list.get(word) ?? []))
  return out
}
function sharesOne(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of some) if (others.has(one)) return true
  return false
}

function findMentions(tokens: readonly Token[]): Mention[] {
  const found: Mention[] = []
  const table = lexicon()
  const present = new Set([''])
  for (const { exact, stem } of tokens) present.add(exact).add(stem)
  tokens.forEach((token, from) => {
    if (token.kind === 'mark') return
    let isDrug = false
    const open = table.get(`${token.word.slice(0, beginning)}*`)
    for (const list of [token.joining ? undefined : table.get(token.stem), table.get(token.exact), open])
      for (const variant of list ? followedBy(list, present) : []) {
        if (list === open && !begins(variant.words[0] ?? '', token)) continue
        if (variant.with && !sharesOne(variant.with, present)) continue
        const to = endOf(variant, tokens, from)
        if (to === undefined || (variant.concept.note === 'gota' && isDrop(tokens, from))) continue
        const words = tokens
          .slice(from, to)
          .map((one) => one.said)
          .join(' ')
        found.push({ concept: ofGrandfather(variant.concept, tokens, from), from, to, said: words })
        isDrug ||= variant.concept.kind === 'drug'
      }
    const alike = isDrug ? undefined : heardAt(tokens, from)
    if (alike)
      found.push({ concept: alike.variant.concept, from, to: alike.to, said: alike.variant.words[0]?.slice(1) ?? '' })
  })
  // The longest come first of those that begin together, so that a name inside another one comes after it.
  found.sort((a, b) => a.from - b.from || b.to - a.to)
  const ends = new Map<Kind, number>()
  return found.filter(({ concept: { kind }, to }) => {
    if (to <= (ends.get(kind) ?? 0)) return false
    ends.set(kind, to)
    return true
  })
}

/** How a body site is written after 'dor': a term of its own, the article, and whether it has a left and a right. */
export const siteOf = (note: string): { pain?: string; in: string; sided?: boolean } =>
  (sites as Record<string, { say: string; pain?: string; in: string; sided?: boolean }>)[note] ?? { in: 'em' }
export const habitOf = (note: string): { yes: string; no: string; past: string } =>
  (habits as Record<string, { yes: string; no: string; past: string }>)[note] ?? { yes: '', no: '', past: '' }
