import { type RoomEntry, roomEntry } from '#domain/consultation/protocol.ts'
import type { Span } from '#domain/consultation/spans.ts'
import type { RoomState } from '#domain/consultation/state.ts'
import { restored, saved } from '#domain/consultation/state.ts'
import { DEMONSTRATION_MODEL } from '#domain/speech/listen.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

const SCHEMA = 1

/** Whose room this is; told by the Worker at the first visit. */
export type Identity = { consultationId: string; doctorId: string }

/** One row a frame: take and first sample are the row's number, so a frame costs one write. */
const keyOf = (take: number, at: number): number => take * 2 ** 32 + at

/** The room's SQLite. All of it is synchronous, and what one event writes is written together or not at all. */
export class RoomStorage {
  readonly #sql: SqlStorage
  /** The number of the last change; null: not read yet. */
  #revision: number | null = null
  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Looking at a room leaves no trace in it. */
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

  /** Null: no room was opened here, or it is over. */
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

  storeFrame(take: number, at: number, pcm: Uint8Array): void {
    this.#sql.exec('INSERT INTO frame VALUES (?, ?, ?)', keyOf(take, at), pcm.byteLength / 2, pcm)
  }

  /** The rows stay, and say how long it was. */
  silence(take: number): void {
    this.#sql.exec(
      'UPDATE frame SET pcm = zeroblob(0) WHERE key >= ? AND key < ? AND length(pcm) > 0',
      keyOf(take, 0),
      keyOf(take + 1, 0),
    )
  }

  /** Audio of a take, as far as it is there. */
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
      // Also when the write fails: a number that is passed over harms nobody.
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

  /** The number of the last change. */
  get revision(): number {
    if (this.#meta('identity') === null) return 0
    this.#revision ??= this.#sql.exec<{ last: number }>('SELECT ifnull(max(revision), 0) AS last FROM entry').one().last
    return this.#revision
  }

  /** Counts the engine's sessions: the numbers of its voices restart with each. */
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
  /** After deleteAll: what stays, so that nobody opens an empty room here. */
  bury(now: number): void {
    this.#createMeta()
    this.#setMeta('tombstone', String(now))
  }
}
