import { readSettings } from '#app/lib/settings.ts'
import { msOf } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  MOST_TAKES,
  type Refusal,
  type RoomEntry,
  type RoomGap,
  type RoomStatus,
  type TakeLength,
} from '#domain/consultation/protocol.ts'
import { messageOf } from '#domain/errors.ts'
import type { DeviceSpan } from '#domain/recorder/device-speech.ts'
import { listTakes } from '#domain/recorder/outbox.ts'
import type { PendingLine } from '#domain/recorder/room-view.ts'
import type { KeptEdit, KeptGap, KeptResult, KeptStatements } from '../device/kept-statements.ts'

/**
 * Lengths of a take in samples: what this device has recorded, and what the room has stored. `endOfLeft`: all of a
 * closed page's take, once it is stored.
 */
type TakeLengths = {
  recorded(take: number): number
  stored(take: number): number
  endOfLeft(take: number): number | null
}

/** Returns the results that have words as lines that wait for the room. */
export const linesOf = (results: readonly KeptResult[]): PendingLine[] =>
  results.filter(({ text }) => text !== '').map(({ id, text, wall }) => ({ id, text, speaker: null, at: wall }))

const editRefusals: Partial<Record<Refusal, string>> = {
  room_full: 'Esta consulta já tem o máximo de texto digitado ou corrigido. A correção não foi feita.',
  entry_not_found: messageOf('entry_not_found'),
}

/**
 * Sends this screen's statements to the room at the right time. Commands are dropped with their connection. Gaps,
 * typed lines, corrections and 'finish' are stored and sent on each connection until acknowledged.
 */
export class Statements {
  /** A pause or stop waits until the room has stored the audio before it. */
  #delayed: 'pause' | 'stop' | null = null
  /** Statements sent on this connection. */
  #sent = new Set<unknown>()
  /** Typed lines that the room refused on this connection. */
  #refused = new Set<string>()
  /** Answers of the corrections that wait for the room, by line. */
  readonly #answers = new Map<string, (reason: string | null) => void>()
  #lastFinish: string | null = null
  #lastGap: KeptGap | null = null
  /** End of each gap on the monotonic clock. */
  readonly #endedAt = new WeakMap<KeptGap, number>()
  /** The last spans of each take that this page's recogniser hears. */
  readonly #spans = new Map<number, readonly DeviceSpan[]>()
  readonly #kept: KeptStatements
  readonly #send: (message: ClientMessage) => boolean
  readonly #lengths: TakeLengths

  constructor(kept: KeptStatements, send: (message: ClientMessage) => boolean, lengths: TakeLengths) {
    this.#kept = kept
    this.#send = send
    this.#lengths = lengths
  }

  /** Sends a control command, or drops it without a connection. */
  command(action: 'start' | 'resume'): void {
    this.#delayed = null
    const guess_speakers = readSettings().transcription.autoSpeakerDetection
    this.#send({ type: 'toggle_transcription', action, guess_speakers })
  }
  restate(actions: readonly ('start' | 'resume' | 'pause' | 'stop')[]): void {
    for (const action of actions) {
      if (action === 'start' || action === 'resume') this.command(action)
      else this.whenStored(action)
    }
  }
  whenStored(action: 'pause' | 'stop'): void {
    this.#delayed = action
  }
  /** Merges a gap with the previous one when the device woke for less than a frame between them. */
  gap(reported: KeptGap): void {
    const before = this.#lastGap
    const isSame = before?.take === reported.take && before.at === reported.at && before.reason === reported.reason
    const gap = isSame && reported.reason === 'asleep' ? { ...reported, ms: before.ms + reported.ms } : reported
    this.#lastGap = gap
    this.#endedAt.set(gap, performance.now())
    void this.#kept.change({ gaps: [...this.#kept.now.gaps, gap] })
    this.sendKept()
  }
  write(line: PendingLine): void {
    void this.#kept.change({ lines: [...this.#kept.now.lines, line] })
    this.sendKept()
  }
  /**
   * Keeps a correction until the room has it; a later one of the line replaces it. Resolves to null then, or to the
   * reason of a refusal.
   */
  edit(edit: KeptEdit): Promise<string | null> {
    const others = this.#kept.now.edits.filter(({ id }) => id !== edit.id)
    void this.#kept.change({ edits: [...others, edit] })
    const answered = new Promise<string | null>((resolve) => this.#answers.set(edit.id, resolve))
    this.sendKept()
    return answered
  }
  /** Forgets a correction: the room has it, has refused it for this `reason`, or the doctor has given it up. */
  dropEdit(id: string, reason: string | null = null): void {
    const { edits } = this.#kept.now
    const rest = edits.filter((edit) => edit.id !== id)
    if (rest.length < edits.length) void this.#kept.change({ edits: rest })
    this.#answers.get(id)?.(reason)
    this.#answers.delete(id)
  }
  /** Returns whether the refused line was a correction. One that comes after the end waits for it. */
  refuseEdit(id: string, code: Refusal): boolean {
    if (!this.#kept.now.edits.some((edit) => edit.id === id)) return false
    const reason = editRefusals[code]
    if (reason) this.dropEdit(id, reason)
    return reason !== undefined
  }
  /** The room has these lines. */
  onEdits(entries: readonly Pick<RoomEntry, 'id' | 'text'>[]): void {
    for (const { id, text } of this.#kept.now.edits)
      if (entries.some((entry) => entry.id === id && entry.text === text)) this.dropEdit(id)
  }
  /** [C44] The spans of a take that this page's recogniser hears, all of them. */
  hears(take: number, spans: readonly DeviceSpan[]): void {
    this.#spans.set(take, spans)
    this.#send({ type: 'device_speech', take, spans: [...spans] })
  }
  /** [C44] Repeats the spans on a new connection, before the audio in them. */
  restateSpans(): void {
    for (const [take, spans] of this.#spans) this.#send({ type: 'device_speech', take, spans: [...spans] })
  }
  /** [C45] Keeps a result until the room has it. */
  result(result: KeptResult): void {
    void this.#kept.change({ results: [...this.#kept.now.results, result] })
    this.sendResults()
  }
  /**
   * [C45] Sends each stored result whose audio the room has, in order, once per connection. [DS15] A page that died may
   * have lost the last frame of a result: its words get places before that frame.
   */
  sendResults(): void {
    for (const take of new Set(this.#kept.now.results.map((one) => one.take))) {
      const end = this.#lengths.endOfLeft(take)
      if (end !== null) this.#cutResults(take, end)
    }
    for (const result of this.#kept.now.results) {
      const { wall: _, ...place } = result
      if (place.to <= this.#lengths.stored(place.take)) this.#once(place.id, { type: 'device_result', ...place })
    }
  }
  /** The recording has halted at sample `end`: cuts the places of its results there. */
  endResults(take: number, end: number): void {
    this.#cutResults(take, end)
    this.sendResults()
  }
  #cutResults(take: number, end: number): void {
    const { results } = this.#kept.now
    if (!results.some((one) => one.take === take && one.to > end)) return
    const until = (sample: number) => Math.min(sample, end)
    const ended = (one: KeptResult) => ({ ...one, from: until(one.from), at: until(one.at), to: until(one.to) })
    void this.#kept.change({ results: results.map((one) => (one.take === take ? ended(one) : one)) })
  }
  /** [C45] The room has stored this result. */
  onResult(id: string): void {
    void this.#kept.change({ results: this.#kept.now.results.filter((one) => one.id !== id) })
  }
  /** The patient withdrew: deletes the results that the room does not have. */
  dropResults(): void {
    this.#spans.clear()
    if (this.#kept.now.results.length > 0) void this.#kept.change({ results: [] })
  }
  finish(acceptGap: boolean): void {
    void this.#kept.change({ finish: { acceptGap } })
    this.#lastFinish = null
  }
  /** 'Finalizar' was confirmed on this device. */
  get finishing(): boolean {
    return this.#kept.now.finish !== null
  }

  disconnected(): void {
    this.#delayed = null
    this.#sent.clear()
    this.#refused.clear()
    this.#lastFinish = null
  }

  /** All audio of these takes is stored. 'Finish' supersedes a pending pause or stop. */
  onStored(takes: readonly number[]): void {
    if (!this.#delayed || this.finishing) return
    const message: ClientMessage = { type: 'toggle_transcription', action: this.#delayed }
    if (this.#delayed === 'stop') message.takes = takes.slice(-MOST_TAKES)
    if (this.#send(message)) this.#delayed = null
  }

  /** Sends each stored statement once per connection. */
  sendKept(): void {
    for (const line of this.#kept.now.lines) {
      const { id, text, speaker, at } = line
      const ago_ms = Math.max(0, Math.round(Date.now() - at))
      this.#once(line.id, { type: 'write_entry', id, text, speaker, ago_ms })
    }
    for (const edit of this.#kept.now.edits) this.#once(edit, { type: 'edit_entry', ...edit })
    for (const gap of this.#kept.now.gaps) this.#once(gap, { ...gap, ago_ms: this.#endedAgo(gap) })
    this.sendResults()
  }
  /** A gap of an earlier page has no time on this clock: use the audio recorded since. */
  #endedAgo(gap: KeptGap): number {
    const now = performance.now()
    const recordedMs = msOf(Math.max(0, this.#lengths.recorded(gap.take) - gap.at))
    return Math.max(recordedMs, Math.floor(now - (this.#endedAt.get(gap) ?? now)))
  }
  #once(statement: unknown, message: ClientMessage): void {
    if (!this.#sent.has(statement) && this.#send(message)) this.#sent.add(statement)
  }

  /**
   * The room is full and has refused a line. Returns its id: the first line of this connection without an answer. Null:
   * it refused something else.
   */
  refuseLine(): string | null {
    const line = this.#kept.now.lines.find(({ id }) => this.#sent.has(id) && !this.#refused.has(id))
    if (line) this.#refused.add(line.id)
    return line?.id ?? null
  }
  /** The room has stored these lines. */
  onLines(has: (id: string) => boolean): void {
    const { lines } = this.#kept.now
    const rest = lines.filter((line) => !has(line.id))
    if (rest.length < lines.length) void this.#kept.change({ lines: rest })
  }
  /** Matches by take and reason, in order: the room may have limited the gap's length. */
  onGap(confirmed: RoomGap): void {
    const { gaps } = this.#kept.now
    const own = gaps.find(
      (gap) => gap.take === confirmed.take && gap.reason === confirmed.reason && this.#sent.has(gap),
    )
    if (own) void this.#kept.change({ gaps: gaps.filter((gap) => gap !== own) })
  }
  /**
   * The consultation is over: drops statements the room can no longer take. Typed lines stay until read, and so do
   * results whose audio never arrived: no other engine heard it.
   */
  end(): void {
    this.#delayed = null
    const { gaps, lines, results, finish } = this.#kept.now
    if (gaps.length + results.length === 0 && !finish) return
    const lost = results.filter(({ take, to }) => to > this.#lengths.stored(take))
    void this.#kept.change({ lines: [...lines, ...linesOf(lost)], gaps: [], results: [], finish: null })
  }

  /** The room announces 'finishing' to all screens after each 'finish': do not repeat the same one. */
  sendFinish(status: RoomStatus, takes: TakeLength[], partial: boolean): void {
    const { finish } = this.#kept.now
    if (!finish || status === 'completed') return
    const message: ClientMessage = { type: 'finish', ...listTakes(takes, partial), accept_gap: finish.acceptGap }
    const text = JSON.stringify(message)
    if (text !== this.#lastFinish && this.#send(message)) this.#lastFinish = text
  }
}
