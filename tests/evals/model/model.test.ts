import { expect, test } from 'vitest'
import { withStop } from '#domain/record/proof/stop.ts'
import { proofLines } from '#domain/record/section.ts'
import { templateOf } from '#domain/record/templates/template.ts'
import { applyConsolidation } from '#workers/structuring/consolidate.ts'
import { merged } from '#workers/structuring/merge.ts'
import { writeWith } from '#workers/structuring/model.ts'
import { PROMPT_VERSION } from '#workers/structuring/prompt.ts'
import { asCase } from '../corpus.ts'
import { figuresOf, goldCase, scoreRecord } from '../score.ts'
import { inputOf, modelCases, playing, readStored } from './stored.ts'
import { forScorer, mixedTotals, provenWith } from './totals.ts'

// Floors are what was measured on 2026-11-28, less three points; decision 006 has the figures and the aims.

const cases = modelCases()
const stored = readStored()
const answersOf = (id: string, by: string) => stored[id]?.find((one) => one.by === by)
const share = (part: number, whole: number) => (100 * part) / whole

test('good answers for 24 consultations: nothing is added, few sentences wait, and the facts are there', async () => {
  const count = { kept: 0, held: 0, refused: 0 }
  const scores = []
  const answered = cases.filter(({ id }) => answersOf(id, 'good'))
  expect(answered.length).toBeGreaterThanOrEqual(24)
  for (const one of answered) {
    const calls = answersOf(one.id, 'good')?.calls ?? {}
    const proven = await provenWith(one, playing(calls))
    for (const { state } of proven.judged) count[state] += 1
    // Every sentence of the note is one of the model's.
    const answered = Object.values(calls).join('\n')
    const isWritten = (text: string) => answered.includes(JSON.stringify(text.slice(0, -1)).slice(0, -1))
    const added = proven.sections.flatMap(({ sentences }) => sentences.filter(({ text }) => !isWritten(text)))
    expect([one.id, added]).toEqual([one.id, []])
    if (one.labelled) scores.push(scoreRecord(goldCase.parse(asCase(one.labelled)), forScorer(proven)))
  }
  // One right denial of three things reads as the contrary of two.
  expect(count.refused).toBeLessThanOrEqual(1)
  expect(share(count.held, count.kept + count.held)).toBeLessThan(10)
  const { recall, critical } = figuresOf(scores)
  expect(recall).toBeGreaterThan(89)
  expect(critical).toBeGreaterThan(91)
})

test('of the mistakes that a small model makes some are held back, and no answer is to other prompts', async () => {
  const count = { kept: 0, held: 0, refused: 0 }
  for (const one of cases) {
    for (const { promptVersion } of stored[one.id] ?? []) expect(promptVersion).toBe(PROMPT_VERSION)
    const sloppy = answersOf(one.id, 'sloppy')
    if (!sloppy) continue
    const mistakes = new Set(sloppy.mistakes.map(withStop))
    const { judged } = await provenWith(one, playing(sloppy.calls))
    for (const { text, state } of judged) if (mistakes.has(text)) count[state] += 1
  }
  const all = count.kept + count.held + count.refused
  expect(all).toBeGreaterThan(95)
  expect(share(count.kept, all)).toBeLessThan(72)
})

test('sentences made wrong in good answers are held back or refused more often than right ones by far', async () => {
  const { wrong, right } = await mixedTotals(cases, stored, 0.2)
  const all = ({ kept, held, refused }: typeof wrong) => kept + held + refused
  expect(all(wrong)).toBeGreaterThan(100)
  expect(share(wrong.kept, all(wrong))).toBeLessThan(46)
  expect(share(right.kept, all(right))).toBeGreaterThan(89)
  expect(right.refused).toBe(0)
})

test('an hour divided at any line into two parts and joined again gives the same sentences', async () => {
  const hours = cases.filter(({ id, entries }) => entries.length > 500 && answersOf(id, 'good'))
  expect(hours).toHaveLength(3)
  for (const one of hours) {
    const { consolidation: _, ...calls } = answersOf(one.id, 'good')?.calls ?? {}
    const keys = templateOf(one.specialty).sections.map(({ key }) => key)
    const { sections } = await writeWith(playing(calls), inputOf(one))
    const textsOf = (of: typeof sections) =>
      of.flatMap(({ key, sentences }) => sentences.map(({ text }) => `${key} ${text}`)).sort()
    const whole = textsOf(sections)
    const place = new Map([...proofLines(one.entries).keys()].map((id, at) => [id, at]))
    // Most lines end no sentence: the cut behind them divides the sentences as the one before.
    const ends = new Set(
      sections.flatMap(({ sentences }) =>
        sentences.map(({ evidence }) => 1 + Math.max(...evidence.map((id) => place.get(id) ?? 0))),
      ),
    )
    const lastCut = Math.max(...ends)
    for (const cut of ends) {
      const part = (isBefore: boolean) => ({
        by: 'model' as const,
        sections: sections.map(({ key, sentences }) => ({
          key,
          sentences: sentences.filter(
            ({ evidence }) => evidence.every((id) => (place.get(id) ?? 0) < cut) === isBefore,
          ),
        })),
      })
      const joined = merged(keys, [part(true), part(false)])
      expect([one.id, cut, textsOf(joined)]).toEqual([one.id, cut, whole])
      // A model that returns every sentence as it is changes nothing; a consolidation takes ten times a join.
      if (cut !== lastCut) continue
      const answer = numberedAnswer(joined)
      expect([one.id, cut, textsOf(applyConsolidation(keys, joined, answer, () => null))]).toEqual([one.id, cut, whole])
    }
  }
})

/** A consolidation that leaves every sentence as it is. */
function numberedAnswer(sections: Awaited<ReturnType<typeof writeWith>>['sections']) {
  let count = 0
  return {
    sections: sections.map(({ key, sentences }) => ({
      key,
      sentences: sentences.map(({ text }) => ({ text, from: [`S${++count}`] })),
    })),
  }
}
