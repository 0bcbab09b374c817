import type { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import { RoomFollower } from '#app/features/recording/screen/room-follower.ts'
import { SnapshotStore } from '#app/features/recording/screen/snapshot.ts'
import { Withdrawal } from '#app/features/recording/uplink/withdrawal.ts'
import { type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import { type RecorderEffect, type RecorderEvent, transition } from '#domain/recorder/recorder.ts'
import { behindMs, type Status, statusOf } from '#domain/recorder/status.ts'
import { AppPage, type PageSettings } from './app-page.ts'

const CLAIM_TIMEOUT_MS = 10_000

/**
 * A consultation's page without its pixels: the product's own room follower, socket, sender, device queue, statements and
 * recorder, and a microphone that the test speaks into.
 */
export class Page extends AppPage {
  readonly store = new SnapshotStore()
  readonly #link: RoomFollower
  readonly #withdrawal: Withdrawal
  #token = 0
  #claiming = 0
  #capturing: number | null = null

  constructor(settings: PageSettings) {
    super(settings)
    const { consultationId } = settings
    const kept = this.notes as unknown as KeptStatements
    this.#link = new RoomFollower(consultationId, this.store, kept)
    const parts = { consultationId, kept, recorder: this as never, uplink: this.#link.uplink }
    this.#withdrawal = new Withdrawal(parts)
    void Promise.all([this.queue.attached, this.notes.restore()]).then(() => this.#begin())
  }

  async #begin(): Promise<void> {
    if (this.isGone) return
    this.enter()
    this.#link.open(this.queue)
    if (this.notes.revoked) {
      this.#link.uplink.refresh()
      await this.#withdrawal.follow('revoked')
    }
    this.#link.remember()
    const connecting = this.#link.connect(this as never, this.#withdrawal)
    this.dispatch({ type: 'permission_known' })
    this.tick()
    await connecting
  }

  protected onTick(): void {
    this.#link.uplink.tick()
  }
  protected tellRevocation(): void {
    if (this.#link.uplink.isOpen) void this.#withdrawal.send()
  }
  protected disconnect(): void {
    this.#link.uplink.close()
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
  leave(): void {
    this.dispatch({ type: 'leave' })
    this.crash()
  }

  // The microphone -------------------------------------------------------------------------------------------------------

  hear(samples: Int16Array): void {
    const take = this.#capturing
    if (take === null || this.isGone) return
    this.settings.captured({ take, at: this.#end(take), samples })
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
  /** A false or missing statement of the screen; null if there is none. */
  get untruth(): string | null {
    const { recorder, view } = this
    const { text } = this.status
    const isKept = this.queue.health() === 'ok'
    const lie = (what: string) => `'${text}' while ${what}`
    if (recorder.name === 'error' && recorder.goOn && !/microfone parou/i.test(text))
      return lie('the microphone is dead')
    if (/^gravando/i.test(text) && !this.capturing && recorder.name === 'recording') return lie('nothing is captured')
    if (/protegido/i.test(text)) {
      if (recorder.name !== 'recording') return lie('not recording')
      if (view.connection !== 'connected') return lie('offline')
      if (!isKept) return lie('the device has no space')
    }
    if (recorder.name !== 'recording' || view.status !== 'active') return null
    if (!isKept) return /sem proteção/i.test(text) ? null : lie('the device has no space')
    if (view.connection !== 'connected' && !/offline|sem conexão/i.test(text)) return lie('offline')
    return null
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
    return this.#capturing !== null && !this.isGone
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
    if (this.isGone) return
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
        this.settings.after(CLAIM_TIMEOUT_MS, () => this.dispatch({ type: 'claim_failed', token: effect.token }))
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
          if (!this.isGone) this.#link.onFlushed()
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
