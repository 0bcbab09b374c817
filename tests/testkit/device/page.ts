import type { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import type { DeviceChoice, Microphone, MicrophoneEvents } from '#app/features/recording/device/microphone.ts'
import { RecorderRunner } from '#app/features/recording/screen/recorder-runner.ts'
import { goOn, type Mark } from '#app/features/recording/screen/reload.ts'
import { RoomFollower } from '#app/features/recording/screen/room-follower.ts'
import { SnapshotStore } from '#app/features/recording/screen/snapshot.ts'
import { Withdrawal } from '#app/features/recording/uplink/withdrawal.ts'
import { type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import { behindMs, type Status, statusOf } from '#domain/recorder/status.ts'
import { AppPage, type PageSettings } from './app-page.ts'

/**
 * A consultation's page without its pixels: the product's own room follower, socket, sender, device queue, statements and
 * recorder, and a microphone that the test speaks into.
 */
export class Page extends AppPage {
  readonly store = new SnapshotStore()
  readonly #link: RoomFollower
  readonly #withdrawal: Withdrawal
  readonly #recorder: RecorderRunner
  #microphone: MicrophoneEvents | null = null
  #run: { number: number; samples: number } | null = null

  constructor(settings: PageSettings) {
    super(settings)
    const { consultationId } = settings
    const statements = this.notes as unknown as KeptStatements
    this.#link = new RoomFollower(consultationId, this.store, statements)
    this.#recorder = new RecorderRunner(consultationId, this.store, this.#link, this.#openMicrophone)
    this.#withdrawal = new Withdrawal({
      consultationId,
      kept: statements,
      recorder: this.#recorder,
      uplink: this.#link.uplink,
    })
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
    const { reopened } = this.settings
    if (reopened && !this.notes.revoked && this.notes.now.finish === null)
      await goOn(reopened, this.#link.uplink, this.#recorder)
    if (this.isGone) return
    const connecting = this.#link.connect(this.#recorder, this.#withdrawal)
    this.#recorder.dispatch({ type: 'permission_known' })
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
    this.#link.listener.dispose()
    this.#link.uplink.close()
  }

  // Actions of the doctor -------------------------------------------------------------------------------------------

  press(): void {
    this.#recorder.press()
  }
  takeOver(): void {
    this.#recorder.takeOver()
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
    this.#recorder.leave()
    this.crash()
  }

  // The microphone -------------------------------------------------------------------------------------------------------

  readonly #openMicrophone = async (_: DeviceChoice, events: MicrophoneEvents): Promise<Microphone> => {
    this.#microphone = events
    const { track } = this.settings
    return {
      deviceId: 'one',
      label: 'Microfone',
      stream: { getAudioTracks: () => (track ? [track] : []) } as unknown as MediaStream,
      silenced: false,
      run: (number) => {
        this.#run = { number, samples: 0 }
        this.settings.onRun?.()
      },
      halt: async () => {
        this.#run = null
      },
      waveform: () => undefined,
      close: () => undefined,
    }
  }
  hear(samples: Int16Array): void {
    const { take } = this.#recorder.capture
    if (take === null || !this.#run || this.isGone) return
    this.settings.captured({ take, at: this.#end(take), samples })
    this.#run.samples += samples.length
    this.#microphone?.frame(this.#run.number, samples)
  }
  #end(take: number): number {
    return this.#link.uplink.sender?.end(take) ?? 0
  }
  /** The clock of the audio thread reports `ms` without audio. Returns the position. */
  slept(ms: number): { take: number; at: number } | null {
    const { take } = this.#recorder.capture
    if (take === null || !this.#run) return null
    this.#microphone?.slept(this.#run.number, this.#run.samples, ms)
    return { take, at: this.#end(take) }
  }
  fail(fault: RecorderFault = recorderFaults.silent): void {
    if (!this.isGone) this.#microphone?.failed(fault)
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
  /** The mark that the device stores of this page while it records. */
  get mark(): Mark | null {
    const { recorder } = this
    if (recorder.name !== 'recording' && recorder.name !== 'paused') return null
    const { take } = recorder
    return { screen: this.#link.uplink.screen, take, paused: recorder.name === 'paused', at: Date.now() }
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
    return this.#run !== null && !this.isGone
  }
}
