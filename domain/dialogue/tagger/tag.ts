// Tags each clause of a consultation with its part of the note and its act.
import type { Clause } from '../clause.ts'
import { bucketsOf, featuresOf } from './features.ts'
import type { Act, Part } from './labels.ts'
import { type Model, openModel, probabilitiesOf, type StoredModel } from './model.ts'
import stored from './weights.json' with { type: 'json' }

export type TaggerModels = { part: Model; act: Model; keep: Model }

let models: TaggerModels | undefined
/** The trained models. Opened when first used: a Worker starts without them. */
export const ownModels = (): TaggerModels => {
  models ??= {
    part: openModel(stored.part as StoredModel),
    act: openModel(stored.act as StoredModel),
    keep: openModel(stored.keep as StoredModel),
  }
  return models
}
/** Replaces the models for a measurement on consultations that they were not trained on. */
export const setModels = (other: TaggerModels): void => {
  models = other
}

const best = (chances: readonly number[]): number => chances.indexOf(Math.max(...chances))

/** Sets the tag of each clause, in order. The same clauses always get the same tags. */
export function tagClauses(clauses: readonly Clause[], { part, act }: TaggerModels = ownModels()): void {
  clauses.forEach((clause, index) => {
    const names = featuresOf(clauses, index)
    const byPart = probabilitiesOf(part, bucketsOf(names, part.size))
    const byAct = probabilitiesOf(act, bucketsOf(names, act.size))
    const chances = Object.fromEntries(part.labels.map((label, at) => [label, byPart[at] ?? 0])) as Record<Part, number>
    const chosen = best(byPart)
    clause.tag = {
      part: part.labels[chosen] as Part,
      act: act.labels[best(byAct)] as Act,
      sure: byPart[chosen] ?? 0,
      noted: 1 - chances['-'],
      chances,
    }
  })
}
