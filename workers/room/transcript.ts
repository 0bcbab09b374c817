import { addEntry, entryOf } from '#domain/consultation/lines.ts'
import type { RoomEntry, ServerMessage } from '#domain/consultation/protocol.ts'
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

  /** Lines the engine has heard. */
  add(startedAt: number, take: Take, lines: readonly HeardLine[], session: number): ServerMessage[] {
    return lines.flatMap((line) => {
      const [added, ...changed] = this.#put(addEntry(this.entries(), entryOf(startedAt, take, line, session)))
      if (!added) return []
      return [{ type: 'transcription_update' as const, ...added, is_final: true }, ...changed.map(changedMessage)]
    })
  }

  /** A change by hand; null when there is no such line. */
  edit(change: (entries: readonly TranscriptEntry[]) => TranscriptEntry[] | null): ServerMessage[] | null {
    const changed = change(this.entries())
    return changed && this.#put(changed).map(changedMessage)
  }

  /** What is being said right now is shown and never stored. */
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
    const ids = new Set(numbered.map((entry) => entry.id))
    const others = this.entries().filter((entry) => !ids.has(entry.id))
    this.#entries = [...others, ...numbered].sort((a, b) => a.start_ms - b.start_ms || a.revision - b.revision)
    return numbered
  }
}

const changedMessage = (entry: RoomEntry): ServerMessage => ({ type: 'entry_changed', ...entry })

/** The number belongs to the change, not to the line. */
function withoutRevision(entry: TranscriptEntry & { revision?: number }): TranscriptEntry {
  const { revision: _, ...rest } = entry
  return rest
}
