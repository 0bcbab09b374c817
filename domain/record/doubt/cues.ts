// Words by which a sentence or a line shows how it means what it says: as possible, past, another person's, and so on.
import { remembered } from '../../remembered.ts'
import stored from './cues.json' with { type: 'json' }

const patternOf = (list: string): RegExp =>
  new RegExp(`\\b(?:${list.replaceAll(';', '|').replaceAll('*', '[a-z]*')})\\b`)
const patternsOf = (lists: Record<string, string>): [string, RegExp][] =>
  Object.entries(lists).map(([cue, list]) => [cue, patternOf(list)])
const patterns = {
  note: patternsOf({ ...stored.note, ...stored.both }),
  talk: patternsOf({ ...stored.talk, ...stored.both }),
}

const found = (list: readonly [string, RegExp][], words: string): ReadonlySet<string> =>
  new Set(list.flatMap(([cue, pattern]) => (pattern.test(words) ? [cue] : [])))
const inTalk = remembered((words: string): ReadonlySet<string> => found(patterns.talk, words))

/** The cues of a sentence of the note. `words`: without accents and marks. */
export const noteCues = (words: string): ReadonlySet<string> => found(patterns.note, words)
/** The cues of a stretch of talk. `words`: without accents and marks. */
export const talkCues = (words: string): ReadonlySet<string> => inTalk(words)
export const talkCueNames = patterns.talk.map(([cue]) => cue)
