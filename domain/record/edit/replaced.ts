import { plain } from '../../text.ts'
import type { Replaced, Sentence } from '../record.ts'

/** Two sentences this similar are one that was changed: twice the shared words over all their words. */
const NEAR = 0.6

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
/** Inflections count as one word; numbers stay whole. */
const stemOf = (word: string): string => (/\d/.test(word) ? word : word.slice(0, 5))
const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemOf))

/** A sentence was shortened or extended if this share of the shorter one remains. */
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
 * Links each changed sentence to the proven one it replaces, by similarity. The checks compare it with those lines from
 * then on, through all later changes.
 */
export function withReplaced(before: readonly Sentence[], after: readonly Sentence[]): Sentence[] {
  const remaining = new Map<string, number>()
  for (const { text } of after) remaining.set(text, (remaining.get(text) ?? 0) + 1)
  // One sentence may have become many, which replace the same one: compare with it once.
  const removed = new Map<string, Replaced>()
  for (const { text, evidence, proof, replaces, probability } of before) {
    const count = remaining.get(text) ?? 0
    remaining.set(text, count - 1)
    const replaced = replaces ?? (proof === 'transcript' ? { text, evidence, probability } : undefined)
    if (count <= 0 && replaced) removed.set(JSON.stringify(replaced), replaced)
  }
  if (removed.size === 0) return [...after]
  const candidates = [...removed.values()].map((replaced) => ({ replaced, stems: stemsOf(replaced.text) }))
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
