import symptoms from '../lexicon/symptoms.json' with { type: 'json' }
import { care } from './lexicon/care.ts'
import { complaints } from './lexicon/complaints.ts'
import { illnesses, surroundings } from './lexicon/conditions.ts'
import { drugNames } from './lexicon/drugs.ts'
import { type Token, tokensOf } from './words.ts'

/** A group of names for one thing; `denied`: the name says that it is absent ('afebril'). */
export type Concept = { id: string; denied: boolean }
/** A name as it was found: from word `from` to before `to`, of the words that were given. */
export type Found = { from: number; to: number; concepts: readonly Concept[] }
export type Named = { token: Token; at: number }

type Node = { next: Map<string, Node>; concepts: Concept[] }
type Lexicon = { top: Node; ids: Map<string, string[]> }
const node = (): Node => ({ next: new Map(), concepts: [] })

/** The words by which names are read: content and denials. */
export function namingWords(tokens: readonly Token[]): Named[] {
  const out: Named[] = []
  tokens.forEach((token, at) => {
    if (!token.joining) out.push({ token, at })
  })
  return out
}

const measures =
  /^(mais|menos|muit[oa]s?|bem|tudo|tod[oa]s?|quase|ja|ainda|coisa|vai|foi|era|tem|cada|so|meio|ate|vez|dois|duas)$/

function compile(
  lines: readonly string[],
  prefixOf: (index: number) => string,
  keyOf: (word: Named) => string,
): Lexicon {
  const lexicon: Lexicon = { top: node(), ids: new Map() }
  lines.forEach((line, index) => {
    const id = `${prefixOf(index)}${index}`
    for (const item of line.split('|')) {
      const denied = item.startsWith('!')
      const name = denied ? item.slice(1) : item
      const tokens = tokensOf(name)
      const naming = namingWords(tokens)
      // 'Muito sono' is more than 'sono': a name that loses its measure names something else.
      if (naming.length < 2 && tokens.some((token) => measures.test(token.word))) continue
      let at = lexicon.top
      for (const key of naming.map(keyOf)) {
        const next = at.next.get(key) ?? node()
        at.next.set(key, next)
        at = next
      }
      if (at !== lexicon.top && !at.concepts.some((concept) => concept.id === id)) at.concepts.push({ id, denied })
      lexicon.ids.set(name, [...(lexicon.ids.get(name) ?? []), id])
    }
  })
  return lexicon
}

function foundIn(top: Node, keys: readonly string[]): Found[] {
  const out: Found[] = []
  for (let from = 0; from < keys.length; from++) {
    let at: Node | undefined = top
    for (let to = from; to < keys.length; to++) {
      at = at.next.get(keys[to] ?? '')
      if (!at) break
      if (at.concepts.length > 0) out.push({ from, to: to + 1, concepts: at.concepts })
    }
  }
  return out
}

/** Of an illness, not of a complaint: 'diabetes', not 'tosse'. */
export const isIllness = (id: string): boolean => id.startsWith('i') && Number(id.slice(1)) >= complaints.length

/** i: a complaint or an illness; c: anything else that has a name. */
const kindOf = (index: number) => (index < complaints.length + illnesses.length ? 'i' : 'c')

/** The symptoms of the record's lexicon: a record that calls them by their clinical name is supported by lay words. */
const symptomNames = Object.entries(symptoms).map(([note, say]) =>
  [note, ...say.split(';').filter((name) => !/[&*=]/.test(name))].map((name) => name.trim()).join('|'),
)

// Built when first used: a Worker starts without them.
let names: Lexicon | undefined
let drugs: Lexicon | undefined
const nameLexicon = () => {
  names ??= compile(
    [...complaints, ...illnesses, ...surroundings, ...care, ...symptomNames],
    kindOf,
    (word) => word.token.stem,
  )
  return names
}
/** Drugs are told apart by their whole names: prednisona and prednisolona share a stem. */
const drugLexicon = () => {
  drugs ??= compile(
    drugNames,
    () => 'd',
    (word) => word.token.word,
  )
  return drugs
}

/** Every name that begins anywhere among these words. */
export const namesAmong = (words: readonly Named[]): Found[] =>
  foundIn(
    nameLexicon().top,
    words.map((word) => word.token.stem),
  )
export const drugsAmong = (words: readonly Named[]): Found[] =>
  foundIn(
    drugLexicon().top,
    words.map((word) => word.token.word),
  )
/** The ids of a drug by its name as the lexicon writes it. */
export const drugIds = (name: string): readonly string[] => drugLexicon().ids.get(name) ?? []
