import { addEntry, beforeAudio, entryOf, isTyped, type TypedLine, typedEntry } from '#domain/consultation/lines.ts'
import type { RoomEntry, ServerMessage } from '#domain/consultation/protocol.ts'
import type { RoomState } from '#domain/consultation/state.ts'
import type { Take } from '#domain/consultation/take.ts'
import type { HeardLine } from '#domain/consultation/utterance.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { RoomStorage } from './storage.ts'

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

  /** [C25] */
  write(state: Exclude<RoomState, { phase: 'completed' }>, typed: TypedLine, now: number): ServerMessage[] {
    return this.#put([typedEntry(state, typed, now)]).map(finalMessage)
  }
  /** Returns the stored line of a typed id as a message; null when it is new. */
  typed(id: string): ServerMessage | null {
    const existing = this.entries().find((entry) => entry.id === id)
    return existing ? finalMessage(existing) : null
  }
  get typedLines(): number {
    return this.entries().filter(isTyped).length
  }
  /** The first take begins: moves lines typed before it to its start. */
  audioBegins(): ServerMessage[] {
    return this.#put(beforeAudio(this.entries())).map(changedMessage)
  }

  /** Applies a manual change; null when the line does not exist. */
  edit(change: (entries: readonly TranscriptEntry[]) => TranscriptEntry[] | null): ServerMessage[] | null {
    const changed = change(this.entries())
    return changed && this.#put(changed).map(changedMessage)
  }

  /** Shows current speech; partials are never stored. */
  partial(startedAt: number, take: Take, line: HeardLine): ServerMessage {
    const entry = entryOf(startedAt, take, line, 0)
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

/** The number belongs to the change, not to the line. */
function withoutRevision(entry: TranscriptEntry & { revision?: number }): TranscriptEntry {
  const { revision: _, ...rest } = entry
  return rest
}
