// Counts what the product keeps of answers, and of answers in which some sentences were replaced by wrong ones.

import { contentOf, shareIn } from '#domain/record/note/content.ts'
import { canonicalOf } from '#domain/record/parts.ts'
import type { DraftState } from '#domain/record/proof/hold.ts'
import type { Proven } from '#domain/record/proof/prove.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import { sectionFor } from '#domain/record/templates/place.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { withPlainEvidence } from '#local/structure/consultation.ts'
import { answerIn, answerSchema, type ModelAnswer } from '#workers/structuring/answer.ts'
import type { Ask } from '#workers/structuring/ask.ts'
import { writeWith } from '#workers/structuring/model.ts'
import { lineName } from '#workers/structuring/prompt.ts'
import type { ScoredRecord } from '../score.ts'
import { seeded } from '../train/linear.ts'
import { inputOf, type ModelCase, playing, type StoredAnswers } from './stored.ts'

const SEED = 7

/** Proves the record that these answers give. Errors: ModelUnusable. */
export async function provenWith(one: ModelCase, ask: Ask): Promise<Proven> {
  const { sections } = await writeWith(ask, inputOf(one))
  let count = 0
  return proveRecord(
    { entries: one.entries, context: one.context, specialty: one.specialty },
    sections,
    () => `${++count}`,
  )
}

/** A record in the shape that the scorer of facts reads. */
export const forScorer = ({ sections }: Proven): ScoredRecord => ({ sections: withPlainEvidence(sections) })

type States = Record<DraftState, number>
const noStates = (): States => ({ kept: 0, held: 0, refused: 0 })

/** Counts the states of the good answers' sentences after a share of them was replaced by wrong ones. */
export async function mixedTotals(
  cases: readonly ModelCase[],
  stored: Readonly<Record<string, StoredAnswers[]>>,
  share: number,
): Promise<{ wrong: States; right: States }> {
  const totals = { wrong: noStates(), right: noStates() }
  for (const one of cases) {
    const good = stored[one.id]?.find(({ by }) => by === 'good')
    if (!good || !one.labelled || Object.keys(good.calls).length > 1) continue
    const { answer, wrong } = madeWrong(one, onlyAnswer(one, good.calls), share, SEED)
    const { judged } = await provenWith(one, playing({ 'part 1': JSON.stringify(answer) }))
    for (const { text, state } of judged) totals[wrong.includes(text) ? 'wrong' : 'right'][state] += 1
  }
  return totals
}

/**
 * An answer with a share of its sentences replaced by wrong ones that people wrote about the same consultation: each
 * takes the place of the sentence most like it. Drawn by `seed`. `wrong`: the texts that replaced others.
 */
function madeWrong(
  one: ModelCase,
  answer: ModelAnswer,
  share: number,
  seed: number,
): { answer: ModelAnswer; wrong: string[] } {
  const { labelled, entries, specialty } = one
  const sections = answer.sections.map(({ key, sentences }) => ({ key, sentences: [...sentences] }))
  const total = sections.reduce((sum, { sentences }) => sum + sentences.length, 0)
  const next = seeded(seed)
  const drawn = [...(labelled?.subtle ?? [])]
    .map((error) => ({ error, order: next() }))
    .sort((a, b) => a.order - b.order)
  const places = new Map(entries.map(({ id }, at) => [id, at]))
  const wrong: string[] = []
  for (const { error } of drawn.slice(0, Math.round(total * share))) {
    const content = contentOf(error.text)
    const likely = sections
      .flatMap((section) => section.sentences.map((sentence, at) => ({ section, at, text: sentence.text })))
      .filter(({ text }) => !wrong.includes(text))
      .map((place) => ({ ...place, alike: shareIn(content, contentOf(place.text)) }))
      .sort((a, b) => b.alike - a.alike)[0]
    if (!likely) break
    likely.section.sentences.splice(likely.at, 1)
    const { key } = sectionFor(specialty, canonicalOf(error.part), error.text)
    const own = sections.find((section) => section.key === key) ?? { key, sentences: [] }
    if (!sections.includes(own)) sections.push(own)
    const evidence = error.evidence.flatMap((id) => {
      const at = places.get(id)
      return at === undefined ? [] : [{ line: lineName(at), quote: entries[at]?.text ?? '' }]
    })
    own.sentences.push({ text: error.text, evidence })
    wrong.push(error.text)
  }
  return { answer: { sections }, wrong }
}

/** Reads the stored answer of a consultation in one part. Throws where it has another shape. */
function onlyAnswer(one: ModelCase, calls: Readonly<Record<string, string>>): ModelAnswer {
  const keys = templateOf(one.specialty).sections.map(({ key }) => key)
  const answer = answerIn(calls['part 1'] ?? '', answerSchema(keys))
  if (!answer) throw new Error(`${one.id}: no answer of one part`)
  return answer
}
