// What a short question or answer is about although it does not name it: 'Tem sangue?' after diarrhoea is blood in stools.

import { type Mention, mentionsIn } from '../record/lexicon/lexicon.ts'
import topics from '../record/lexicon/topic-words.json' with { type: 'json' }
import { type Token, tokensOf } from '../record/safety/words.ts'

/** So many clauses after it was named the topic still holds. */
const reach = 8
/** A clause with more words tells something else, unless it answers a question about the topic. */
const longest = 8
const longestAnswer = 24

const listOf = (text: string): string[] => text.split(' ')
/** The topic that a word or a symptom brings: 'xixi' and 'disúria' bring 'urina'. */
const byWord = new Map(topics.topics.flatMap(({ topic, words }) => listOf(words).map((word) => [word, topic])))
const bySymptom = new Map(topics.topics.flatMap(({ topic, symptoms }) => symptoms.map((note) => [note, topic])))
/** What a word says of a topic, as a phrase of the lexicon. */
const saidOf = new Map(
  topics.topics.map(({ topic, says }) => [
    topic,
    new Map(Object.entries(says).flatMap(([words, phrase]) => listOf(words).map((word) => [word, phrase] as const))),
  ]),
)
/** Words that give a clause another meaning: 'doei sangue'. */
const elsewhere: ReadonlySet<string> = new Set(listOf(topics.elsewhere))

/** Follows the topic of one consultation. */
export class Topic {
  #topic: string | undefined
  #count = 0

  /** The symptoms that single words name together with the topic. `question`: the words that the clause may answer. */
  impliedIn(tokens: readonly Token[], mentions: readonly Mention[], question: readonly Token[] = []): Mention[] {
    const topic = this.#count < reach ? this.#topic : undefined
    const says = topic === undefined ? undefined : saidOf.get(topic)
    const most = question.some(({ word }) => byWord.get(word) === topic) ? longestAnswer : longest
    const words = tokens.filter(({ kind }) => kind === 'word')
    if (!says || words.length > most || words.some(({ word }) => byWord.has(word) || elsewhere.has(word))) return []
    return tokens.flatMap(({ word }, at): Mention[] => {
      const phrase = says.get(word)
      const isNamed = mentions.some(({ concept, from, to }) => concept.kind !== 'site' && at >= from && at < to)
      const found = phrase && !isNamed && mentionsIn(tokensOf(phrase)).find(({ concept }) => concept.kind === 'symptom')
      return found ? [{ ...found, from: at, to: at + 1, said: word }] : []
    })
  }

  /** Takes over the topic of a clause, if it has one. */
  follow(tokens: readonly Token[], mentions: readonly Mention[]): void {
    this.#count += 1
    const isIn = (kind: string, at: number) =>
      mentions.some(({ concept, from, to }) => concept.kind === kind && at >= from && at < to)
    const word = tokens.findLast(({ word }, at) => byWord.has(word) && !isIn('exam', at))?.word
    const symptom = mentions.findLast(({ concept }) => bySymptom.has(concept.note))?.concept.note
    const topic = byWord.get(word ?? '') ?? bySymptom.get(symptom ?? '')
    if (!topic) return
    this.#topic = topic
    this.#count = 0
  }
}
