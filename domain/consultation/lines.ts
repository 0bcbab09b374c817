import type { Speaker, TranscriptEntry } from '../transcript/entry.ts'
import { withSpeakers } from '../transcript/speakers.ts'
import { isDuplicate } from '../transcript/transcript.ts'
import type { Span } from './spans.ts'
import { type RoomState, restingOf, takesOf } from './state.ts'
import { clockAt, clockOf, sampleOf, type Take, wallOf } from './take.ts'
import type { HeardLine } from './utterance.ts'

const TEXT_MAX = 8_000
type Entries = readonly TranscriptEntry[]
type OpenRoom = Exclude<RoomState, { phase: 'completed' }>

/** The line as the transcript keeps it. Its id follows from its place, so the same words heard again have the same. */
export function entryOf(startedAt: number, take: Take, line: HeardLine, session: number): TranscriptEntry {
  const clock = (at: number) => clockOf(startedAt, take, at)
  return {
    id: `${take.take}-${line.from}`,
    text: line.text.slice(0, TEXT_MAX),
    timestamp: wallOf(take, line.from),
    // [C32] Nobody's guess comes later either: whoever speaks is for the doctor to say.
    ...(take.unguessed && { speaker_origin: 'hand' as const }),
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

/** The place that such an id tells of: the line's first sample in its take. Null for what was typed. */
export function placeOf(entryId: string): { take: number; at: number } | null {
  const [, take, at] = /^(\d+)-(\d+)(?:\.\d+)?$/.exec(entryId) ?? []
  return take && at ? { take: Number(take), at: Number(at) } : null
}

/** Where words of a take are written already: an engine that hears them again is not believed twice. */
export function writtenIn(entries: Entries, startedAt: number, take: Take): Span[] {
  const sample = (ms: number) => sampleOf(startedAt, take, ms)
  return entries
    .filter((entry) => entry.id.startsWith(`${take.take}-`))
    .flatMap((entry) => entry.words ?? [entry])
    .map(({ start_ms, end_ms }) => ({ from: sample(start_ms), to: sample(end_ms) }))
}

/** [C13], [C14] The entries that are new or look different once `heard` has joined; the new one comes first. */
export function addEntry(entries: Entries, heard: TranscriptEntry): TranscriptEntry[] {
  const guessed = withSpeakers([...entries, withOwnId(entries, heard)])
  const added = guessed.at(-1) as TranscriptEntry
  // What was typed was never heard: it neither repeats a line nor is repeated by one.
  const known = entries.filter((entry) => !isTyped(entry) || entry.id === added.id)
  if (isDuplicate(known, added)) return []
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

export const isTyped = (entry: TranscriptEntry): boolean => entry.id.startsWith('typed-')

export type TypedLine = { id: string; text: string; speaker: Speaker | null; ago_ms: number }

/** [C25] A line of the doctor's own, where its moment falls on the audio clock. */
export function typedEntry(state: OpenRoom, typed: TypedLine, now: number): TranscriptEntry {
  const timestamp = Math.max(state.startedAt, now - typed.ago_ms)
  const start_ms = Math.round(clockAt(state.startedAt, takesOf(state), timestamp, restingOf(state)))
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

/** [C25] The audio clock begins with the first take: what was typed before it comes before everything that is heard. */
export const beforeAudio = (entries: Entries): TranscriptEntry[] =>
  entries.filter((entry) => isTyped(entry) && entry.start_ms > 0).map((entry) => ({ ...entry, start_ms: 0, end_ms: 0 }))

/** By hand: no guess changes it again. Without a speaker the line says that nobody knows. */
export function setSpeaker(entries: Entries, id: string, speaker: Speaker | null): TranscriptEntry[] | null {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return null
  const { speaker: _, ...rest } = entry
  const set: TranscriptEntry = { ...rest, speaker_origin: 'hand', ...(speaker && { speaker }) }
  const others = entries.map((one) => (one.id === id ? set : one))
  // What the doctor says of one line tells about its voice.
  const changed = withSpeakers(others).filter((one, i) => one.id !== id && one.speaker !== entries[i]?.speaker)
  return [set, ...changed]
}

/** The words and the certainty belonged to the text that was heard. */
export function editEntry(entries: Entries, id: string, text: string): TranscriptEntry[] | null {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return null
  if (entry.text === text) return []
  const { words: _, confidence: __, ...rest } = entry
  return [{ ...rest, text }]
}

export const flipSpeakers = (entries: Entries): TranscriptEntry[] =>
  entries.flatMap((entry) =>
    entry.speaker
      ? [
          {
            ...entry,
            speaker: entry.speaker === 'doctor' ? ('patient' as const) : ('doctor' as const),
            speaker_origin: 'hand' as const,
          },
        ]
      : [],
  )
