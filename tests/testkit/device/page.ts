import { DeviceQueue } from '#app/features/recording/device/device-queue.ts'
import type { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import { RoomFollower } from '#app/features/recording/screen/room-follower.ts'
import { SnapshotStore } from '#app/features/recording/screen/snapshot.ts'
import { Withdrawal } from '#app/features/recording/uplink/withdrawal.ts'
import type { QueuedFrame } from '#app/lib/device/frames.ts'
import { type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import { type RecorderEffect, type RecorderEvent, transition } from '#domain/recorder/recorder.ts'
import { behindMs, type Status, statusOf } from '#domain/recorder/status.ts'
import { enterBrowser } from './browser.ts'
import { type Disk, PageNotes, PageStore } from './disk.ts'
import type { DeviceLocks } from './locks.ts'

const TICK_MS = 500
const CLAIM_TIMEOUT_MS = 10_000
/** Ticks until a revocation that did not reach the server is sent again. */
const TELL_EVERY = 10

export type PageSettings = {
  consultationId: string
  /** Which network it is in: its room socket connects to this host. */
  host: string
  disk: Disk
  /** How long the disk takes. */
  working(): Promise<void>
  locks: DeviceLocks
  /** Every frame that the microphone gives while it records. */
  captured(frame: QueuedFrame): void
  after(ms: number, callback: () => void): () => void
}

/**
 * A consultation's page without its pixels: the product's own room follower, socket, sender, device queue, statements and
 * recorder, and a microphone that the test speaks into.
 */
export class Page {
  readonly store = new SnapshotStore()
  readonly queue: DeviceQueue
  readonly #onDisk: PageStore
  readonly #link: RoomFollower
  readonly #notes: PageNotes
  readonly #withdrawal: Withdrawal
  #ticks = 0
  readonly #settings: PageSettings
  #token = 0
  #claiming = 0
  #capturing: number | null = null
  #gone = false
  #cancelTick: () => void = () => {}

  constructor(settings: PageSettings) {
    this.#settings = settings
    this.#onDisk = new PageStore(settings.disk, settings.working)
    this.queue = new DeviceQueue(
      async () => this.#onDisk.store,
      () => performance.now(),
    )
    const notes = new PageNotes(settings.disk)
    this.#link = new RoomFollower(settings.consultationId, this.store, notes as unknown as KeptStatements)
    this.#notes = notes
    const { consultationId } = settings
    const parts = {
      consultationId,
      kept: notes as unknown as KeptStatements,
      recorder: this as never,
      uplink: this.#link.uplink,
    }
    this.#withdrawal = new Withdrawal(parts)
    void Promise.all([this.queue.attached, notes.restore()]).then(() => this.#begin())
  }

  async #begin(): Promise<void> {
    if (this.#gone) return
    const { host, locks } = this.#settings
    enterBrowser(host, locks.of(this))
    this.#link.open(this.queue)
    if (this.#notes.revoked) {
      this.#link.uplink.refresh()
      await this.#withdrawal.follow('revoked')
    }
    this.#link.remember()
    const connecting = this.#link.connect(this as never, this.#withdrawal)
    this.dispatch({ type: 'permission_known' })
    this.#tick()
    await connecting
  }

  #tick(): void {
    this.#cancelTick = this.#settings.after(TICK_MS, () => {
      if (this.#gone) return
      this.#link.uplink.tick()
      if (++this.#ticks % TELL_EVERY === 0 && this.#link.uplink.isOpen) void this.#withdrawal.send()
      this.#tick()
    })
  }

  // Actions of the doctor -------------------------------------------------------------------------------------------

  press(): void {
    this.dispatch({ type: 'main_button', token: ++this.#token, room: this.#link.side() })
  }
  takeOver(): void {
    this.dispatch({ type: 'take_over', token: ++this.#token, room: this.#link.side() })
  }
  finish(acceptGap = false): void {
    this.#link.finish(acceptGap)
  }
  async revoke(): Promise<void> {
    const revoking = this.#withdrawal.revoke()
    this.#link.uplink.refresh()
    await revoking
  }
  hearAgain(): void {
    this.#link.uplink.send({ type: 'retranscribe' })
  }
  /** The renderer dies: it sends nothing and writes nothing. */
  crash(): void {
    this.#gone = true
    this.#cancelTick()
    this.#onDisk.crash()
    this.#settings.locks.gone(this)
    this.#link.uplink.close()
  }
  leave(): void {
    this.dispatch({ type: 'leave' })
    this.crash()
  }

  // The microphone -------------------------------------------------------------------------------------------------------

  hear(samples: Int16Array): void {
    const take = this.#capturing
    if (take === null || this.#gone) return
    this.#settings.captured({ take, at: this.#end(take), samples })
    this.#link.uplink.sender?.put(take, samples).catch(() => this.fail(recorderFaults.processing))
  }
  #end(take: number): number {
    return this.#link.uplink.sender?.end(take) ?? 0
  }
  /** The clock of the audio thread reports `ms` without audio. Returns the position. */
  slept(ms: number): { take: number; at: number } | null {
    const take = this.#capturing
    if (take === null) return null
    const at = this.#end(take)
    this.#link.uplink.gap({ type: 'gap', take, at, ms, reason: 'asleep' })
    return { take, at }
  }
  fail(fault: RecorderFault = recorderFaults.silent): void {
    this.dispatch({ type: 'microphone_failed', fault })
  }

  // State on screen -------------------------------------------------------------------------------------------------

  get status(): Status {
    const snapshot = this.store.read()
    return statusOf({ ...snapshot, behindMs: behindMs(snapshot.view) })
  }
  get view() {
    return this.store.read().view
  }
  get recorder() {
    return this.store.read().recorder
  }
  get signedOut(): boolean {
    return /sessão terminou/.test(this.store.read().connectionFault?.message ?? '')
  }
  get waiting(): number {
    return this.#link.uplink.waiting
  }
  get capturing(): boolean {
    return this.#capturing !== null && !this.#gone
  }
  get isGone(): boolean {
    return this.#gone
  }

  // Calls of the room follower to the recorder --------------------------------------------------------------------------

  async lookForPermission(): Promise<void> {}
  async withdraw(): Promise<void> {
    this.dispatch({ type: 'withdrawn' })
  }
  isClaiming(): boolean {
    const { recorder } = this
    return recorder.name === 'connecting' && this.#claiming === recorder.token
  }
  stop(): void {
    this.dispatch({ type: 'stop', token: ++this.#token })
  }
  over(): void {
    this.dispatch({ type: 'over', token: ++this.#token })
  }

  dispatch(event: RecorderEvent): void {
    if (this.#gone) return
    const { recorder } = this
    const { state, effects } = transition(recorder, event)
    if (state !== recorder) this.store.update({ recorder: state })
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: RecorderEffect): void {
    switch (effect.type) {
      case 'open_microphone':
        return void Promise.resolve().then(() => this.dispatch({ type: 'granted', token: effect.token }))
      case 'claim':
        this.#claiming = effect.token
        this.#link.claim(effect.takeOver)
        this.#settings.after(CLAIM_TIMEOUT_MS, () => this.dispatch({ type: 'claim_failed', token: effect.token }))
        return
      case 'capture':
        this.#capturing = effect.take
        return
      case 'halt':
        this.#capturing = null
        return
      case 'flush':
        return void Promise.resolve().then(() => {
          this.dispatch({ type: 'flushed', token: effect.token })
          if (!this.#gone) this.#link.onFlushed()
        })
      case 'say':
        this.#link.say(effect.action, Promise.resolve())
        return
      case 'close_microphone':
      case 'alert':
        return
      default:
        effect satisfies never
    }
  }
}
