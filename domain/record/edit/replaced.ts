import { plain } from '../../text.ts'
import type { Replaced, Sentence } from '../record.ts'

/** From here on two sentences are one that was changed: twice what they share of all their words. */
const NEAR = 0.6

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
/** Inflections are one word; a number is itself. */
const stemOf = (word: string): string => (/\d/.test(word) ? word : word.slice(0, 5))
const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemOf))

/** Said shorter or longer, most of the shorter one stands. */
const WITHIN = 0.66
const FEWEST = 3

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of a) if (b.has(stem)) shared++
  const shorter = Math.min(a.size, b.size)
  const within = shorter >= FEWEST && shared / shorter >= WITHIN ? NEAR : 0
  return Math.max(within, (2 * shared) / (a.size + b.size || 1))
}

/**
 * Sentences after an edit, each that is near to a proven one that no longer stands together with it: it is held against
 * that one's lines from then on, however often it is changed.
 */
export function withReplaced(before: readonly Sentence[], after: readonly Sentence[]): Sentence[] {
  const standing = new Map<string, number>()
  for (const { text } of after) standing.set(text, (standing.get(text) ?? 0) + 1)
  // One sentence may have become many: they are compared with it once.
  const gone = new Map<string, Replaced>()
  for (const { text, evidence, proof, replaces } of before) {
    const left = standing.get(text) ?? 0
    standing.set(text, left - 1)
    const replaced = replaces ?? (proof === 'transcript' ? { text, evidence } : undefined)
    if (left <= 0 && replaced) gone.set(JSON.stringify(replaced), replaced)
  }
  if (gone.size === 0) return [...after]
  const candidates = [...gone.values()].map((replaced) => ({ replaced, stems: stemsOf(replaced.text) }))
  return after.map((sentence) => {
    if (sentence.proof === 'transcript' || sentence.replaces) return sentence
    const own = stemsOf(sentence.text)
    let nearest: Replaced | undefined
    let most = NEAR
    for (const { replaced, stems } of candidates) {
      const near = likeness(own, stems)
      if (near < most) continue
      most = near
      nearest = replaced
    }
    return nearest ? { ...sentence, replaces: nearest } : sentence
  })
}
