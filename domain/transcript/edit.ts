import { z } from 'zod/mini'
import { isTyped, lineText, type Speaker, speaker, type TranscriptEntry } from './entry.ts'
import { withSpeakers } from './speakers.ts'

type Entries = readonly TranscriptEntry[]

/** Id of a line, as a message or a body names it. No line has a longer one than 64. */
const id = z.string().check(z.minLength(1), z.maxLength(100))

/** Manual changes of lines: the room takes them while the consultation runs, the API after its end. */
export const lineEdits = [
  z.strictObject({ type: z.literal('set_speaker'), id, speaker: z.nullable(speaker) }),
  z.strictObject({ type: z.literal('edit_entry'), id, text: lineText }),
  z.strictObject({ type: z.literal('flip_speakers') }),
] as const
export const lineEdit = z.discriminatedUnion('type', lineEdits)
export type LineEdit = z.infer<typeof lineEdit>

/** Returns the changed lines; null when the line does not exist. */
export function editedLines(entries: Entries, edit: LineEdit): TranscriptEntry[] | null {
  switch (edit.type) {
    case 'flip_speakers':
      return flipSpeakers(entries)
    case 'edit_entry':
      return editEntry(entries, edit.id, edit.text)
    case 'set_speaker':
      return setSpeaker(entries, edit.id, edit.speaker)
  }
}

/** Sets a speaker by hand; guesses no longer change it. `null` means unknown. Returns null for a missing id. */
export function setSpeaker(entries: Entries, id: string, speaker: Speaker | null): TranscriptEntry[] | null {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return null
  const { speaker: _, ...rest } = entry
  const set: TranscriptEntry = { ...rest, speaker_origin: 'hand', ...(speaker && { speaker }) }
  const others = entries.map((one) => (one.id === id ? set : one))
  // A speaker set by hand also identifies the other lines of that voice.
  const changed = withSpeakers(others).filter((one, i) => one.id !== id && one.speaker !== entries[i]?.speaker)
  return [set, ...changed]
}

/**
 * Replaces the text; drops word times and confidence, which belong to the recognised text. The recogniser's own words
 * stay in `original`. Null for a missing id.
 */
export function editEntry(entries: Entries, id: string, text: string): TranscriptEntry[] | null {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return null
  if (entry.text === text) return []
  const { words: _, confidence: __, original = entry.text, ...rest } = entry
  return [{ ...rest, text, ...(!isTyped(entry) && original !== text && { original }) }]
}

export const flipSpeakers = (entries: Entries): TranscriptEntry[] =>
  entries
    .filter(({ speaker }) => speaker)
    .map((entry) => ({ ...entry, speaker: entry.speaker === 'doctor' ? 'patient' : 'doctor', speaker_origin: 'hand' }))
