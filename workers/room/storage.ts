import type { AudioFrame } from '#domain/consultation/frame.ts'
import { MOST_TYPED_LETTERS, MOST_TYPED_LINES } from '#domain/consultation/limits.ts'
import { addEntry, beforeAudio, entryOf, typedEntry, typedLetters } from '#domain/consultation/lines.ts'
import {
  type ClientMessage,
  type Refusal,
  type RoomEntry,
  roomEntry,
  type ServerMessage,
} from '#domain/consultation/protocol.ts'
import type { Span } from '#domain/consultation/spans.ts'
import { type RoomState, refusesEdits, restored, saved, takesOf } from '#domain/consultation/state.ts'
import { isTranscribed, progressOf, type Take } from '#domain/consultation/take.ts'
import type { HeardLine } from '#domain/consultation/utterance.ts'
import { correctedWords, type TermSources, termsFor, withCorrected } from '#domain/speech/vocabulary.ts'
import { editedLines } from '#domain/transcript/edit.ts'
import { isTyped, type TranscriptEntry } from '#domain/transcript/entry.ts'
import type { EngineSettings } from '../speech/engine.ts'

const SCHEMA = 1

/** Owner and consultation of this room, sent by the Worker at the first visit. */
export type Identity = { consultationId: string; doctorId: string }

/** One row per frame, keyed by take and first sample, so that a frame costs one write. */
const keyOf = (take: number, at: number): number => take * 2 ** 32 + at

/** The room's SQLite. All calls are synchronous; the writes of one event are atomic. */
export class RoomStorage {
  readonly #sql: SqlStorage
  /** Number of the last change; null: not read yet. */
  #revision: number | null = null
  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Reads without creating tables: looking at a room leaves no trace. */
  #meta(key: string): string | null {
    if ([...this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'meta'")].length === 0) return null
    const [row] = this.#sql.exec<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)
    return row?.value ?? null
  }
  #setMeta(key: string, value: string): void {
    this.#sql.exec('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', key, value)
  }

  create(identity: Identity): void {
    this.#createMeta()
    this.#sql.exec('CREATE TABLE frame (key INTEGER PRIMARY KEY, samples INTEGER NOT NULL, pcm BLOB NOT NULL)')
    this.#sql.exec('CREATE TABLE entry (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, body TEXT NOT NULL)')
    this.#setMeta('schema', String(SCHEMA))
    this.#setMeta('identity', JSON.stringify(identity))
  }

  #createMeta(): void {
    this.#sql.exec('CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
  }

  identity(): Identity | null {
    const text = this.#meta('identity')
    return text ? (JSON.parse(text) as Identity) : null
  }

  saveState(state: RoomState): void {
    this.#setMeta('state', saved(state))
  }

  /** Null: the room was never opened, or is over. */
  loadState(sockets: readonly string[], now: number): RoomState | null {
    const text = this.#meta('state')
    return text ? restored(text, (take) => this.#storedOf(take), sockets, now) : null
  }

  #storedOf(take: number): number {
    const [last] = this.#sql.exec<{ key: number; samples: number }>(
      'SELECT key, samples FROM frame WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1',
      keyOf(take, 0),
      keyOf(take + 1, 0),
    )
    return last ? last.key - keyOf(take, 0) + last.samples : 0
  }

  storeFrame({ take, at, pcm }: AudioFrame): void {
    this.#sql.exec('INSERT INTO frame VALUES (?, ?, ?)', keyOf(take, at), pcm.byteLength / 2, pcm)
  }

  /** Removes the sound of whole frames inside the span but retains the rows, which hold their length. */
  silence(take: number, { from, to }: Span): void {
    this.#sql.exec(
      'UPDATE frame SET pcm = zeroblob(0) WHERE key >= ? AND key < ? AND key + samples <= ? AND length(pcm) > 0',
      keyOf(take, from),
      keyOf(take, to),
      keyOf(take, to),
    )
  }

  /** Returns the stored audio of a take within the span, as bytes. */
  audio(take: number, span: Span): Uint8Array {
    const pcm = new Uint8Array(Math.max(0, span.to - span.from) * 2)
    let end = 0
    // A frame holds at most 4,000 samples: the one that covers `from` begins no earlier than that.
    const rows = this.#sql.exec<{ key: number; pcm: ArrayBuffer }>(
      'SELECT key, pcm FROM frame WHERE key > ? AND key < ? ORDER BY key',
      keyOf(take, 0) + Math.max(-1, span.from - 4_000),
      keyOf(take, span.to),
    )
    for (const row of rows) {
      const at = row.key - keyOf(take, 0)
      const skip = Math.max(0, span.from - at)
      const part = new Uint8Array(row.pcm).subarray(skip * 2, (span.to - at) * 2)
      pcm.set(part, (at + skip - span.from) * 2)
      if (part.byteLength > 0) end = (at + skip - span.from) * 2 + part.byteLength
    }
    return pcm.subarray(0, end)
  }

  entries(): RoomEntry[] {
    if (this.#meta('identity') === null) return []
    const rows = [
      ...this.#sql.exec<{ body: string; revision: number }>('SELECT body, revision FROM entry ORDER BY rowid'),
    ]
    return rows
      .map((row) => roomEntry.parse({ ...JSON.parse(row.body), revision: row.revision }))
      .sort((a, b) => a.start_ms - b.start_ms)
  }

  /** Writes lines and numbers their change. */
  putEntries(entries: readonly TranscriptEntry[]): RoomEntry[] {
    let last = this.revision
    return entries.map((entry) => {
      const numbered = { ...entry, revision: ++last }
      // Advances also when the write fails: skipped numbers are harmless.
      this.#revision = last
      this.#sql.exec(
        'INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, body = excluded.body',
        entry.id,
        last,
        JSON.stringify(entry),
      )
      return numbered
    })
  }

  /** Number of the last change. */
  get revision(): number {
    if (this.#meta('identity') === null) return 0
    this.#revision ??= this.#sql.exec<{ last: number }>('SELECT ifnull(max(revision), 0) AS last FROM entry').one().last
    return this.#revision
  }

  /** Counts engine sessions: each numbers its voices from the start. */
  nextEngineSession(): number {
    const session = Number(this.#meta('engine_session') ?? 0) + 1
    this.#setMeta('engine_session', String(session))
    return session
  }

  /** True once a line of the demonstration is stored. */
  get demonstration(): boolean {
    return this.#meta('demonstration') !== null
  }
  noteDemonstration(): void {
    this.#setMeta('demonstration', '1')
  }
  get engineName(): string {
    return this.#meta('engine_name') ?? ''
  }
  /** An engine may report after the room has deleted everything. */
  set engineName(name: string) {
    if (this.#meta('identity') !== null) this.#setMeta('engine_name', name)
  }

  /** Settings for the next engine session, with the key terms of now. */
  get engineSettings(): EngineSettings {
    const terms = termsFor(this.#termSources)
    return { language: 'pt-BR', keyterms: terms.open, privateTerms: terms.private, names: terms.names }
  }
  get #termSources(): TermSources {
    const text = this.#meta('terms')
    const none: TermSources = { specialty: null, corrected: [], earlier: [], health: [], patient: [] }
    // Rooms of earlier releases lack some of them.
    return text ? { ...none, ...(JSON.parse(text) as Partial<TermSources>) } : none
  }
  /** Replaces some sources of the key terms; they end with the room. */
  putTerms(change: Partial<TermSources>): void {
    const text = JSON.stringify({ ...this.#termSources, ...change })
    if (text !== this.#meta('terms')) this.#setMeta('terms', text)
  }
  /** Adds words that the doctor put into a line. */
  addCorrected(words: readonly string[]): void {
    if (words.length > 0) this.putTerms({ corrected: withCorrected(this.#termSources.corrected, words) })
  }

  get isBuried(): boolean {
    return this.#meta('tombstone') !== null
  }
  /** Writes the row that remains after deleteAll, so that an empty room is never opened here. */
  writeTombstone(now: number): void {
    this.#createMeta()
    this.#setMeta('tombstone', String(now))
  }
}

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

  /** [C50] Whether the consultation has no line, no recording under way, and no stored sound that may still have words. */
  isWordless(state: RoomState): boolean {
    if (state.phase !== 'active') return false
    const isRecording = state.recorder !== null && !state.recorder.paused && state.recorder.socket !== null
    return !isRecording && state.takes.map(progressOf).every(isTranscribed) && this.entries().length === 0
  }

  /** Adds lines from the engine. */
  add(startedAt: number, take: Take, lines: readonly HeardLine[], session: number): ServerMessage[] {
    return lines.flatMap((line) => {
      const [added, ...changed] = this.#put(addEntry(this.entries(), entryOf(startedAt, take, line, session)))
      if (!added) return []
      if (line.isInvented) this.#storage.noteDemonstration()
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
      return { broadcast: this.#put([typedEntry(state, edit, now, entries)]).map(finalMessage) }
    }
    const changes = editedLines(entries, edit)
    if (edit.type === 'edit_entry' && changes?.some(({ id }) => id === edit.id)) {
      const others = entries.filter(({ id }) => id !== edit.id)
      if (typedLetters(others) + edit.text.length > MOST_TYPED_LETTERS) return { refused: 'room_full' }
    }
    if (!changes) return { refused: 'entry_not_found' }
    if (edit.type === 'edit_entry') {
      const line = entries.find(({ id }) => id === edit.id)
      // A typed line corrects no recogniser.
      if (line && !isTyped(line)) this.#storage.addCorrected(correctedWords(line.text, edit.text))
    }
    return { broadcast: this.#put(changes).map(changedMessage) }
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

/** The number belongs to the change, not to the line. */
function withoutRevision(entry: TranscriptEntry & { revision?: number }): TranscriptEntry {
  const { revision: _, ...rest } = entry
  return rest
}
