import type { Sentence } from './record.ts'

/** Where a sentence may begin and end in running text. */
const begins = (text: string, at: number) => at === 0 || /(^|[.!?…]\s+|\n\s*)$/.test(text.slice(0, at))
const ends = (text: string, at: number, complete: boolean) =>
  at === text.length || (complete ? /\s/ : /\n/).test(text[at] as string)
const complete = (sentence: string) => /[.!?…]$/.test(sentence)

/**
 * The sentences of an edited section. One that stands as it stood keeps its proof; whatever else the text now says
 * is the doctor's own word.
 */
export function editedSentences(before: readonly Sentence[], content: string): Sentence[] {
  const kept: { at: number; end: number; sentence: Sentence }[] = []
  // Longest first: a short sentence must not claim part of a longer one.
  for (const sentence of [...before]
    .filter((item) => item.text.trim() !== '')
    .sort((a, b) => b.text.length - a.text.length)) {
    const at = place(sentence.text, content, kept)
    if (at >= 0) kept.push({ at, end: at + sentence.text.length, sentence })
  }
  kept.sort((a, b) => a.at - b.at)
  const out: Sentence[] = []
  let from = 0
  for (const { at, end, sentence } of kept) {
    out.push(...own(content.slice(from, at)), { ...sentence })
    from = end
  }
  return [...out, ...own(content.slice(from))]
}

function place(sentence: string, content: string, taken: readonly { at: number; end: number }[]): number {
  for (let at = content.indexOf(sentence); at >= 0; at = content.indexOf(sentence, at + 1)) {
    const end = at + sentence.length
    if (
      begins(content, at) &&
      ends(content, end, complete(sentence)) &&
      !taken.some((other) => at < other.end && other.at < end)
    )
      return at
  }
  return -1
}

const own = (text: string): Sentence[] =>
  text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => ({ text: part, evidence: [], proof: 'doctor', flags: [], seen: false }))
