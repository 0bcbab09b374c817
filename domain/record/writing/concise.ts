import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { namesRisk } from '../lexicon/risk.ts'
import shorts from '../lexicon/shorts.json' with { type: 'json' }
import { contentOf } from '../note/content.ts'
import { listed } from '../note/wording.ts'
import { readStatement } from '../safety/claim.ts'
import { unitOf } from '../safety/lexicon/numerals.ts'
import { type Quantity, sameQuantity } from '../safety/numbers.ts'
import { unitPolarity } from '../safety/units.ts'
import { deniesAny, isFiniteVerb, type Token, tokensOf } from '../safety/words.ts'

/** A joined sentence of a note has at most this many words. */
const LONGEST = 25
const wordsIn = (text: string): number => text.split(/\s+/).length

/** They would govern what follows them: 'história familiar de diabetes e febre'. */
const governing = /alergi|famili|histor|\buso\b|antecedent/

type List = { lead: string; begins: RegExp; of: ReadonlySet<string>; with: ReadonlySet<string> }
const lists = Object.entries(shorts.lists).map(([lead, { say, of, ...rest }]): List => {
  const words = say.replaceAll(';', '|')
  return {
    lead,
    begins: new RegExp(`^(?:(?:[oa] )?paciente )?(?:${words}) `, 'iu'),
    of: new Set(of.split(' ')),
    with: new Set('with' in rest ? rest.with.split(' ') : []),
  }
})
const listOf = (text: string): List | undefined => lists.find(({ begins }) => begins.test(text))

/**
 * The items of 'Nega febre, tosse e dispneia.'; undefined where one is more than a plain name: joined with others, 'dor
 * ao urinar' or 'alergia a dipirona' would deny less or more. A risk to life keeps its own sentence.
 */
function itemsOf(text: string, list: List): string[] | undefined {
  const [, said] = /^([^"“”?;:()\d]+?)\.?$/u.exec(text.replace(list.begins, '')) ?? []
  if (said === undefined || governing.test(plain(said)) || namesRisk(text)) return undefined
  // 'Nega A ou B' denies both; 'suspender A ou B' is a choice.
  if (list.lead !== 'Nega' && / ou | nem /.test(said)) return undefined
  const items = said.split(/, | e | ou | nem /)
  return items.every((item) => isName(item, list)) ? items : undefined
}

/** Whether the item is one name; `with`: kinds that may follow it, as the site follows an exam. */
function isName(item: string, list: List): boolean {
  const tokens = tokensOf(item)
  const names = mentionsIn(tokens)
  const first = names.find(({ concept, from }) => list.of.has(concept.kind) && from === 0)
  if (!first) return false
  const isCovered = (at: number) =>
    names.some(({ concept, from, to }) => from <= at && at < to && list.with.has(concept.kind))
  return tokens.every(
    ({ joining, word }, at) =>
      at < first.to || (list.with.size > 0 && (joining || isCovered(at) || /^(direit|esquerd)[oa]$/.test(word))),
  )
}

type Cited = { text: string; evidence: readonly { id: string }[] }
/** A sentence, and those of the draft that it says. */
export type Group<S> = { text: string; from: readonly [S, ...S[]] }

/** Words of doubt and condition: a sentence that has one says less than one without. */
const qualifying =
  /^(se|caso|ou|prova\w*|possi\w*|suspeit\w*|descart\w*|talvez|parece\w*|acha|so|apenas|exceto|menos|quase)$/

/** They carry other words, and may differ. */
const empty = new Set(
  'a o as os de do da dos das em no na nos nas com ao aos e que tem refere relata apresenta /'.split(' '),
)
/** Words of talk, which no note has. */
const spoken = /^(eu|me|mim|meu|minha|meus|minhas|voce|ele|ela|ai|la|ne|entao|assim|isso|aquilo|aquel[ea]|tipo)$/
type Key = { key: string; isMark: boolean }
/** The words in their order: without joining words, units by their name. */
const keysOf = (tokens: readonly Token[]): Key[] =>
  tokens.flatMap((token) =>
    empty.has(token.word) ? [] : [{ key: unitOf(token.word) ?? token.stem, isMark: token.kind === 'mark' }],
  )

/** A sentence as it is compared with all others of its section: read once. */
export type Reading = {
  text: string
  keys: Key[]
  isDenied: boolean
  isQualified: boolean
  hasQuotation: boolean
  /** Whether it keeps what somebody said: 'Dipirona, fico com o corpo coçando'. */
  isQuoting: boolean
  names: () => Names
}
/** `needs`: for each word the features, one of which a repeat must have; `says`: all features of the sentence. */
type Names = { needs: string[][]; says: Set<string>; quantities: Quantity[]; content: ReadonlySet<string> }

export function readingOf(text: string): Reading {
  const tokens = tokensOf(text)
  const mentions = mentionsIn(tokens)
  const isNamed = (at: number) => mentions.some(({ from, to }) => from <= at && at < to)
  let names: Names | undefined
  return {
    text,
    keys: keysOf(tokens),
    isDenied: tokens.some(({ word }) => deniesAny(word)),
    isQualified: tokens.some(({ word }) => qualifying.test(word)),
    hasQuotation: /["“”?]/.test(text),
    isQuoting: tokens.some(
      (token, at) => (spoken.test(token.word) || isFiniteVerb(token)) && !empty.has(token.word) && !isNamed(at),
    ),
    names: () => {
      names ??= namesOf(text)
      return names
    },
  }
}

function namesOf(text: string): Names {
  const { tokens, tokenPolarities, units, quantities } = readStatement(text)
  const featuresOf = (some: typeof units) =>
    some.flatMap((unit) => unit.features.map((feature) => `${unitPolarity(unit, tokenPolarities)} ${feature}`))
  const needs = tokens.flatMap(({ word, kind }, at) => {
    const isCounted = quantities.some(({ from, to }) => from <= at && at < to)
    if (kind === 'mark' || empty.has(word) || unitOf(word) || isCounted) return []
    return [featuresOf(units.filter((unit) => unit.at <= at && at < unit.to))]
  })
  return { needs, says: new Set(featuresOf(units)), quantities, content: contentOf(text) }
}

/**
 * Whether the other sentence says all of this one in the same words and order, between two marks. A denial, a doubt or a
 * condition of either says something else.
 */
export function isSaidIn(own: Reading, other: Reading): boolean {
  if ([own, other].some((one) => one.isDenied || one.isQualified || one.hasQuotation)) return false
  const part = own.keys.filter(({ isMark }) => !isMark)
  const whole = other.keys
  if (part.length < 2) return false
  return whole.some((_, at) => {
    const before = whole[at - 1]
    const after = whole[at + part.length]
    return (
      (!before || before.isMark) &&
      (!after || after.isMark) &&
      part.every(({ key }, next) => whole[at + next]?.key === key && !whole[at + next]?.isMark)
    )
  })
}

/**
 * Whether the other sentence names all that this one names, as often affirmed and with the same numbers. Enough for
 * sentences of the same lines: one quotes what the other notes.
 */
function isNamedIn(own: Reading, other: Reading): boolean {
  if (own.isDenied || own.isQualified || other.isQualified) return false
  const [{ needs, quantities, content }, all] = [own.names(), other.names()]
  return (
    own.keys.filter(({ isMark }) => !isMark).length > 1 &&
    needs.every((features) => features.some((one) => all.says.has(one))) &&
    quantities.every((one) => all.quantities.some((another) => sameQuantity(one, another))) &&
    [...content].every((item) => all.content.has(item) || item.startsWith('stem'))
  )
}

/** A sentence of the result, with the lines that prove it. */
type Placed<S> = { group: Group<S>; reading: Reading; lines: Set<string> }
const linesOf = (sentences: readonly Cited[]): Set<string> =>
  new Set(sentences.flatMap(({ evidence }) => evidence.map(({ id }) => id)))

/**
 * Which of two sentences says both; undefined if neither does. The shorter one where each says the other. Both stay where
 * the longer one keeps the words of a line that the shorter one notes.
 */
function sayerOf(one: Omit<Placed<unknown>, 'group'>, other: typeof one): typeof one | undefined {
  const says = (part: typeof one, whole: typeof one) =>
    isSaidIn(part.reading, whole.reading) ||
    ([...part.lines].every((line) => whole.lines.has(line)) && isNamedIn(part.reading, whole.reading))
  const [isRepeated, isRepeating] = [says(other, one), says(one, other)]
  if (!isRepeated && !isRepeating) return undefined
  if (isRepeated && isRepeating) return wordsIn(other.reading.text) < wordsIn(one.reading.text) ? other : one
  const sayer = isRepeated ? one : other
  return sayer.reading.isQuoting && [...one.lines].some((line) => other.lines.has(line)) ? undefined : sayer
}

/**
 * The sentences of a section without those that another one says, neighbouring lists of the same kind as one. `isSafe`
 * decides whether a text may replace its sentences.
 */
export function concisely<S extends Cited>(sentences: readonly S[], isSafe: (joined: Group<S>) => boolean): Group<S>[] {
  const out: Placed<S>[] = []
  /** Where the lists of this neighbourhood are joined. */
  let open: { at: number; list: List; items: readonly string[] } | undefined
  const place = (at: number, group: Group<S>, lines: Set<string>, reading = readingOf(group.text)) => {
    out[at] = { group, lines: new Set([...(out[at]?.lines ?? []), ...lines]), reading }
  }
  for (const sentence of sentences) {
    const { text } = sentence
    const own = { reading: readingOf(text), lines: linesOf([sentence]) }
    const at = out.findIndex((one) => plain(one.reading.text) === plain(text) || sayerOf(one, own) !== undefined)
    const found = out[at]
    if (found) {
      const isSame = plain(found.reading.text) === plain(text)
      const reading = isSame || sayerOf(found, own) === found ? found.reading : own.reading
      const both: Group<S> = { text: reading.text, from: [...found.group.from, sentence] }
      // A joined list is not replaced by one sentence.
      const isReplaced = reading === own.reading
      if (isSame || (!(isReplaced && found.group.from.length > 1) && isSafe(both))) {
        if (isReplaced) open = undefined
        place(at, both, own.lines, reading)
        continue
      }
    }
    const list = listOf(text)
    const items = list && itemsOf(text, list)
    const before = open && out[open.at]
    if (open && before && list === open.list && items) {
      const all = [...new Set([...open.items, ...items])]
      const joined: Group<S> = { text: `${list.lead} ${listed(all)}.`, from: [...before.group.from, sentence] }
      if (wordsIn(joined.text) <= LONGEST && isSafe(joined)) {
        place(open.at, joined, own.lines)
        open = { ...open, items: all }
        continue
      }
    }
    place(out.length, { text, from: [sentence] }, own.lines, own.reading)
    if (list && items) open = { at: out.length - 1, list, items }
    else if (list !== open?.list) open = undefined
  }
  return out.map(({ group }) => group)
}
