// Chooses the sentences of the note: a learned probability that a careful colleague would have written each.
import { bucketsOf } from '#domain/dialogue/tagger/features.ts'
import type { Part } from '#domain/dialogue/tagger/labels.ts'
import { type Model, openModel, probabilitiesOf, type StoredModel } from '#domain/dialogue/tagger/model.ts'
import { namesRisk } from '../lexicon/risk.ts'
import { canonicalOf } from '../parts.ts'
import { type CheckedLine, safetyChecker } from '../safety/check.ts'
import type { Candidate } from './candidates.ts'
import stored from './choice.json' with { type: 'json' }
import { contentOf, shareIn } from './content.ts'

/** `chance`: the probability that the sentence is right and wanted, from 0 to 1. */
export type Weighed = Candidate & { chance: number }
/** `written`: the note's sentences. `held`: those that wait for the doctor, the most probable first. */
export type Choice = { written: Weighed[]; held: Weighed[] }

/** A sentence with this chance is written; below it waits for the doctor. */
const enough = { frames: 0.1, talk: 0.2 }
/** A note with fewer words than this share of the talk takes less probable sentences too, from `least` on. */
const shortNote = 0.28
const least = 0.01
/** A wrong medicine, allergy, disease or order does more harm than a missing one: it must be this probable. */
const grave: ReadonlySet<Part> = new Set<Part>(['con', 'hip', 'med', 'ale', 'hf', 'hpp'])
const certainEnough = 0.4
/** From here on a candidate that is not written is offered to the doctor. */
const offered = 0.1
/** Candidates below this chance are dropped. */
const worth = 0.005
/** The note says a sentence already when it has this share of its content words. */
const repeated = 0.75
/** Two wordings of one line say the same with this share. */
const sameLine = 0.5

let model: Model | undefined
const ownModel = (): Model => {
  model ??= openModel(stored as StoredModel)
  return model
}
const wordsOf = (text: string): number => text.split(/\s+/).length

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
    .filter(({ chance, text }) => chance >= worth || namesRisk(text))
    .sort((a, b) => b.chance - a.chance)
  const choice: Choice = { written: [], held: [] }
  const short = shortNote * entries.reduce((sum, { text }) => sum + wordsOf(text), 0)
  let count = 0
  const earlier: { content: ReadonlySet<string>; line: string | undefined }[] = []
  for (const candidate of weighed) {
    const content = contentOf(candidate.text)
    const line = candidate.evidence.at(-1)
    const repeats = earlier.some(
      (other) =>
        shareIn(content, other.content) >= (other.line === line ? sameLine : repeated) ||
        (other.line === line && shareIn(other.content, content) >= repeated),
    )
    if (content.size === 0 || repeats) continue
    earlier.push({ content, line })
    const certain =
      candidate.chance >=
      Math.max(count < short ? least : enough[candidate.from], grave.has(candidate.part) ? certainEnough : 0)
    const doubted = !certain || isDoubted(checker, candidate)
    if (!doubted) count += wordsOf(candidate.text)
    if (!doubted) choice.written.push(candidate)
    else if (candidate.chance >= offered || namesRisk(candidate.text)) choice.held.push(candidate)
  }
  return choice
}

const isDoubted = (checker: ReturnType<typeof safetyChecker>, { part, text, evidence }: Candidate): boolean =>
  checker.sentence({ section: canonicalOf(part), text, evidence, proof: 'transcript' }).length > 0
