// All signs by which a sentence is doubted or believed.
import type { Flag } from '../record.ts'
import { attributeVotes, bindingSigns, coherenceSigns, roleSigns } from './binding.ts'
import { atomSigns, lineSigns } from './context.ts'
import { coverageSigns, numberSigns, polaritySigns } from './coverage.ts'
import { type CitedSentence, readingOf } from './reading.ts'
import type { Stretch } from './talk.ts'

/** `best`: the stretch of the cited lines that holds most of the sentence. A sign that is absent counts as 0. */
export type Signed = { signs: ReadonlyMap<string, number>; best: Stretch | undefined }

/** Returns the signs of a sentence by name. `flags`: what the checks found in it. */
export function signsOf(cited: CitedSentence, flags: readonly Flag[]): Signed {
  const reading = readingOf(cited)
  for (const { kind } of flags) reading.signs.highest(`check ${kind}`, 1)
  coverageSigns(reading)
  polaritySigns(reading)
  numberSigns(reading)
  const best = lineSigns(reading)
  atomSigns(reading)
  bindingSigns(reading)
  attributeVotes(reading)
  coherenceSigns(reading)
  roleSigns(reading)
  return { signs: reading.signs.values, best }
}
