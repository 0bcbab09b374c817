import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SpokenLine } from '#domain/dialogue/dialogue.ts'
import { read } from './consultations.ts'

/** Words of an hour of talk. */
export const HOUR_WORDS = 9_000
const ENDING_WORDS = 700

type Part = SpokenLine[][]

/** Rounds of questions; then history, examination and plan; then talk that adds nothing a record needs. */
const [[opening = [], ...rounds], [ending = []], chat] = readFileSync(
  join(import.meta.dirname, 'long-consultation.txt'),
  'utf8',
)
  .split('\n---\n')
  .map((part) => part.split('\n\n').map(read)) as [Part, Part, Part]

/** A consultation of so many words, an hour at the most, always the same. */
export function hourLong(least = HOUR_WORDS): SpokenLine[] {
  const lines: SpokenLine[] = []
  let words = 0
  const say = (some: SpokenLine[]) => {
    lines.push(...some)
    for (const { text } of some) words += text.split(' ').length
  }
  say(opening)
  for (const round of rounds) if (words < least - ENDING_WORDS) say(round)
  say(ending)
  for (const pair of chat) if (words < least) say(pair)
  return lines.map((line, index) => ({ ...line, id: `h${index + 1}`, confidence: 0.95 }))
}
