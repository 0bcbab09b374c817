// Reads the clauses of a labelled consultation with their labels: the tagger learns from them.
import type { Clause } from '#domain/dialogue/clause.ts'
import { readClauses, type SpokenLine } from '#domain/dialogue/dialogue.ts'
import { type Act, acts, type Part, parts } from '#domain/dialogue/tagger/labels.ts'
import { tokensOf } from '#domain/record/safety/words.ts'
import { type LabelledConsultation, unmarked } from '../corpus.ts'

/** As spoken; as a recogniser without punctuation writes it; without speakers. */
export type Form = 'spoken' | 'plain' | 'unlabelled'
export type Sample = { clauses: Clause[]; parts: number[]; acts: number[] }

const wordCount = (text: string): number => tokensOf(text).filter(({ kind }) => kind !== 'mark').length

/** The label that most words of a clause have; '-' gives way to a part of the note. */
function mostOf<T extends string>(labels: readonly T[], none: T): T {
  const counts = new Map<T, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + (label === none ? 0.6 : 1))
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? none
}

/** The number of the act, or -1 where it has no label. */
const actOf = (list: readonly (Act | undefined)[]): number =>
  list.length > 0 && list.every((act) => act === undefined)
    ? -1
    : acts.indexOf(
        mostOf(
          list.flatMap((act) => act ?? []),
          'o',
        ),
      )

/** The lines of a consultation in this form. */
export const linesOf = (lines: LabelledConsultation['lines'], form: Form): SpokenLine[] =>
  lines
    .map(({ id, text, speaker }) => ({
      id,
      text: form === 'plain' ? unmarked(text) : text,
      speaker: form === 'unlabelled' ? undefined : speaker,
    }))
    .filter(({ text }) => text !== '')

export function sampleOf({ lines }: LabelledConsultation, form: Form): Sample {
  const clauses = readClauses(linesOf(lines, form))
  const labels = new Map(
    lines.map(({ id, clauses }) => [id, clauses.flatMap(({ text, label }) => new Array(wordCount(text)).fill(label))]),
  )
  const places = new Map<string, number>()
  const own = clauses.map((clause) => {
    const from = places.get(clause.line) ?? 0
    const to = from + clause.tokens.filter(({ kind }) => kind !== 'mark').length
    places.set(clause.line, to)
    return (labels.get(clause.line) ?? []).slice(from, to)
  })
  return {
    clauses,
    parts: own.map((list) =>
      parts.indexOf(
        mostOf(
          list.map(({ part }): Part => part),
          '-',
        ),
      ),
    ),
    acts: own.map((list) => actOf(list.map(({ act }) => act))),
  }
}
