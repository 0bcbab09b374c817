import { isTyped, type Speaker, type TranscriptEntry } from '../transcript/entry.ts'
import { withSpeakers } from '../transcript/speakers.ts'
import { isDuplicate } from '../transcript/transcript.ts'
import type { Written } from './spans.ts'
import { type RoomState, restingOf, takesOf } from './state.ts'
import { clockAt, clockOf, sampleOf, type Take, wallOf } from './take.ts'
import type { HeardLine } from './utterance.ts'

const TEXT_MAX = 8_000
type Entries = readonly TranscriptEntry[]
type OpenRoom = Exclude<RoomState, { phase: 'completed' }>

/** The transcript entry of a line. Its id is its place, so the same words recognised again get the same id. */
export function entryOf(startedAt: number, take: Take, line: HeardLine, session: number): TranscriptEntry {
  const clock = (at: number) => clockOf(startedAt, take, at)
  return {
    id: `${take.take}-${line.from}`,
    text: line.text.slice(0, TEXT_MAX),
    timestamp: wallOf(take, line.from),
    // [C32] Only the doctor sets the speaker, so no later guess changes it.
    ...(take.unguessed && { speaker_origin: 'hand' as const }),
    ...(line.original !== undefined && { original: line.original.slice(0, TEXT_MAX) }),
    isPartial: false,
    start_ms: clock(line.from),
    end_ms: clock(line.to),
    ...(line.voice !== undefined && { voice: { session, number: line.voice } }),
    ...(line.confidence !== undefined && { confidence: line.confidence }),
    ...(line.words.length > 0 && {
      words: line.words.map(({ from, to, ...word }) => ({ ...word, start_ms: clock(from), end_ms: clock(to) })),
    }),
  }
}

/** The take and first sample in an entry id; null for a typed line. */
export function placeOf(entryId: string): { take: number; at: number } | null {
  const [, take, at] = /^(\d+)-(\d+)(?:\.\d+)?$/.exec(entryId) ?? []
  return take && at ? { take: Number(take), at: Number(at) } : null
}

/** Returns the spans of the words already written for a take, in samples. Repeated results for them are dropped. */
export function writtenIn(entries: Entries, startedAt: number, take: Take): Written[] {
  const sample = (ms: number) => sampleOf(startedAt, take, ms)
  return entries
    .filter((entry) => entry.id.startsWith(`${take.take}-`))
    .flatMap((entry) => {
      const spanOf = ({ start_ms, end_ms }: { start_ms: number; end_ms: number }) => ({
        from: sample(start_ms),
        to: sample(end_ms),
      })
      return entry.words?.map(spanOf) ?? [{ ...spanOf(entry), isLine: true as const }]
    })
}

/** [C13], [C14] Returns the new entry first, then entries whose speaker it changed; empty for a duplicate. */
export function addEntry(entries: Entries, heard: TranscriptEntry): TranscriptEntry[] {
  const guessed = withSpeakers([...entries, withOwnId(entries, heard)])
  const added = guessed.at(-1) as TranscriptEntry
  // Typed lines are never duplicates of recognised ones.
  const comparable = entries.filter((entry) => !isTyped(entry) || entry.id === added.id)
  if (isDuplicate(comparable, added)) return []
  const changed = guessed
    .slice(0, -1)
    .filter((entry, i) => entry.speaker !== entries[i]?.speaker || entry.speaker_origin !== entries[i]?.speaker_origin)
  return [added, ...changed]
}

/** Engines with coarse times let two lines begin together: other words are another line. */
function withOwnId(entries: Entries, heard: TranscriptEntry): TranscriptEntry {
  const same = entries.filter((entry) => entry.id.split('.')[0] === heard.id)
  const repeats = same.length === 0 || same.some((entry) => entry.text === heard.text)
  return repeats ? heard : { ...heard, id: `${heard.id}.${same.length}` }
}

/** Letters of the lines that were typed or edited: of recognised lines, only an edited one has lost its words. */
export function typedLetters(entries: Entries): number {
  const typed = entries.filter((entry) => isTyped(entry) || (!entry.words && entry.confidence === undefined))
  return typed.reduce((sum, { text }) => sum + text.length, 0)
}

/** Letters that were recognised in a take. */
export const recognisedLetters = (entries: Entries, take: number): number =>
  entries.reduce((sum, { id, text }) => (id.startsWith(`${take}-`) ? sum + text.length : sum), 0)

export type TypedLine = { id: string; text: string; speaker: Speaker | null; ago_ms: number }

/**
 * [C25] The entry of a typed line, placed on the audio clock by its time. It does not come before a line that was typed
 * earlier: the clock goes back by a moment when the room learns that the recording has paused.
 */
export function typedEntry(state: OpenRoom, typed: TypedLine, now: number, entries: Entries): TranscriptEntry {
  const timestamp = Math.max(state.startedAt, now - typed.ago_ms)
  const clock = Math.round(clockAt(state.startedAt, takesOf(state), timestamp, restingOf(state)))
  const start_ms = entries.reduce(
    (latest, entry) => (isTyped(entry) && entry.timestamp <= timestamp ? Math.max(latest, entry.start_ms) : latest),
    clock,
  )
  return {
    id: typed.id,
    text: typed.text,
    timestamp,
    ...(typed.speaker && { speaker: typed.speaker }),
    speaker_origin: 'hand',
    isPartial: false,
    start_ms,
    end_ms: start_ms,
  }
}

/** [C25] Moves lines typed before the first take to 0, where the audio clock begins. */
export const beforeAudio = (entries: Entries): TranscriptEntry[] =>
  entries.filter((entry) => isTyped(entry) && entry.start_ms > 0).map((entry) => ({ ...entry, start_ms: 0, end_ms: 0 }))
