// Prepares a sentence of a note and the lines that it rests on: all signs of doubt are computed from it.
import type { CanonicalKey } from '../record.ts'
import type { Statement } from '../safety/claim.ts'
import { type Evidence, linesAround } from '../safety/evidence.ts'
import type { Dialogue, ReadLine } from '../safety/reading.ts'
import { deniers, isGeneral, isLight, plainWords, type Token } from '../safety/words.ts'
import { type Atom, atomsOf } from './atoms.ts'
import { noteCues } from './cues.ts'
import { type SpokenAtom, type TalkLine, talkOf } from './talk.ts'

/** Lines before and after those of a sentence that may complete them. */
const reach = 2
/** A sentence is read by its first lines: the time to compare grows with their number. */
const mostLines = 24
const mostAround = mostLines * (2 * reach + 1)

/** A sentence of a section, as it is read, and the lines that it rests on. */
export type CitedSentence = { statement: Statement; section: CanonicalKey; evidence: Evidence; dialogue: Dialogue }
export type Reading = {
  /** The section, or the part of it that the sentence's words tell: medicines and allergies are written in 'hpp'. */
  part: string
  statement: Statement
  evidence: Evidence
  dialogue: Dialogue
  talk: readonly TalkLine[]
  /** The names of all atoms of the dialogue. */
  names: ReadonlySet<string>
  /** Indexes of the lines that are cited; of those and their questions and answers; of these and their neighbours. */
  cited: ReadonlySet<number>
  linked: ReadonlySet<number>
  around: ReadonlySet<number>
  cues: ReadonlySet<string>
  atoms: readonly Atom[]
  /** The content words of the sentence, with their places. */
  content: readonly { token: Token; at: number }[]
  signs: Signs
}

/** Named numbers: what speaks for or against a sentence. */
class Signs {
  readonly values = new Map<string, number>()
  add(name: string, value = 1): void {
    this.values.set(name, (this.values.get(name) ?? 0) + value)
  }
  highest(name: string, value: number): void {
    this.values.set(name, Math.max(this.values.get(name) ?? 0, value))
  }
}

export function readingOf({ statement, section, evidence: all, dialogue }: CitedSentence): Reading {
  const inOrder = (lines: readonly ReadLine[], most = mostLines) =>
    [...lines].sort((a, b) => a.index - b.index).slice(0, most)
  const evidence = { ...all, cited: inOrder(all.cited), lines: inOrder(all.lines) }
  const indexesOf = (lines: readonly ReadLine[]) => new Set(lines.map(({ index }) => index))
  const around = indexesOf(inOrder(linesAround(dialogue, evidence.lines, reach), mostAround))
  const atoms = atomsOf(statement.tokens, statement.quantities)
  const talk = talkOf(dialogue)
  return {
    part: partOf(section, statement, atoms),
    statement,
    evidence,
    dialogue,
    talk: talk.lines,
    names: talk.names,
    cited: indexesOf(evidence.cited),
    linked: indexesOf([...evidence.cited, ...evidence.lines]),
    around,
    cues: noteCues(plainWords(statement.tokens)),
    atoms,
    content: statement.tokens.flatMap((token, at) =>
      token.kind === 'word' && !isLight(token.word) && !deniers.has(token.word) ? [{ token, at }] : [],
    ),
    signs: new Signs(),
  }
}

function partOf(section: CanonicalKey, { tokens }: Statement, atoms: readonly Atom[]): string {
  if (section !== 'hpp') return section
  if (tokens.some(({ stem }) => stem.startsWith('alerg'))) return 'allergies'
  return atoms.some(({ type, from }) => type === 'drug' && from < 3) ? 'medicines' : section
}

/** The atoms of one type in these lines. */
export const spokenIn = ({ talk }: Reading, lines: ReadonlySet<number>, type: Atom['type']): SpokenAtom[] =>
  [...lines].flatMap((line) => talk[line]?.atoms.filter((atom) => atom.type === type) ?? [])

/** Where these lines name the same as an atom of the sentence. */
export const sameIn = (reading: Reading, lines: ReadonlySet<number>, { type, key }: Atom): SpokenAtom[] =>
  spokenIn(reading, lines, type).filter((spoken) => spoken.key === key)

/** The places of a content word in these lines. */
export const placesIn = ({ talk }: Reading, lines: ReadonlySet<number>, { stem }: Token): number[] =>
  [...lines].flatMap((line) => talk[line]?.places.get(stem) ?? [])

/** A content word that tells something by itself. */
export const isTelling = ({ word }: Token): boolean => !isGeneral(word)

const steps = [2, 5, 10, 20, 50]
/** A distance in words as one of six steps, from 0 (near) to 5. */
export const stepOf = (distance: number): number => {
  const step = steps.findIndex((most) => distance <= most)
  return step < 0 ? steps.length : step
}
/** The shortest distance between two lists of places. */
export function shortest(some: readonly number[], others: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const one of some) for (const other of others) least = Math.min(least, Math.abs(one - other))
  return least
}
