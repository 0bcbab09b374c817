// Chooses the sentences of the note: a learned probability that a careful colleague would have written each.
import { bucketsOf } from '#domain/dialogue/tagger/features.ts'
import { type Model, openModel, probabilitiesOf, type StoredModel } from '#domain/dialogue/tagger/model.ts'
import { canonicalOf } from '../parts.ts'
import { type CheckedLine, safetyChecker } from '../safety/check.ts'
import type { Candidate } from './candidates.ts'
import stored from './choice.json' with { type: 'json' }
import { contentOf, shareIn } from './content.ts'

/** `chance`: the probability that the sentence is right and wanted, from 0 to 1. */
export type Weighed = Candidate & { chance: number }
/** `written`: the note's sentences. `held`: those that wait for the doctor, the most probable first. */
export type Choice = { written: Weighed[]; held: Weighed[] }

/** From here on a sentence is written; below it waits in 'A conferir'. */
const written = 0.4
/** Below this a candidate is dropped. */
const worth = 0.2
/** The note says a sentence already when it has this share of its content words. */
const repeated = 0.75

let model: Model | undefined
const ownModel = (): Model => {
  model ??= openModel(stored as StoredModel)
  return model
}
/** Replaces the model for a measurement on consultations that it was not trained on. */
export const useChoice = (other: Model): void => {
  model = other
}

/**
 * Chooses from the candidates, the most probable first. A sentence that repeats a chosen one, or that a safety check
 * doubts, is not written.
 */
export function chooseSentences(candidates: readonly Candidate[], entries: readonly CheckedLine[]): Choice {
  const checker = safetyChecker(entries, '')
  const size = ownModel().size
  const weighed = candidates
    .map(
      (candidate): Weighed => ({
        ...candidate,
        chance: probabilitiesOf(ownModel(), bucketsOf(candidate.features, size))[1] ?? 0,
      }),
    )
    .filter(({ chance }) => chance >= worth)
    .sort((a, b) => b.chance - a.chance)
  const choice: Choice = { written: [], held: [] }
  const contents: ReadonlySet<string>[] = []
  for (const candidate of weighed) {
    const content = contentOf(candidate.text)
    if (content.size === 0 || contents.some((other) => shareIn(content, other) >= repeated)) continue
    contents.push(content)
    const doubted = candidate.chance < written || isDoubted(checker, candidate)
    choice[doubted ? 'held' : 'written'].push(candidate)
  }
  return choice
}

const isDoubted = (checker: ReturnType<typeof safetyChecker>, { part, text, evidence }: Candidate): boolean =>
  checker.sentence({ section: canonicalOf(part), text, evidence, proof: 'transcript' }).length > 0
