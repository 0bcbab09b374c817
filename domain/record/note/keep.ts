// Which words of a clause a note would keep: a learned probability for each word.
import type { Clause } from '#domain/dialogue/clause.ts'
import { bucketsOf } from '#domain/dialogue/tagger/features.ts'
import { type Model, probabilitiesOf } from '#domain/dialogue/tagger/model.ts'

/** Whether the word is decided on: marks and joining words follow their neighbours. */
export const isDecided = (clause: Clause, at: number): boolean => {
  const token = clause.tokens[at]
  return token !== undefined && token.kind !== 'mark' && (!token.joining || token.kind === 'number')
}

/** The names of the features of one word of a clause. */
export function wordFeatures(clause: Clause, at: number): string[] {
  const { tag } = clause
  const stem = (index: number): string => {
    const token = clause.tokens[index]
    return token === undefined ? '^' : token.kind === 'number' ? '#' : token.stem
  }
  const own = stem(at)
  const who = clause.speaker === 'doctor' ? 'D' : 'P'
  const kinds = clause.said.filter(({ from, to }) => at >= from && at < to).map(({ concept }) => concept.kind)
  const names = [
    'bias',
    `w:${own}`,
    `w:${own}:${tag.part}`,
    `a:${stem(at - 1)} ${own}`,
    `z:${own} ${stem(at + 1)}`,
    `-1:${stem(at - 1)}`,
    `+1:${stem(at + 1)}`,
    `-2:${stem(at - 2)}`,
    `+2:${stem(at + 2)}`,
    `part:${tag.part}:${who}`,
    `act:${tag.act}:${who}`,
    `noted:${Math.floor(tag.noted * 5)}:${who}`,
    `noted:${Math.floor(tag.noted * 5)}:${kinds[0] ?? '-'}`,
    `end:${own.slice(-3)}`,
    `place:${at === 0 ? 'first' : at >= clause.tokens.length - 2 ? 'last' : 'inside'}`,
    `length:${Math.min(8, Math.floor(clause.tokens.length / 4))}`,
    `question:${clause.act === 'question'}:${kinds.length > 0}`,
    `counted:${clause.quantities.some(({ from, to }) => at >= from && at < to)}:${tag.part}`,
    `near a number:${clause.quantities.some(({ from, to }) => at >= from - 2 && at < to + 2)}`,
  ]
  for (const kind of kinds) names.push(`k:${kind}`, `k:${kind}:${tag.part}`, `k:${kind}:${tag.act}:${who}`)
  if (clause.answers?.tokens.some((token) => token.stem === own)) names.push('asked')
  return names
}

/** For each token of the clause the probability that the note keeps it; NaN for marks and joining words. */
export const keepChances = (model: Model, clause: Clause): number[] =>
  clause.tokens.map((_, at) =>
    isDecided(clause, at)
      ? (probabilitiesOf(model, bucketsOf(wordFeatures(clause, at), model.size))[1] ?? 0)
      : Number.NaN,
  )
