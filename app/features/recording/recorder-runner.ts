import { warn } from '#app/lib/console-event.ts'
import { toast } from '#app/ui/toast.tsx'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { microphoneBack, type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import {
  faultOf,
  type RecorderEffect,
  type RecorderEvent,
  type RoomSide,
  transition,
} from '#domain/recorder/recorder.ts'
import { Capture } from './capture.ts'
import { createLocalRecording } from './local-recording.ts'
import { faultIn, listMicrophones, openMicrophone, permissionRemembered } from './microphone.ts'
import type { SnapshotStore } from './snapshot.ts'

const CLAIM_TIMEOUT_MS = 10_000

/** What the recorder asks of the room's end. */
export type RoomEnd = {
  side(): RoomSide
  claim(takeOver: boolean): void
  /** `halted` resolves when the audio before a pause or stop is all handed over. */
  say(action: 'pause' | 'resume' | 'stop', halted: Promise<unknown>): void
  gap(gap: Extract<ClientMessage, { type: 'gap' }>): void
  put(take: number, samples: Int16Array): Promise<void>
  /** The position in the take where the next sample belongs. */
  end(take: number): number
  /** A recording that was stopped has handed over its last frame. */
  flushed(): void
}

/** Runs the recorder's machine: its state stands in the snapshot, its effects reach the microphone and the room. */
export class RecorderRunner {
  #token = 0
  #claiming = 0
  #left = false
  #withdrawn = false
  #gapSince: { take: number; at: number; since: number } | null = null
  #keeping: Promise<unknown> = Promise.resolve()
  readonly capture: Capture
  readonly #store: SnapshotStore
  readonly #room: RoomEnd

  constructor(consultationId: string, store: SnapshotStore, room: RoomEnd, open = openMicrophone) {
    this.#store = store
    this.#room = room
    this.capture = new Capture(
      {
        frame: (take, samples) => this.#keep(take, samples),
        failed: (fault) => this.dispatch({ type: 'microphone_failed', fault }),
        end: (take) => room.end(take),
        asleep: (take, at, ms) => room.gap({ type: 'gap', take, at, ms, reason: 'asleep' }),
        back: () => this.#goOn(),
      },
      createLocalRecording(consultationId, (localFailed) => store.update({ localFailed })),
      open,
    )
  }

  async begin(): Promise<void> {
    navigator.mediaDevices?.addEventListener('devicechange', this.#listDevices)
    await this.lookForPermission()
  }
  async lookForPermission(): Promise<void> {
    if (!(await permissionRemembered())) return
    await this.#listDevices()
    this.dispatch({ type: 'permission_known' })
  }

  press(): void {
    this.dispatch({ type: 'main_button', token: ++this.#token, room: this.#room.side() })
  }
  takeOver(): void {
    this.dispatch({ type: 'take_over', token: ++this.#token, room: this.#room.side() })
  }
  stop(): void {
    this.#endGap()
    this.dispatch({ type: 'stop', token: ++this.#token })
  }
  /** The consultation is finishing, or over. */
  over(): void {
    this.#endGap()
    this.dispatch({ type: 'over', token: ++this.#token })
  }
  /** The patient took the consent back. Resolves when nothing more of the microphone can arrive. */
  async withdraw(): Promise<void> {
    this.#withdrawn = true
    this.#gapSince = null
    this.dispatch({ type: 'withdrawn' })
    await this.capture.halted()
  }
  leave(): void {
    this.#endGap()
    this.dispatch({ type: 'leave' })
    this.#left = true
    navigator.mediaDevices?.removeEventListener('devicechange', this.#listDevices)
  }

  /** The lease that is being awaited is the one this start has asked for. */
  hasAsked(): boolean {
    const { recorder } = this.#store.read()
    return recorder.name === 'connecting' && this.#claiming === recorder.token
  }

  async chooseDevice(deviceId: string): Promise<void> {
    this.capture.prefer(deviceId)
    const { name } = this.#store.read().recorder
    if (name === 'error' || name === 'permission_denied') return this.press()
    if (!this.capture.isOpen) return this.#showDevice()
    try {
      await this.capture.swap()
      this.#store.update({ deviceFault: null })
    } catch (error) {
      this.#showDeviceFault(faultIn(error))
    }
    this.#showDevice()
  }

  /** Called now and then: audio that does not arrive is a microphone that stopped. */
  look(): void {
    if (this.#store.read().recorder.name === 'recording' && this.capture.standsStill()) {
      this.dispatch({ type: 'microphone_failed', fault: recorderFaults.silent })
    }
  }

  /** False: there is nothing to show. A pause does not listen, though the microphone stays open. */
  waveform(into: Uint8Array<ArrayBuffer>): boolean {
    return this.#store.read().recorder.name !== 'paused' && this.capture.waveform(into)
  }

  dispatch(event: RecorderEvent): void {
    if (this.#left) return
    const { recorder } = this.#store.read()
    const { state, effects } = transition(recorder, event)
    if (state !== recorder) this.#store.update({ recorder: state })
    const fault = faultOf(state)
    if (fault !== faultOf(recorder)) warnOf(fault)
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: RecorderEffect): void {
    switch (effect.type) {
      case 'open_microphone':
        return void this.#openMicrophone(effect.token).then(
          (open) => open && this.dispatch({ type: 'granted', token: effect.token }),
        )
      case 'close_microphone':
        this.capture.close(this.#isAwaited())
        return
      case 'claim':
        return void this.#claim(effect.token, effect.takeOver)
      case 'capture':
        this.#withdrawn = false
        this.capture.run(effect.take)
        this.#endGap()
        return
      case 'halt':
        this.#halt()
        return
      case 'flush':
        return void this.capture.halted().then(() => {
          this.dispatch({ type: 'flushed', token: effect.token })
          this.#room.flushed()
        })
      case 'say':
        this.#room.say(effect.action, this.capture.halted())
        return
      case 'alert':
        navigator.vibrate?.(200)
        return
      default:
        never(effect)
    }
  }

  /** The recording broke off, and goes on when there is a microphone. */
  #isAwaited(): boolean {
    const { recorder } = this.#store.read()
    return recorder.name === 'error' && recorder.goOn
  }

  async #openMicrophone(token: number): Promise<boolean> {
    try {
      await this.capture.open(() => this.#awaits(token))
      void this.#listDevices()
      return this.#awaits(token)
    } catch (error) {
      this.dispatch({ type: 'refused', token, fault: faultIn(error) })
      return false
    }
  }

  /** Checked after every await: whoever asked may have left, stopped or started anew. */
  #awaits(token: number): boolean {
    const { recorder } = this.#store.read()
    return !this.#left && 'token' in recorder && recorder.token === token
  }

  async #claim(token: number, takeOver: boolean): Promise<void> {
    if (!(await this.#openMicrophone(token))) return
    this.#claiming = token
    this.#room.claim(takeOver)
    setTimeout(() => this.dispatch({ type: 'claim_failed', token }), CLAIM_TIMEOUT_MS)
  }

  #halt(): void {
    const { take } = this.capture
    void this.capture.halt().then(() => {
      // Only a microphone that failed leaves a gap; a pause is the doctor's own.
      if (this.#store.read().recorder.name !== 'error' || take === null) return
      this.#gapSince = { take, at: this.#room.end(take), since: performance.now() }
    })
  }

  /** A microphone that failed is missing until it is heard again, or until nobody waits for it any more. */
  #endGap(): void {
    if (!this.#gapSince) return
    const { take, at, since } = this.#gapSince
    this.#gapSince = null
    this.#room.gap({ type: 'gap', take, at, ms: Math.round(performance.now() - since), reason: 'microphone' })
  }

  #keep(take: number, samples: Int16Array): void {
    if (this.#withdrawn) return
    // What can't be kept is lost: nobody goes on recording as if it were not.
    const kept = this.#room
      .put(take, samples)
      .catch(() => this.dispatch({ type: 'microphone_failed', fault: recorderFaults.processing }))
    this.#keeping = this.#keeping.then(() => kept)
  }

  /** Resolves when what was captured until a halt lies where it is kept. */
  async kept(): Promise<void> {
    await this.capture.halted()
    await this.#keeping
  }

  /** What silenced the microphone is over: unless the doctor has decided otherwise meanwhile, the recording goes on. */
  #goOn(): void {
    const { recorder } = this.#store.read()
    if (recorder.name !== 'error' || !recorder.goOn || recorder.fault !== recorderFaults.muted) return
    this.press()
    toast.success(microphoneBack)
  }

  #listDevices = async (): Promise<void> => {
    try {
      this.#store.update({ devices: await listMicrophones() })
    } catch {
      this.#store.update({ devices: [] })
      this.#showDeviceFault(recorderFaults.devices)
    }
    this.#showDevice()
  }

  #showDeviceFault(deviceFault: RecorderFault): void {
    this.#store.update({ deviceFault })
    warnOf(deviceFault)
  }
  #showDevice(): void {
    this.#store.update({ device: this.capture.device(this.#store.read().devices) })
  }
}

function warnOf(fault: RecorderFault | null): void {
  if (fault?.technical) warn({ event: 'recorder_failed', message: fault.technical })
}
function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
