import { MOST_TYPED_LETTERS, MOST_TYPED_LINES } from '#domain/consultation/limits.ts'
import {
  addEntry,
  beforeAudio,
  editEntry,
  entryOf,
  flipSpeakers,
  isTyped,
  setSpeaker,
  typedEntry,
  typedLetters,
} from '#domain/consultation/lines.ts'
import type { ClientMessage, Refusal, RoomEntry, ServerMessage } from '#domain/consultation/protocol.ts'
import { type RoomState, refusesEdits, takesOf } from '#domain/consultation/state.ts'
import type { Take } from '#domain/consultation/take.ts'
import type { HeardLine } from '#domain/consultation/utterance.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { RoomStorage } from './storage.ts'

const kinds = ['set_speaker', 'edit_entry', 'flip_speakers', 'write_entry'] as const
/** Manual changes of the transcript. */
type Edit = Extract<ClientMessage, { type: (typeof kinds)[number] }>
/** `answer` goes only to the requesting page, whose line is already stored. */
type EditResult = { refused: Refusal } | { broadcast: readonly ServerMessage[] } | { answer: ServerMessage }

export const isEdit = (message: ClientMessage): message is Edit => (kinds as readonly string[]).includes(message.type)

/** The room's lines: every change is stored before it becomes a message. */
export class RoomTranscript {
  readonly #storage: RoomStorage
  #entries: RoomEntry[] | null = null
  constructor(storage: RoomStorage) {
    this.#storage = storage
  }

  entries(since = 0): RoomEntry[] {
    this.#entries ??= this.#storage.entries()
    return this.#entries.filter((entry) => entry.revision > since)
  }

  /** Adds lines from the engine. */
  add(startedAt: number, take: Take, lines: readonly HeardLine[], session: number): ServerMessage[] {
    return lines.flatMap((line) => {
      const [added, ...changed] = this.#put(addEntry(this.entries(), entryOf(startedAt, take, line, session)))
      if (!added) return []
      return [finalMessage(added), ...changed.map(changedMessage)]
    })
  }

  /** The first take begins: moves lines typed before it to its start. */
  audioBegins(): ServerMessage[] {
    return this.#put(beforeAudio(this.entries())).map(changedMessage)
  }

  /** Applies a manual change. Errors: completed, finishing, room_full, entry_not_found. */
  edit(state: RoomState, edit: Edit, now: number): EditResult {
    const refused = refusesEdits(state)
    if (refused || state.phase === 'completed') return { refused: refused ?? 'completed' }
    const entries = this.entries()
    if (edit.type === 'write_entry') {
      // [C25] A repeated id returns the existing line.
      const existing = entries.find((entry) => entry.id === edit.id)
      if (existing) return { answer: finalMessage(existing) }
      // [C38] The page retains the refused line.
      if (entries.filter(isTyped).length >= MOST_TYPED_LINES) return { refused: 'room_full' }
      if (typedLetters(entries) + edit.text.length > MOST_TYPED_LETTERS) return { refused: 'room_full' }
      return { broadcast: this.#put([typedEntry(state, edit, now)]).map(finalMessage) }
    }
    const changes = changesOf(entries, edit)
    if (edit.type === 'edit_entry' && changes?.some(({ id }) => id === edit.id)) {
      const others = entries.filter(({ id }) => id !== edit.id)
      if (typedLetters(others) + edit.text.length > MOST_TYPED_LETTERS) return { refused: 'room_full' }
    }
    return changes ? { broadcast: this.#put(changes).map(changedMessage) } : { refused: 'entry_not_found' }
  }

  /** Returns current speech as a message, which is never stored; null when no text of the take may be shown. */
  partial(state: RoomState, number: number, line: HeardLine): ServerMessage | null {
    const take = takesOf(state).find((one) => one.take === number)
    if (!take || take.withdrawn || state.phase === 'completed') return null
    const entry = entryOf(state.startedAt, take, line, 0)
    return {
      type: 'transcription_update',
      ...entry,
      id: `partial-${take.take}`,
      isPartial: true,
      is_final: false,
      revision: 0,
    }
  }

  #put(changed: readonly TranscriptEntry[]): RoomEntry[] {
    const numbered = this.#storage.putEntries(changed.map(withoutRevision))
    // A changed line retains its place; of two that begin together the first written comes first.
    const fresh = new Map(numbered.map((entry) => [entry.id, entry]))
    const existing = this.entries().map((entry) => fresh.get(entry.id) ?? entry)
    for (const entry of existing) fresh.delete(entry.id)
    this.#entries = [...existing, ...fresh.values()].sort((a, b) => a.start_ms - b.start_ms)
    return numbered
  }
}

const finalMessage = (entry: RoomEntry): ServerMessage => ({ type: 'transcription_update', ...entry, is_final: true })
const changedMessage = (entry: RoomEntry): ServerMessage => ({ type: 'entry_changed', ...entry })

/** Returns the changed lines; null when the line does not exist. */
function changesOf(entries: readonly RoomEntry[], edit: Exclude<Edit, { type: 'write_entry' }>) {
  if (edit.type === 'flip_speakers') return flipSpeakers(entries)
  return edit.type === 'edit_entry'
    ? editEntry(entries, edit.id, edit.text)
    : setSpeaker(entries, edit.id, edit.speaker)
}

/** The number belongs to the change, not to the line. */
function withoutRevision(entry: TranscriptEntry & { revision?: number }): TranscriptEntry {
  const { revision: _, ...rest } = entry
  return rest
}
