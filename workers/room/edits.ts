import { MOST_TYPED_LINES } from '#domain/consultation/limits.ts'
import { editEntry, flipSpeakers, setSpeaker } from '#domain/consultation/lines.ts'
import type { ClientMessage, Refusal, ServerMessage } from '#domain/consultation/protocol.ts'
import { type RoomState, refusesEdits } from '#domain/consultation/state.ts'
import type { RoomTranscript } from './transcript.ts'

const kinds = ['set_speaker', 'edit_entry', 'flip_speakers', 'write_entry'] as const
/** Manual changes of the transcript. */
export type Edit = Extract<ClientMessage, { type: (typeof kinds)[number] }>

export const isEdit = (message: ClientMessage): message is Edit => (kinds as readonly string[]).includes(message.type)

/** `answer` goes only to the requesting page, whose line is already stored. */
export type Edited = { refused: Refusal } | { told: readonly ServerMessage[] } | { answer: ServerMessage }

export function edited(transcript: RoomTranscript, state: RoomState, edit: Edit, now: number): Edited {
  const refused = refusesEdits(state)
  if (refused || state.phase === 'completed') return { refused: refused ?? 'completed' }
  if (edit.type === 'write_entry') {
    const existing = transcript.typed(edit.id)
    if (existing) return { answer: existing }
    // [C38] The page retains the refused line.
    if (transcript.typedLines >= MOST_TYPED_LINES) return { refused: 'room_full' }
    return { told: transcript.write(state, edit, now) }
  }
  const messages = transcript.edit((lines) => {
    if (edit.type === 'flip_speakers') return flipSpeakers(lines)
    return edit.type === 'edit_entry' ? editEntry(lines, edit.id, edit.text) : setSpeaker(lines, edit.id, edit.speaker)
  })
  return messages ? { told: messages } : { refused: 'entry_not_found' }
}
