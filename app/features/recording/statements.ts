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
import type { KeptGap, KeptStatements } from './kept-statements.ts'

/**
 * What this screen has to tell the room, each at its time. Commands die with their connection; gaps, typed lines and
 * 'finish' are kept until the room shows that it has them, and said again on every connection until then.
 */
export class Statements {
  /** A pause or stop waits until the audio before it is stored: the room then knows where it lies. */
  #later: 'pause' | 'stop' | null = null
  /** What this connection has heard. */
  #said = new Set<unknown>()
  #announced: string | null = null
  #lastGap: KeptGap | null = null
  /** When each gap was over, by a clock that nobody sets. */
  readonly #overAt = new WeakMap<KeptGap, number>()
  readonly #kept: KeptStatements
  readonly #send: (message: ClientMessage) => boolean
  readonly #end: (take: number) => number

  /** `end`: how many samples of a take this device has recorded. */
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
  /** Woken for less than a frame and asleep again: no audio is between the two, and the room hears of both as one. */
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
    this.#said.clear()
    this.#announced = null
  }

  /** All of these takes is stored. 'Finish' says more than a pause or stop that still waits. */
  stored(takes: number[]): void {
    if (!this.#later || this.finishing) return
    const message: ClientMessage = { type: 'toggle_transcription', action: this.#later }
    if (this.#later === 'stop') message.takes = takes.slice(-MOST_TAKES)
    if (this.#send(message)) this.#later = null
  }

  /** Once each on a connection. */
  sayKept(): void {
    for (const line of this.#kept.now.lines) {
      const { id, text, speaker, at } = line
      const ago_ms = Math.max(0, Math.round(Date.now() - at))
      this.#once(line.id, { type: 'write_entry', id, text, speaker, ago_ms })
    }
    for (const gap of this.#kept.now.gaps) this.#once(gap, { ...gap, ago_ms: this.#overFor(gap) })
  }
  /** An earlier page's gap has no time on this page's clock: the audio recorded since must do. */
  #overFor(gap: KeptGap): number {
    const now = performance.now()
    const recordedMs = msOf(Math.max(0, this.#end(gap.take) - gap.at))
    return Math.max(recordedMs, Math.floor(now - (this.#overAt.get(gap) ?? now)))
  }
  #once(what: unknown, message: ClientMessage): void {
    if (!this.#said.has(what) && this.#send(message)) this.#said.add(what)
  }

  /** The room has these lines. */
  heardLines(has: (id: string) => boolean): void {
    const { lines } = this.#kept.now
    const rest = lines.filter((line) => !has(line.id))
    if (rest.length < lines.length) void this.#kept.change({ lines: rest })
  }
  /** The room may have bounded its length: take and reason tell whose it is, and they are heard in order. */
  heardGap(told: RoomGap): void {
    const { gaps } = this.#kept.now
    const own = gaps.find((gap) => gap.take === told.take && gap.reason === told.reason && this.#said.has(gap))
    if (own) void this.#kept.change({ gaps: gaps.filter((gap) => gap !== own) })
  }
  /** The consultation is over: what the room has not heard by now it never will. Typed lines stay until they were read. */
  over(): void {
    this.#later = null
    const { gaps, finish } = this.#kept.now
    if (gaps.length > 0 || finish) void this.#kept.change({ gaps: [], finish: null })
  }

  /** Every announcement makes the room say 'finishing' to all, which asks for ours: the same one is not said again. */
  sayFinish(status: RoomStatus, takes: TakeLength[], partial: boolean): void {
    const { finish } = this.#kept.now
    if (!finish || status === 'completed') return
    const message: ClientMessage = { type: 'finish', ...listed(takes, partial), accept_gap: finish.acceptGap }
    const text = JSON.stringify(message)
    if (text !== this.#announced && this.#send(message)) this.#announced = text
  }
}
