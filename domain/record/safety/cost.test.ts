/* biome-ignore-all lint/suspicious/noExplicitAny: built-in methods of any shape are wrapped. */

import { expect, test } from 'vitest'
import { hourLong } from '#tests/testkit/long-consultation.ts'
import { citeAll, saveSection, structureLines, texts, validateAll, withLongLines } from '#tests/testkit/shapes.ts'

const withCallback = 'filter map flatMap some every find findIndex findLast findLastIndex forEach reduce'.split(' ')
const overAll = 'includes indexOf lastIndexOf join sort slice concat'.split(' ')
const overText = 'split normalize toLowerCase includes'.split(' ')

/**
 * Counts the steps of a synchronous piece of work: elements that array methods visit, characters that string methods and
 * regular expressions are given, look-ups in maps and sets. The count is the same on every machine and in every run.
 */
function workOf(run: () => void): number {
  let steps = 0
  const restore: (() => void)[] = []
  const wrap = (owner: any, name: string, made: (original: any) => any) => {
    const original = owner[name]
    owner[name] = made(original)
    restore.push(() => {
      owner[name] = original
    })
  }
  for (const name of withCallback)
    wrap(
      Array.prototype,
      name,
      (original) =>
        function (this: unknown[], callback: any, ...rest: unknown[]) {
          const counted = (a: unknown, b: unknown, c: unknown, d: unknown) => {
            steps++
            return callback(a, b, c, d)
          }
          return rest.length === 0 ? original.call(this, counted) : original.call(this, counted, rest[0])
        },
    )
  for (const name of overAll)
    wrap(
      Array.prototype,
      name,
      (original) =>
        function (this: unknown[], ...values: unknown[]) {
          const result = original.apply(this, values)
          steps += name === 'slice' ? result.length : this.length
          return result
        },
    )
  for (const name of overText)
    wrap(
      String.prototype,
      name,
      (original) =>
        function (this: string, ...values: unknown[]) {
          steps += this.length
          return original.apply(this, values)
        },
    )
  wrap(
    String.prototype,
    'indexOf',
    (original) =>
      function (this: string, text: string, from = 0) {
        const at = original.apply(this, [text, from])
        steps += (at < 0 ? this.length : at + text.length) - from
        return at
      },
  )
  // `test`, `match` and `replace` call it once a match: it counts from where that search begins to where it ends.
  wrap(
    RegExp.prototype,
    'exec',
    (original) =>
      function (this: RegExp, text: string) {
        const from = this.global || this.sticky ? this.lastIndex : 0
        const found = original.apply(this, [text])
        const isAnchored = this.sticky || (this.source.startsWith('^') && !this.multiline)
        steps += found ? found.index + found[0].length - from : isAnchored ? 1 : text.length - from
        return found
      },
  )
  for (const [owner, name] of [
    [Map.prototype, 'get'],
    [Map.prototype, 'has'],
    [Set.prototype, 'has'],
  ] as const)
    wrap(
      owner,
      name,
      (original) =>
        function (this: unknown, key: unknown) {
          steps++
          return original.apply(this, [key])
        },
    )
  try {
    run()
  } finally {
    for (const undo of restore) undo()
  }
  return steps
}

/** Steps of the same work over twice as much may be so many times as many. */
const MOST = 2.5
/** Long enough that what a check costs at all is little beside its text's cost, also where twelve sections share it. */
const CHARACTERS = 1_500

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
