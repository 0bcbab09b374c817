// What a short question or answer is about although it does not name it: 'Tem sangue?' after diarrhoea is blood in stools.

import { type Mention, mentionsIn } from '../record/lexicon/lexicon.ts'
import topics from '../record/lexicon/topic-words.json' with { type: 'json' }
import { type Token, tokensOf } from '../record/safety/words.ts'

/** A longer clause names what it is about. */
const longest = 9
/** So many clauses after it was named the topic still holds. */
const reach = 16

/** The word that each symptom makes the topic: 'diarreia' brings 'fezes'. */
const wordOf = new Map(
  Object.entries(topics.symptoms).flatMap(([word, notes]) => notes.split('; ').map((note) => [note, word] as const)),
)
const sites: ReadonlySet<string> = new Set(topics.sites.split(' '))

/** Follows the topic of one consultation. */
export class Topic {
  #word: Token | undefined
  #count = 0

  /** Symptoms that the words name together with the topic, by the places of their own words. */
  impliedIn(tokens: readonly Token[], mentions: readonly Mention[]): Mention[] {
    const word = this.#count < reach ? this.#word : undefined
    const last = tokens.at(-1)?.kind === 'mark' ? tokens.length - 1 : tokens.length
    if (!word || last === 0 || last > longest || tokens.some(({ stem }) => stem === word.stem)) return []
    const own = tokens.slice(0, last)
    const found = [
      ...mentionsIn([word, ...own]).map((one) => ({ ...one, from: Math.max(0, one.from - 1), to: one.to - 1 })),
      ...mentionsIn([...own, word]).map((one) => ({ ...one, to: Math.min(one.to, last) })),
    ]
    const isNew = (one: Mention) =>
      one.concept.kind === 'symptom' &&
      one.to > one.from &&
      // 'Exame de sangue' has a meaning of its own.
      mentions.every(({ concept, from, to }) => concept.kind === 'site' || to <= one.from || from >= one.to)
    return found.filter(
      (one, at) => isNew(one) && found.findIndex(({ concept }) => concept.note === one.concept.note) === at,
    )
  }

  /** Takes the topic of a clause, if it has one. */
  follow(tokens: readonly Token[], mentions: readonly Mention[]): void {
    this.#count += 1
    const words = mentions.flatMap(({ concept, from, to }) => {
      const site = tokens.slice(from, to).find(({ stem, word }) => sites.has(stem) || sites.has(word))
      if (site) return [site]
      const own = concept.kind === 'symptom' ? wordOf.get(concept.note) : undefined
      return own ? tokensOf(own) : []
    })
    const last = words.at(-1)
    if (!last) return
    this.#word = last
    this.#count = 0
  }
}
