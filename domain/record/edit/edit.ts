import { plain } from '../../text.ts'
import { isComplete } from '../proof/stop.ts'
import type { Sentence } from '../record.ts'
import { placesOf } from './places.ts'

/** An earlier sentence of the section: as structured, as before a change, or offered as an omission. */
export type Earlier = Pick<Sentence, 'text' | 'evidence' | 'proof' | 'probability'>

type Match = { at: number; end: number; order: number; sentence: Sentence }

/**
 * The sentences of an edited section. An unchanged sentence keeps its proof. All other text becomes the doctor's own,
 * unless it still contains a whole sentence that was unproven or flagged: that stays marked. The exact words of an
 * `earlier` sentence regain its proof or mark.
 */
export function editedSentences(
  before: readonly Sentence[],
  content: string,
  earlier: readonly Earlier[] = [],
): Sentence[] {
  const matches = matchSentences(withEarlier(before, earlier), content)
  const matched = new Set(matches.map(({ order }) => order))
  const marked = before.filter(
    ({ proof, flags }, order) => !matched.has(order) && (proof === 'none' || flags.length > 0),
  )
  const own = (text: string) => keepMarks(sentencesOf(text), marked)
  const out: Sentence[] = []
  let from = 0
  for (const { at, end, sentence } of matches) {
    out.push(...own(content.slice(from, at)), { ...sentence })
    from = end
  }
  return [...out, ...own(content.slice(from))]
}

/** These sentences, then the earlier ones that no longer exist. A typed sentence equal to an earlier one becomes it. */
function withEarlier(before: readonly Sentence[], earlier: readonly Earlier[]): Sentence[] {
  const byText = new Map(
    earlier.map(({ text, evidence, proof, probability }) => [
      text,
      { text, evidence, proof, flags: [], seen: false, probability },
    ]),
  )
  const now = before.map((sentence) =>
    sentence.proof === 'doctor' ? (byText.get(sentence.text) ?? sentence) : sentence,
  )
  for (const { text } of before) byText.delete(text)
  return [...now, ...byText.values()]
}

/** Finds each sentence in the text, in the order of the text. */
function matchSentences(before: readonly Sentence[], content: string): Match[] {
  const covered = new Uint8Array(content.length)
  const places = placesOf(
    before.map(({ text }) => text),
    content,
    (at) => begins(content, at),
  )
  const found: Match[] = []
  // Longest first: a short sentence must not claim part of a longer one.
  const longest = before
    .map((sentence, order) => ({ sentence, order }))
    .filter(({ sentence }) => sentence.text.trim() !== '')
    .sort((a, b) => b.sentence.text.length - a.sentence.text.length)
  for (const { sentence, order } of longest) {
    const { text } = sentence
    const [previous, next] = [before[order - 1]?.text, before[order + 1]?.text]
    // Equal sentences share their places; each place is tried once.
    const remaining = places.get(text) ?? []
    for (let at = remaining.pop(); at !== undefined; at = remaining.pop()) {
      const end = at + text.length
      if (covered[at] || covered[end - 1]) continue
      if (!begins(content, at) && !follows(content, at, previous)) continue
      if (!ends(content, end, text) && !precedes(content, end, next)) continue
      covered.fill(1, at, end)
      found.push({ at, end, order, sentence })
      break
    }
  }
  return withFirmBounds(
    found.sort((a, b) => a.at - b.at),
    content,
  )
}

/** Drops matches whose bounds depend on a neighbour without a stop that was dropped. */
function withFirmBounds(found: readonly Match[], content: string): Match[] {
  const beside = found.map(({ end }, index) => {
    const next = found[index + 1]
    return next !== undefined && /^\s+$/.test(content.slice(end, next.at))
  })
  const beginOk = found.map(({ at }) => begins(content, at))
  const endOk = found.map(({ end, sentence }) => ends(content, end, sentence.text))
  const valid = found.map(() => true)
  const holds = (index: number) =>
    (beginOk[index] || (beside[index - 1] && valid[index - 1])) && (endOk[index] || (beside[index] && valid[index + 1]))
  const doubtful = [...found.keys()]
  for (let index = doubtful.pop(); index !== undefined; index = doubtful.pop()) {
    if (!valid[index] || holds(index)) continue
    valid[index] = false
    doubtful.push(index - 1, index + 1)
  }
  return found.filter((_, index) => valid[index])
}

const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char)
/** Looks back only this many characters for a stop, a list mark or a line end. */
const FEW = 8
const listMark = /(?:^|\n)[ \t]*(?:[-–—•*]|\d{1,2}[.)])$/

/** Whether a sentence may begin at this place. */
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
/** Whether the words at this place are a whole sentence, by their bounds. */
export const isWholeSentence = (text: string, at: number, own: string): boolean =>
  begins(text, at) && ends(text, at + own.length, own)

/** Whether the sentence before is still there. */
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
/** The words of one sentence may be spread over this many. */
const SPREAD = 4
/** A word in more sentences than this shows too little: all of them are marked without a search. */
const MOST_PLACES = 50

/** Keeps the mark of an unproven or flagged sentence on the typed sentences that still contain all its words. */
function keepMarks(own: readonly Sentence[], marked: readonly Sentence[]): Sentence[] {
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

/** The fewest adjacent sentences, including this one, that contain all these words; empty if none do. */
function spanOf(all: readonly string[], words: readonly Set<string>[], at: number): number[] {
  for (let size = 1; size <= SPREAD; size++)
    for (let from = Math.max(0, at - size + 1); from <= at && from + size <= words.length; from++) {
      const span = Array.from({ length: size }, (_, index) => from + index)
      if (all.every((word) => span.some((index) => words[index]?.has(word)))) return span
    }
  return []
}
