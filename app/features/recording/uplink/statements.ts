import { readSettings } from '#app/lib/settings.ts'
import { msOf } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  MOST_TAKES,
  type RoomGap,
  type RoomStatus,
  type TakeLength,
} from '#domain/consultation/protocol.ts'
import { listed } from '#domain/recorder/outbox.ts'
import type { PendingLine } from '#domain/recorder/room-view.ts'
import type { KeptGap, KeptStatements } from '../device/kept-statements.ts'

/**
 * Sends this screen's statements to the room at the right time. Commands are dropped with their connection. Gaps,
 * typed lines and 'finish' are stored and sent on each connection until acknowledged.
 */
export class Statements {
  /** A pause or stop waits until the room has stored the audio before it. */
  #later: 'pause' | 'stop' | null = null
  /** Statements sent on this connection. */
  #sent = new Set<unknown>()
  #announced: string | null = null
  #lastGap: KeptGap | null = null
  /** End of each gap on the monotonic clock. */
  readonly #overAt = new WeakMap<KeptGap, number>()
  readonly #kept: KeptStatements
  readonly #send: (message: ClientMessage) => boolean
  readonly #end: (take: number) => number

  /** `end`: samples of a take that this device has recorded. */
  constructor(kept: KeptStatements, send: (message: ClientMessage) => boolean, end: (take: number) => number) {
    this.#kept = kept
    this.#send = send
    this.#end = end
  }

  now(action: 'start' | 'resume'): void {
    this.#later = null
    const guess_speakers = readSettings().transcription.autoSpeakerDetection
    this.#send({ type: 'toggle_transcription', action, guess_speakers })
  }
  restate(actions: readonly ('start' | 'resume' | 'pause' | 'stop')[]): void {
    for (const action of actions) {
      if (action === 'start' || action === 'resume') this.now(action)
      else this.whenStored(action)
    }
  }
  whenStored(action: 'pause' | 'stop'): void {
    this.#later = action
  }
  /** Merges a gap with the previous one when the device woke for less than a frame between them. */
  gap(told: KeptGap): void {
    const before = this.#lastGap
    const isSame = before?.take === told.take && before.at === told.at && before.reason === told.reason
    const gap = isSame && told.reason === 'asleep' ? { ...told, ms: before.ms + told.ms } : told
    this.#lastGap = gap
    this.#overAt.set(gap, performance.now())
    void this.#kept.change({ gaps: [...this.#kept.now.gaps, gap] })
    this.sayKept()
  }
  write(line: PendingLine): void {
    void this.#kept.change({ lines: [...this.#kept.now.lines, line] })
    this.sayKept()
  }
  finish(acceptGap: boolean): void {
    void this.#kept.change({ finish: { acceptGap } })
    this.#announced = null
  }
  get finishing(): boolean {
    return this.#kept.now.finish !== null
  }

  disconnected(): void {
    this.#later = null
    this.#sent.clear()
    this.#announced = null
  }

  /** All audio of these takes is stored. 'Finish' supersedes a pending pause or stop. */
  stored(takes: number[]): void {
    if (!this.#later || this.finishing) return
    const message: ClientMessage = { type: 'toggle_transcription', action: this.#later }
    if (this.#later === 'stop') message.takes = takes.slice(-MOST_TAKES)
    if (this.#send(message)) this.#later = null
  }

  /** Sends each stored statement once per connection. */
  sayKept(): void {
    for (const line of this.#kept.now.lines) {
      const { id, text, speaker, at } = line
      const ago_ms = Math.max(0, Math.round(Date.now() - at))
      this.#once(line.id, { type: 'write_entry', id, text, speaker, ago_ms })
    }
    for (const gap of this.#kept.now.gaps) this.#once(gap, { ...gap, ago_ms: this.#overFor(gap) })
  }
  /** A gap of an earlier page has no time on this clock: use the audio recorded since. */
  #overFor(gap: KeptGap): number {
    const now = performance.now()
    const recordedMs = msOf(Math.max(0, this.#end(gap.take) - gap.at))
    return Math.max(recordedMs, Math.floor(now - (this.#overAt.get(gap) ?? now)))
  }
  #once(what: unknown, message: ClientMessage): void {
    if (!this.#sent.has(what) && this.#send(message)) this.#sent.add(what)
  }

  /** The room has stored these lines. */
  heardLines(has: (id: string) => boolean): void {
    const { lines } = this.#kept.now
    const rest = lines.filter((line) => !has(line.id))
    if (rest.length < lines.length) void this.#kept.change({ lines: rest })
  }
  /** Matches by take and reason, in order: the room may have limited the gap's length. */
  heardGap(told: RoomGap): void {
    const { gaps } = this.#kept.now
    const own = gaps.find((gap) => gap.take === told.take && gap.reason === told.reason && this.#sent.has(gap))
    if (own) void this.#kept.change({ gaps: gaps.filter((gap) => gap !== own) })
  }
  /** The consultation is over: drops statements the room can no longer take. Typed lines stay until read. */
  over(): void {
    this.#later = null
    const { gaps, finish } = this.#kept.now
    if (gaps.length > 0 || finish) void this.#kept.change({ gaps: [], finish: null })
  }

  /** The room announces 'finishing' to all screens after each 'finish': do not repeat the same one. */
  sayFinish(status: RoomStatus, takes: TakeLength[], partial: boolean): void {
    const { finish } = this.#kept.now
    if (!finish || status === 'completed') return
    const message: ClientMessage = { type: 'finish', ...listed(takes, partial), accept_gap: finish.acceptGap }
    const text = JSON.stringify(message)
    if (text !== this.#announced && this.#send(message)) this.#announced = text
  }
}
