import type { AudioFrame } from '#domain/consultation/frame.ts'
import { type RoomEntry, roomEntry } from '#domain/consultation/protocol.ts'
import type { Span } from '#domain/consultation/spans.ts'
import type { RoomState } from '#domain/consultation/state.ts'
import { restored, saved } from '#domain/consultation/state.ts'
import { DEMONSTRATION_MODEL } from '#domain/speech/listen.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

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

  /** Removes the audio but retains the rows, which hold its length. */
  silence(take: number): void {
    this.#sql.exec(
      'UPDATE frame SET pcm = zeroblob(0) WHERE key >= ? AND key < ? AND length(pcm) > 0',
      keyOf(take, 0),
      keyOf(take + 1, 0),
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

  get demonstration(): boolean {
    return this.engineName === DEMONSTRATION_MODEL
  }
  get engineName(): string {
    return this.#meta('engine_name') ?? ''
  }
  set engineName(name: string) {
    this.#setMeta('engine_name', name)
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
