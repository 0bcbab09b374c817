// A clause: one statement or question of a line, as the dialogue reads it.
import type { Mention } from '../record/lexicon/lexicon.ts'
import type { Quantity } from '../record/safety/numbers.ts'
import { plainWords, type Token } from '../record/safety/words.ts'
import type { Speaker } from '../transcript/entry.ts'
import type { Reply } from './reply.ts'
import type { Part, Tag } from './tagger/labels.ts'

type Polarity = 'affirmed' | 'denied' | 'unknown'
/** A concept of the lexicon in a clause: affirmed or denied, and whose it is when it is not the patient's. */
export type Said = Mention & { polarity: Polarity; subject?: string | undefined }
export type Clause = {
  line: string
  text: string
  speaker: Speaker
  tokens: readonly Token[]
  plain: string
  /** The whole line's words. */
  whole: string
  act: 'question' | 'statement' | 'greeting'
  /** How an answer begins. */
  reply?: Reply | undefined
  said: readonly Said[]
  quantities: readonly Quantity[]
  certainty: 'said' | 'probable' | 'possible' | 'rejected'
  conditional: boolean
  past: boolean
  plan: boolean
  /** The doctor's question that this clause may answer. */
  answers?: Clause | undefined
  /** The part of the note it belongs to, and its act, by the tagger. */
  tag: Tag
}

/** The probability, from 0 to 1, that the clause belongs to one of these parts of the note. */
export const chanceOf = ({ tag }: Clause, ...parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (tag.chances[part] ?? 0), 0)

type Words = Pick<Clause, 'tokens'>
/** The words from `from` to before `to`, without accents, and the marks between them. */
export const spanText = ({ tokens }: Words, from: number, to: number): string =>
  tokens
    .slice(Math.max(0, from), Math.max(0, to))
    .map(({ word }) => word)
    .join(' ')

/** The words from `from` to before `to`, without accents and marks. */
export const wordsOf = ({ tokens }: Words, from: number, to: number): string =>
  plainWords(tokens.slice(Math.max(0, from), Math.max(0, to)))
