import { plain } from '../../text.ts'
import { mentionsIn } from '../lexicon/lexicon.ts'
import { namesRisk } from '../lexicon/risk.ts'
import shorts from '../lexicon/shorts.json' with { type: 'json' }
import { contentOf } from '../note/content.ts'
import { listed } from '../note/wording.ts'
import { readStatement } from '../safety/claim.ts'
import { unitOf } from '../safety/lexicon/numerals.ts'
import { sameQuantity } from '../safety/numbers.ts'
import type { Polarity } from '../safety/polarity.ts'
import { unitPolarity } from '../safety/units.ts'
import { deniesAny, type Token, tokensOf } from '../safety/words.ts'

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
 * ao urinar' or 'alergia a dipirona' would deny less or more. A risk to life stands in a sentence of its own.
 */
function itemsOf(text: string, list: List): string[] | undefined {
  const [, said] = /^([^"“”?;:()\d]+?)\.?$/u.exec(text.replace(list.begins, '')) ?? []
  if (said === undefined || governing.test(plain(said)) || namesRisk(text)) return undefined
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
type Key = { key: string; isMark: boolean }
/** What the words say, in their order: without joining words, units by their name. */
const keysOf = (text: string): Key[] =>
  tokensOf(text).flatMap((token: Token) =>
    empty.has(token.word) ? [] : [{ key: unitOf(token.word) ?? token.stem, isMark: token.kind === 'mark' }],
  )

/**
 * Whether the other sentence says all of this one in the same words and order, between two marks. A denial, a doubt or a
 * condition of either says something else.
 */
export function isSaidIn(text: string, other: string): boolean {
  const words = [...tokensOf(text), ...tokensOf(other)]
  if (words.some(({ word }) => deniesAny(word) || qualifying.test(word)) || /["“”?]/.test(text + other)) return false
  const part = keysOf(text).filter(({ isMark }) => !isMark)
  const whole = keysOf(other)
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
function isNamedIn(text: string, other: string): boolean {
  const [own, all] = [readStatement(text), readStatement(other)]
  const says = (feature: string, polarity: Polarity) =>
    all.units.some((unit) => unit.features.includes(feature) && unitPolarity(unit, all.tokenPolarities) === polarity)
  const words = own.tokens.filter(({ word, kind }) => kind === 'word' && !empty.has(word) && !unitOf(word))
  return (
    words.length > 1 &&
    !words.some(({ word }) => deniesAny(word)) &&
    ![...own.tokens, ...all.tokens].some(({ word }) => qualifying.test(word)) &&
    own.tokens.every((token, at) => {
      if (token.kind === 'mark' || empty.has(token.word) || unitOf(token.word)) return true
      if (own.quantities.some(({ from, to }) => from <= at && at < to)) return true
      return own.units.some(
        (unit) =>
          unit.at <= at &&
          at < unit.to &&
          unit.features.some((one) => says(one, unitPolarity(unit, own.tokenPolarities))),
      )
    }) &&
    own.quantities.every((one) => all.quantities.some((another) => sameQuantity(one, another)))
  )
}

const hasContentOf = (text: string, other: string): boolean => {
  const all = contentOf(other)
  return [...contentOf(text)].every((item) => all.has(item) || item.startsWith('stem'))
}
const shareLines = (one: Cited, other: Cited) =>
  one.evidence.every(({ id }) => other.evidence.some((line) => line.id === id))
const asOne = ({ text, from }: Group<Cited>): Cited => ({ text, evidence: from.flatMap(({ evidence }) => evidence) })
const saysAllOf = (one: Cited, other: Cited): boolean =>
  isSaidIn(one.text, other.text) ||
  (shareLines(one, other) && isNamedIn(one.text, other.text) && hasContentOf(one.text, other.text))

/**
 * The sentences of a section without those that another one says, neighbouring lists of the same kind as one. `isSafe`
 * decides whether a text may replace its sentences.
 */
export function concisely<S extends Cited>(sentences: readonly S[], isSafe: (joined: Group<S>) => boolean): Group<S>[] {
  const out: Group<S>[] = []
  /** Where the lists of this neighbourhood are joined. */
  let open: { at: number; list: List; items: readonly string[] } | undefined
  for (const sentence of sentences) {
    const { text } = sentence
    const repeated = out.find((other) => plain(other.text) === plain(text) || saysAllOf(sentence, asOne(other)))
    if (repeated) {
      const both: Group<S> = { text: repeated.text, from: [...repeated.from, sentence] }
      if (plain(repeated.text) === plain(text) || isSafe(both)) {
        out[out.indexOf(repeated)] = both
        continue
      }
    }
    const shorter = out.findIndex((other) => saysAllOf(asOne(other), sentence))
    const earlier = out[shorter]
    if (earlier && earlier.from.length === 1) {
      const both: Group<S> = { text, from: [earlier.from[0], sentence] }
      if (isSafe(both)) {
        out[shorter] = both
        open = undefined
        continue
      }
    }
    const list = listOf(text)
    const own = list && itemsOf(text, list)
    const before = open && out[open.at]
    if (open && before && list === open.list && own) {
      const items = [...new Set([...open.items, ...own])]
      const joined: Group<S> = { text: `${list.lead} ${listed(items)}.`, from: [...before.from, sentence] }
      if (wordsIn(joined.text) <= LONGEST && isSafe(joined)) {
        out[open.at] = joined
        open = { ...open, items }
        continue
      }
    }
    out.push({ text, from: [sentence] })
    if (list && own) open = { at: out.length - 1, list, items: own }
    else if (list !== open?.list) open = undefined
  }
  return out
}
