import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PORTUGUESE, REST, rangeOf } from './letters.ts'

test('the style sheet asks for the letters that the fonts were cut to', () => {
  const sheet = readFileSync('app/styles/fonts.css', 'utf8').replace(/\s+/g, ' ')
  const ranges = [...sheet.matchAll(/fonts\/([\w-]+)\.woff2[^}]*unicode-range: ([^;]+);/g)].map(([, file, range]) => [
    file,
    range,
  ])
  expect(ranges).toEqual([
    ['figtree', rangeOf(PORTUGUESE)],
    ['figtree-rest', rangeOf(REST)],
    ['newsreader', rangeOf(PORTUGUESE)],
    ['newsreader-rest', rangeOf(REST)],
  ])
})
