// The dialogue as one row of words, by which distances between words are compared.
import type { Dialogue, ReadLine } from '../safety/reading.ts'
import { plainWords, type Token } from '../safety/words.ts'
import { type Atom, atomsOf, nameOf } from './atoms.ts'
import { talkCues } from './cues.ts'

/** A stretch of a line between stops or before 'mas'. `names`: its stems and atoms. `nextCues`: of the one that follows. */
export type Stretch = {
  line: number
  cues: ReadonlySet<string>
  nextCues: ReadonlySet<string>
  /** The next stretch takes this one back: 'não, parei'. */
  isTurned: boolean
  isQuestion: boolean
  words: string
  /** The same words as the line has them, for a quotation. */
  said: string
  names: Set<string>
}
/** An atom of a line. `at`, `end`: its first place in the row and the one after its last. */
export type SpokenAtom = Atom & { at: number; end: number; line: number; stretch: Stretch }
/** `names`: of all atoms of the dialogue. */
export type Talk = { lines: readonly TalkLine[]; names: ReadonlySet<string> }
export type TalkLine = {
  /** The place of its first word in the row. */
  start: number
  tokens: readonly Token[]
  stretches: readonly Stretch[]
  atoms: readonly SpokenAtom[]
  /** The places of each content word, by its stem. */
  places: ReadonlyMap<string, readonly number[]>
}

/** So far apart are the words of two lines at least. */
export const BETWEEN_LINES = 8
const parts = /^(mas|porem|senao)$/
/** In a line without any mark these begin something new, too, and no stretch is longer. */
const begins = /^(porque|entao|dai|ai|agora)$/
const LONGEST = 16
const stops = /^[.?!;]$/
const turns = /^(mas )?nao\b/

const talks = new WeakMap<Dialogue, Talk>()
/** No more of a line is compared with each sentence: the time must not grow with both. */
const MOST = { stretches: 40, atoms: 40, places: 8 }

/** The lines of a dialogue with the places of their words; read once for all sentences. */
export function talkOf(dialogue: Dialogue): Talk {
  const before = talks.get(dialogue)
  if (before) return before
  let start = 0
  const lines = dialogue.lines.map((line) => {
    const read = readTalk(line, start)
    start += line.tokens.length + BETWEEN_LINES
    return read
  })
  const all = lines.flatMap(({ stretches }) => stretches)
  all.forEach((stretch, index) => {
    const next = all[index + 1]
    if (!next) return
    stretch.nextCues = next.cues
    // 'Não se preocupe' of the doctor takes back nothing that the patient said.
    const isOther = next.line !== stretch.line && dialogue.lines[next.line]?.speaker === 'doctor'
    stretch.isTurned = !isOther && turns.test(next.words)
  })
  const talk = { lines, names: new Set(lines.flatMap(({ atoms }) => atoms.map(nameOf))) }
  talks.set(dialogue, talk)
  return talk
}

const saidOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ written, said, kind }) => ({ text: written ?? said, kind }))
    .filter(({ text }) => text)
    .map(({ text, kind }, at) => (at === 0 || (kind === 'mark' && text !== '(') ? text : ` ${text}`))
    .join('')
    .replace(/^[.,;!?] ?|[,;:]$/g, '')

function readTalk({ index, tokens, quantities }: ReadLine, start: number): TalkLine {
  const stretches: Stretch[] = []
  const stretchAt: number[] = []
  let from = 0
  const close = (to: number) => {
    const own = tokens.slice(from, to)
    if (own.some(({ kind }) => kind !== 'mark')) {
      const words = plainWords(own)
      stretches.push({
        line: index,
        cues: talkCues(words),
        nextCues: new Set(),
        isTurned: false,
        isQuestion: tokens[to]?.word === '?',
        words,
        said: saidOf(own),
        names: new Set(own.map(({ stem }) => stem)),
      })
    }
    from = to
  }
  const isMarked = tokens.some(({ kind }) => kind === 'mark')
  tokens.forEach(({ word }, at) => {
    const isNew = !isMarked && ((begins.test(word) && at - from >= 4) || at - from >= LONGEST)
    if (isNew || stops.test(word) || parts.test(word)) close(at)
    stretchAt[at] = stretches.length
  })
  close(tokens.length)
  const places = new Map<string, number[]>()
  tokens.forEach(({ kind, joining, stem }, at) => {
    if (kind !== 'word' || joining) return
    const list = places.get(stem)
    if (list && list.length < MOST.places) list.push(start + at)
    else if (!list) places.set(stem, [start + at])
  })
  const atoms = atomsOf(tokens, quantities)
    .sort((a, b) => a.from - b.from)
    .slice(0, MOST.atoms)
    .flatMap((atom): SpokenAtom[] => {
      const stretch = stretches[Math.min(stretchAt[atom.from] ?? 0, stretches.length - 1)]
      if (!stretch) return []
      stretch.names.add(nameOf(atom))
      return [{ ...atom, at: start + atom.from, end: start + atom.to, line: index, stretch }]
    })
  return { start, tokens, stretches: stretches.slice(0, MOST.stretches), atoms, places }
}
