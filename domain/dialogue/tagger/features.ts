// The features of a clause for the tagger: its words, its concepts, who speaks, the question before it, its neighbours.
import type { Clause } from '../clause.ts'

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const stemsOf = (clause: Clause): string[] =>
  clause.tokens.filter(({ kind }) => kind !== 'mark').map(({ stem, kind }) => (kind === 'number' ? '#' : stem))
const conceptsOf = (clause: Clause): string[] =>
  clause.said.flatMap(({ concept, polarity }) => [
    `k:${concept.kind}`,
    `n:${concept.note}`,
    `k:${concept.kind}:${polarity}`,
  ])

/**
 * The names of the features of the clause at `index`. Reads the tags of the clauses before it. Two clauses with the
 * same names get the same tags.
 */
export function featuresOf(clauses: readonly Clause[], index: number): string[] {
  const clause = clauses[index] as Clause
  const stems = stemsOf(clause)
  const who = clause.speaker === 'doctor' ? 'D' : 'P'
  const names = ['bias', `who:${who}`, `act:${who}${clause.act}`]
  for (const stem of stems) names.push(`w:${stem}`, `${who}w:${stem}`)
  for (const token of clause.tokens.slice(0, 3)) names.push(`first:${token.word}`)
  names.push(
    `first3:${clause.tokens
      .slice(0, 3)
      .map(({ word }) => word)
      .join(' ')}`,
  )
  for (const concept of conceptsOf(clause)) names.push(concept, `${who}${concept}`)
  for (const { unit } of clause.quantities) names.push(`u:${unit}`, `${who}u:${unit}`)
  names.push(`len:${Math.min(6, Math.floor(stems.length / 3))}${who}`)
  names.push(`place:${Math.floor((8 * index) / clauses.length)}${who}`)
  if (clause.conditional) names.push('conditional', `conditional:${who}`)
  if (clause.past) names.push('past')
  if (clause.plan) names.push('plan')
  names.push(`certainty:${clause.certainty}${who}`)
  const question = clause.answers
  if (question) {
    names.push('answers', `reply:${clause.reply?.means ?? '-'}`)
    for (const stem of stemsOf(question)) names.push(`q:${stem}`)
    for (const concept of conceptsOf(question)) names.push(`q${concept}`)
    names.push(`qpart:${question.tag.part}`, `qpart:${question.tag.part}:${clause.reply?.means ?? '-'}`)
  }
  for (const back of [1, 2]) {
    const before = clauses[index - back]
    if (!before) continue
    const tags = before.tag
    const same = before.line === clause.line ? 'same' : 'other'
    names.push(
      `part-${back}:${tags.part}`,
      `part-${back}:${tags.part}:${same}:${who}`,
      `act-${back}:${tags.act}:${who}`,
    )
    if (back === 1) {
      names.push(`tags-1:${tags.part}:${tags.act}:${who}:${before.speaker === clause.speaker ? 'same' : 'turn'}`)
      for (const concept of conceptsOf(before)) names.push(`p${concept}`)
    }
  }
  const next = clauses[index + 1]
  if (next) {
    names.push(`next:${next.speaker === clause.speaker ? 'same' : 'turn'}:${next.act}`)
    for (const stem of stemsOf(next).slice(0, 12)) names.push(`x:${stem}`)
  }
  return names
}

/** The buckets of the features in a table of `size` rows, each once. */
export const bucketsOf = (names: readonly string[], size: number): number[] => [
  ...new Set(names.map((name) => hashOf(name) % size)),
]
