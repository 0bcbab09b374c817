import { plain } from '../../text.ts'
import { isComplete } from '../proof/stop.ts'
import type { Sentence } from '../record.ts'
import { placesOf } from './places.ts'

/** A sentence that stood in the section before: as it was structured, before it was changed, or left out and offered. */
export type Earlier = Pick<Sentence, 'text' | 'evidence' | 'proof'>

type Kept = { at: number; end: number; order: number; sentence: Sentence }

/**
 * The sentences of an edited section. One that stands as it stood keeps its proof; whatever else the text now says
 * is the doctor's own word, unless it still says all of what had to be looked at: that is marked as before. The exact
 * words of what stood `earlier` are that again, with its proof or its mark.
 */
export function editedSentences(
  before: readonly Sentence[],
  content: string,
  earlier: readonly Earlier[] = [],
): Sentence[] {
  const kept = standing(recalled(before, earlier), content)
  const stands = new Set(kept.map(({ order }) => order))
  const marked = before.filter(
    ({ proof, flags }, order) => !stands.has(order) && (proof === 'none' || flags.length > 0),
  )
  const own = (text: string) => stillMarked(sentencesOf(text), marked)
  const out: Sentence[] = []
  let from = 0
  for (const { at, end, sentence } of kept) {
    out.push(...own(content.slice(from, at)), { ...sentence })
    from = end
  }
  return [...out, ...own(content.slice(from))]
}

/** These sentences, a typed one as what it repeats, and behind them those that stood earlier and no longer do. */
function recalled(before: readonly Sentence[], earlier: readonly Earlier[]): Sentence[] {
  const known = new Map(
    earlier.map(({ text, evidence, proof }) => [text, { text, evidence, proof, flags: [], seen: false }]),
  )
  const now = before.map((sentence) =>
    sentence.proof === 'doctor' ? (known.get(sentence.text) ?? sentence) : sentence,
  )
  for (const { text } of before) known.delete(text)
  return [...now, ...known.values()]
}

/** Where each sentence stands in the text, in its order. */
function standing(before: readonly Sentence[], content: string): Kept[] {
  const taken = new Uint8Array(content.length)
  const places = placesOf(
    before.map(({ text }) => text),
    content,
    (at) => begins(content, at),
  )
  const found: Kept[] = []
  // Longest first: a short sentence must not claim part of a longer one.
  const longest = before
    .map((sentence, order) => ({ sentence, order }))
    .filter(({ sentence }) => sentence.text.trim() !== '')
    .sort((a, b) => b.sentence.text.length - a.sentence.text.length)
  for (const { sentence, order } of longest) {
    const { text } = sentence
    const [previous, next] = [before[order - 1]?.text, before[order + 1]?.text]
    // Sentences that read alike share their places: each place is tried once.
    const left = places.get(text) ?? []
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const end = at + text.length
      if (taken[at] || taken[end - 1]) continue
      if (!begins(content, at) && !follows(content, at, previous)) continue
      if (!ends(content, end, text) && !precedes(content, end, next)) continue
      taken.fill(1, at, end)
      found.push({ at, end, order, sentence })
      break
    }
  }
  return held(
    found.sort((a, b) => a.at - b.at),
    content,
  )
}

/** Only those whose bounds hold: beside a neighbour without a stop as long as that one stands. */
function held(found: readonly Kept[], content: string): Kept[] {
  const beside = found.map(({ end }, index) => {
    const next = found[index + 1]
    return next !== undefined && /^\s+$/.test(content.slice(end, next.at))
  })
  const begun = found.map(({ at }) => begins(content, at))
  const ended = found.map(({ end, sentence }) => ends(content, end, sentence.text))
  const stands = found.map(() => true)
  const holds = (index: number) =>
    (begun[index] || (beside[index - 1] && stands[index - 1])) && (ended[index] || (beside[index] && stands[index + 1]))
  const doubtful = [...found.keys()]
  for (let index = doubtful.pop(); index !== undefined; index = doubtful.pop()) {
    if (!stands[index] || holds(index)) continue
    stands[index] = false
    doubtful.push(index - 1, index + 1)
  }
  return found.filter((_, index) => stands[index])
}

const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char)
/** A stop, a list's mark or a heading's line end is told by the few characters before it. */
const FEW = 8
const listMark = /(?:^|\n)[ \t]*(?:[-–—•*]|\d{1,2}[.)])$/

/** Where a sentence may begin and end in running text. */
function begins(text: string, at: number): boolean {
  let back = at
  while (back > 0 && isSpace(text[back - 1])) {
    back--
    if (text[back] === '\n') return true
  }
  if (back === 0) return true
  if (back === at) return false
  const few = text.slice(Math.max(0, back - FEW), back)
  return isComplete(few) || listMark.test(back > FEW ? `-${few}` : few)
}
function ends(text: string, end: number, sentence: string): boolean {
  if (end === text.length) return true
  if (isComplete(sentence)) return isSpace(text[end])
  for (let at = end; isSpace(text[at]); at++) if (text[at] === '\n') return true
  return text.slice(end).trim() === ''
}
/** Whether what stands there is text of its own: bounded as sentences are. */
export const standsAt = (text: string, at: number, own: string): boolean =>
  begins(text, at) && ends(text, at + own.length, own)

/** The sentence that stood beside it stands there still. */
function follows(text: string, at: number, previous: string | undefined): boolean {
  if (previous === undefined || !isSpace(text[at - 1])) return false
  let back = at
  while (isSpace(text[back - 1])) back--
  return text.endsWith(previous, back)
}
function precedes(text: string, end: number, next: string | undefined): boolean {
  if (next === undefined || !isSpace(text[end])) return false
  let on = end
  while (isSpace(text[on])) on++
  return text.startsWith(next, on)
}

const sentencesOf = (text: string): Sentence[] =>
  text
    .split(/(?<=[.!?…]["'”’»)\]]*)\s+|\n+/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !/^\d{1,2}[.)]$/.test(part))
    .map((part) => ({ text: part, evidence: [], proof: 'doctor', flags: [], seen: false }))

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
/** Over so many sentences what was one may be spread. */
const SPREAD = 4
/** A word in more sentences than these tells too little: all of them are marked, unread. */
const MOST_PLACES = 50

/** Written into, split or joined with others, what was unproven or flagged is so still while all its words stand. */
function stillMarked(own: readonly Sentence[], marked: readonly Sentence[]): Sentence[] {
  if (own.length === 0 || marked.length === 0) return [...own]
  const words = own.map(({ text }) => new Set(wordsOf(text)))
  const places = new Map<string, number[]>()
  for (const [index, set] of words.entries())
    for (const word of set) {
      const own = places.get(word)
      if (own) own.push(index)
      else places.set(word, [index])
    }
  const none = new Set<number>()
  for (const text of new Set(marked.map((sentence) => wordsOf(sentence.text).join(' ')))) {
    const all = text.split(' ')
    const rarest = all.map((word) => places.get(word) ?? []).sort((a, b) => a.length - b.length)[0] ?? []
    const isCommon = rarest.length > MOST_PLACES
    for (const at of rarest) for (const index of isCommon ? [at] : spanOf(all, words, at)) none.add(index)
  }
  return own.map((sentence, index) => (none.has(index) ? { ...sentence, proof: 'none' } : sentence))
}

/** The fewest sentences beside each other, this one among them, that say all these words; none where they do not. */
function spanOf(all: readonly string[], words: readonly Set<string>[], at: number): number[] {
  for (let size = 1; size <= SPREAD; size++)
    for (let from = Math.max(0, at - size + 1); from <= at && from + size <= words.length; from++) {
      const span = Array.from({ length: size }, (_, index) => from + index)
      if (all.every((word) => span.some((index) => words[index]?.has(word)))) return span
    }
  return []
}
