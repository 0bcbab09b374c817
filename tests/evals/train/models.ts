// Trains the models of the tagger: part and act of a clause, and the words of it that a note keeps.
import { bucketsOf, featuresOf } from '#domain/dialogue/tagger/features.ts'
import { type Act, acts, type Part, parts } from '#domain/dialogue/tagger/labels.ts'
import { openModel, type StoredModel } from '#domain/dialogue/tagger/model.ts'
import { tagClauses } from '#domain/dialogue/tagger/tag.ts'
import { contentOf } from '#domain/record/note/content.ts'
import { isDecided, wordFeatures } from '#domain/record/note/keep.ts'
import type { LabelledConsultation } from '../corpus.ts'
import { linearModel, seeded, shuffled } from './linear.ts'
import { type Sample, sampleOf } from './samples.ts'

export type StoredModels = { part: StoredModel; act: StoredModel; keep: StoredModel }

const rounds = 6
/** Small steps: larger ones fit the training set alone (docs/quality.md). */
const rate = { tags: 0.012, words: 0.02 }
/** After the first round most tags before a clause are the model's own, as they will be when it runs. */
const ownTags = 0.7

export function trainModels(consultations: readonly LabelledConsultation[]): StoredModels {
  const draw = seeded(7)
  const samples = consultations.flatMap((one) => [
    sampleOf(one, 'spoken'),
    sampleOf(one, 'plain'),
    sampleOf(one, 'unlabelled'),
  ])
  const part = linearModel(parts, 1 << 14, rate.tags, 1e-5)
  const act = linearModel(acts, 1 << 12, rate.tags, 1e-5)
  for (let round = 0; round < rounds; round++)
    for (const sample of shuffled(samples, draw)) learnTags(sample, part, act, round === 0 ? 0 : ownTags, draw)
  const stored = { part: part.stored(), act: act.stored() }
  return { ...stored, keep: trainKeep(consultations, stored) }
}

const best = (chances: readonly number[]): number => chances.indexOf(Math.max(...chances))

function learnTags(
  { clauses, parts: rightParts, acts: rightActs }: Sample,
  part: ReturnType<typeof linearModel>,
  act: ReturnType<typeof linearModel>,
  own: number,
  draw: () => number,
): void {
  clauses.forEach((clause, index) => {
    const names = featuresOf(clauses, index)
    const [forPart, forAct] = [bucketsOf(names, 1 << 14), bucketsOf(names, 1 << 12)]
    const [rightPart, rightAct] = [rightParts[index] ?? 0, rightActs[index] ?? 0]
    const guesses = draw() < own
    const [chosenPart, chosenAct] = guesses
      ? [best(part.probabilities(forPart)), best(act.probabilities(forAct))]
      : [rightPart, rightAct < 0 ? best(act.probabilities(forAct)) : rightAct]
    part.learn(forPart, rightPart)
    if (rightAct >= 0) act.learn(forAct, rightAct)
    clause.tag = { part: parts[chosenPart] as Part, act: acts[chosenAct] as Act, sure: 1, noted: 1, chances: {} }
  })
}

/** Learns from the ideal notes which words of the cited lines a note takes over. */
function trainKeep(
  consultations: readonly LabelledConsultation[],
  stored: Pick<StoredModels, 'part' | 'act'>,
): StoredModel {
  const size = 1 << 14
  const model = linearModel(['drop', 'keep'], size, rate.words, 1e-3)
  const models = { part: openModel(stored.part), act: openModel(stored.act), keep: openModel(stored.part) }
  const rows = consultations.flatMap((one) => {
    const wanted = new Map<string, Set<string>>()
    for (const { text, evidence } of one.ideal)
      for (const line of evidence) wanted.set(line, new Set([...(wanted.get(line) ?? []), ...contentOf(text)]))
    return (['spoken', 'plain'] as const).flatMap((form) => {
      const { clauses } = sampleOf(one, form)
      tagClauses(clauses, models)
      return clauses.flatMap((clause) =>
        clause.tokens.flatMap((token, at) => {
          if (!isDecided(clause, at)) return []
          const own = [
            `stem ${token.stem.slice(0, 5)}`,
            ...clause.said
              .filter(({ from, to }) => at >= from && at < to)
              .map(({ concept }) => `concept ${concept.note}`),
            ...clause.quantities.filter(({ from, to }) => at >= from && at < to).map(({ value }) => `number ${value}`),
          ]
          const right = own.some((content) => wanted.get(clause.line)?.has(content)) ? 1 : 0
          return [{ buckets: bucketsOf(wordFeatures(clause, at), size), right }]
        }),
      )
    })
  })
  const draw = seeded(3)
  for (let round = 0; round < 3; round++)
    for (const { buckets, right } of shuffled(rows, draw)) model.learn(buckets, right)
  return model.stored()
}
