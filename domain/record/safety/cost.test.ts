import { expect, test } from 'vitest'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { citeAll, saveSection, structureLines, texts, validateAll, withLongLines } from '#tests/testkit/shapes.ts'
import { workOf } from '#tests/testkit/work.ts'

/** Steps of the same work over twice as much may be so many times as many. */
const MOST = 2.5
/** Long enough that what a check costs at all is little beside what its text costs. */
const CHARACTERS = 1_000

const ratioOf = (run: (size: number) => void, size: number): number => {
  const once = workOf(() => run(size))
  return workOf(() => run(2 * size)) / once
}

test('[SF22] twice the text costs the checks at most 2.5 times the steps, whatever its shape and way in', {
  timeout: 60_000,
}, () => {
  const ways: Record<string, (text: string) => void> = {
    section: saveSection,
    validate: validateAll,
    line: (text) => structureLines(withLongLines(text)),
  }
  // Lexicons are built by the first check.
  for (const way of Object.values(ways)) way('Nega dor.')
  const slow = Object.entries(ways).flatMap(([way, run]) =>
    Object.entries(texts).flatMap(([shape, textOf]) => {
      const ratio = ratioOf((length) => run(textOf(length)), CHARACTERS)
      return ratio > MOST ? `${way}, ${shape}: ${ratio.toFixed(2)}` : []
    }),
  )
  expect(slow).toEqual([])
  expect(ratioOf((words) => structureLines(hourLong(words)), 1_500)).toBeLessThanOrEqual(MOST)
  expect(ratioOf(citeAll, 100)).toBeLessThanOrEqual(MOST)
})
