import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDialogue, type SpokenLine } from '#domain/dialogue/dialogue.ts'
import { readFrames } from '#domain/record/frames/read.ts'
import type { Quantity } from '#domain/record/safety/numbers.ts'
import { readDialogue as readForChecks } from '#domain/record/safety/reading.ts'
import { readable } from '#domain/speech/readable.ts'
import { readFactCases, readFolder, unmarked } from './corpus.ts'

const folder = (name: string) => join(import.meta.dirname, name)
/** Fewer lines would mean that the test compares next to nothing. */
const FEWEST = 3500

/** A line as a recogniser writes it, with its marks: numbers in words, and in digits. Undefined if they are equal. */
function bothForms({ text, ...line }: SpokenLine): { words: SpokenLine; digits: SpokenLine } | undefined {
  const unmarkedText = unmarked(text)
  const read = readable(unmarkedText)
  // Capitals of abbreviations are no matter of numbers.
  const digits = `${read.slice(0, 1)}${read.slice(1).toLowerCase()}`
  const words = `${unmarkedText.slice(0, 1).toUpperCase()}${unmarkedText.slice(1)}${/[.?!]$/.exec(digits)?.[0] ?? ''}`
  return words.toLowerCase() === digits.toLowerCase()
    ? undefined
    : { words: { ...line, text: words }, digits: { ...line, text: digits } }
}

const countsOf = (quantities: readonly Quantity[]) =>
  quantities.map(({ value, unit, known, either }) => ({ value, unit, known, either }))

const read = (line: SpokenLine) => {
  const clauses = readDialogue([line])
  return {
    clauses: clauses.map(({ act, certainty, conditional, past, plan, reply, tag, said, quantities }) => ({
      ...{ act, certainty, conditional, past, plan, reply, part: tag.part },
      said: said.map(({ concept, polarity, subject }) => ({ concept, polarity, subject })),
      quantities: countsOf(quantities),
    })),
    frames: readFrames(clauses).everything(),
    checks: readForChecks([line]).lines.map(({ quantities, sides, tallies, drugs, denies }) => ({
      ...{ sides, tallies, drugs, denies },
      quantities: countsOf(quantities),
    })),
  }
}

test('a line reads the same with its numbers in words and in digits', () => {
  const consultations = [
    ...['training', 'calls', 'hours'].flatMap((name) => readFolder(folder(name))),
    ...readFactCases(folder('cases')),
  ]
  const pairs = consultations.flatMap(({ lines }) => lines.flatMap((line) => bothForms(line) ?? []))
  expect(pairs.length).toBeGreaterThan(FEWEST)
  for (const { words, digits } of pairs) expect(read(digits), digits.text).toEqual(read(words))
})
