import { warn } from '#app/lib/console-event.ts'
import { toast } from '#app/ui/toast.tsx'
import { never } from '#domain/never.ts'
import { microphoneBack, type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import {
  faultOf,
  isMeantToRecord,
  type RecorderEffect,
  type RecorderEvent,
  type ReopenedTake,
  type RoomSide,
  transition,
} from '#domain/recorder/recorder.ts'
import { type AudioDevice, Capture } from '../device/capture.ts'
import { createLocalRecording } from '../device/local-recording.ts'
import { type AudioSink, faultIn, openMicrophone } from '../device/microphone.ts'
import type { DeviceListener } from './device-listener.ts'
import type { SnapshotStore } from './snapshot.ts'

const CLAIM_TIMEOUT_MS = 10_000

/** The room, as the recorder uses it. */
export type RoomEnd = {
  readonly uplink: AudioSink
  side(): RoomSide
  claim(takeOver: boolean): void
  /** `halted` resolves when the audio before a pause or stop is all handed over. */
  say(action: 'pause' | 'resume' | 'stop', halted: Promise<unknown>): void
  /** A stopped recording has delivered its last frame. */
  onFlushed(): void
  /** Hears what the page records. */
  readonly listener?: Pick<DeviceListener, 'begin' | 'halt' | 'withdraw' | 'isSoundKeptHere'>
}

/** Runs the recorder's state machine: stores its state in the snapshot, sends effects to microphone and room. */
export class RecorderRunner {
  #token = 0
  #claiming = 0
  #isDisposed = false
  #gapSince: { take: number; at: number; since: number } | null = null
  readonly capture: Capture
  readonly #store: SnapshotStore
  readonly #room: RoomEnd

  constructor(consultationId: string, store: SnapshotStore, room: RoomEnd, open = openMicrophone) {
    this.#store = store
    this.#room = room
    this.capture = new Capture(
      room.uplink,
      {
        onFailed: (fault) => this.dispatch({ type: 'microphone_failed', fault }),
        onBack: () => this.#resume(),
        onRun: (take, track) => room.listener?.begin(take, track),
        onHalt: (stored) => room.listener?.halt(stored),
        isSoundKeptHere: () => room.listener?.isSoundKeptHere ?? false,
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
    const isPermissionMissing = !(await permissionRemembered())
    this.#store.update({ isPermissionMissing })
    if (isPermissionMissing) return
    await this.#listDevices()
    this.dispatch({ type: 'permission_known' })
  }

  press(): void {
    this.dispatch({ type: 'main_button', token: ++this.#token, room: this.#room.side() })
  }
  takeOver(): void {
    this.dispatch({ type: 'take_over', token: ++this.#token, room: this.#room.side() })
  }
  /** [R20] Ends capture; the take stays open. Returns whether it was recording, starting, or waiting for a microphone. */
  halt(): boolean {
    const wasRecording = isMeantToRecord(this.#store.read().recorder)
    this.dispatch({ type: 'ending', token: ++this.#token })
    return wasRecording
  }
  /** [R20] Records again after `halt`. */
  resume(): void {
    if (this.#store.read().recorder.name !== 'recording') this.press()
  }
  /** [R22] Goes on in the take from before a reload, and reports the time without a microphone since then. */
  reopen(reopened: ReopenedTake): void {
    const { take, paused } = reopened
    // The clock of the page began at the reload.
    if (!paused) this.#gapSince = { take, at: this.#room.uplink.sender?.end(take) ?? 0, since: 0 }
    this.dispatch({ type: 'reopened', token: ++this.#token, reopened })
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
  /** The patient withdrew. Resolves when the microphone can deliver no more audio. */
  async withdraw(): Promise<void> {
    this.capture.runs.withdraw()
    this.#room.listener?.withdraw()
    this.#gapSince = null
    this.dispatch({ type: 'withdrawn' })
    await this.capture.halted()
  }
  leave(): void {
    this.#endGap()
    this.dispatch({ type: 'leave' })
    this.#isDisposed = true
    navigator.mediaDevices?.removeEventListener('devicechange', this.#listDevices)
  }

  /** The awaited lease belongs to this start. */
  isClaiming(): boolean {
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

  /** Called each second: audio that stops arriving means a broken microphone. */
  look(): void {
    if (this.#store.read().recorder.name === 'recording' && this.capture.runs.isStill()) {
      this.dispatch({ type: 'microphone_failed', fault: recorderFaults.silent })
    }
  }

  /** Returns false when there is no waveform: also in a pause, though the microphone stays open. */
  waveform(into: Uint8Array<ArrayBuffer>): boolean {
    return this.#store.read().recorder.name !== 'paused' && this.capture.waveform(into)
  }

  dispatch(event: RecorderEvent): void {
    if (this.#isDisposed) return
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
          (open) => open && this.dispatch({ type: 'granted', token: effect.token, room: this.#room.side() }),
        )
      case 'close_microphone':
        this.capture.close(this.#isAwaited())
        return
      case 'claim':
        return void this.#claim(effect.token, effect.takeOver)
      case 'capture':
        this.capture.run(effect.take)
        this.#endGap()
        return
      case 'halt':
        this.#halt()
        return
      case 'flush':
        return void this.capture.halted().then(() => {
          this.dispatch({ type: 'flushed', token: effect.token })
          this.#room.onFlushed()
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

  /** The recording broke off and resumes when a microphone works. */
  #isAwaited(): boolean {
    const { recorder } = this.#store.read()
    return recorder.name === 'error' && isMeantToRecord(recorder)
  }

  async #openMicrophone(token: number): Promise<boolean> {
    try {
      await this.capture.open(() => this.#isCurrent(token))
      void this.#listDevices()
      return this.#isCurrent(token)
    } catch (error) {
      this.dispatch({ type: 'refused', token, fault: faultIn(error) })
      return false
    }
  }

  /** Checked after every await: the doctor may have left, stopped or started again. */
  #isCurrent(token: number): boolean {
    const { recorder } = this.#store.read()
    return !this.#isDisposed && 'token' in recorder && recorder.token === token
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
      // Only a failed microphone leaves a gap; a pause is intended.
      if (this.#store.read().recorder.name !== 'error' || take === null) return
      this.#gapSince = { take, at: this.#room.uplink.sender?.end(take) ?? 0, since: performance.now() }
    })
  }

  /** Ends the gap of a failed microphone when it works again or is no longer awaited. */
  #endGap(): void {
    if (!this.#gapSince) return
    const { take, at, since } = this.#gapSince
    this.#gapSince = null
    this.#room.uplink.gap({ type: 'gap', take, at, ms: Math.round(performance.now() - since), reason: 'microphone' })
  }

  /** The silence is over: resume unless the doctor decided otherwise meanwhile. */
  #resume(): void {
    const { recorder } = this.#store.read()
    if (!this.#isAwaited() || faultOf(recorder) !== recorderFaults.muted || !this.#room.side().open) return
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

async function listMicrophones(): Promise<AudioDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter((device) => device.kind === 'audioinput' && device.deviceId !== '')
    .map(({ deviceId, label, groupId }) => ({ deviceId, label, groupId }))
}

/** Whether the browser remembers the permission. Browsers that cannot tell count as 'no'. */
async function permissionRemembered(): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: 'microphone' as PermissionName })
    return status.state === 'granted'
  } catch {
    return false
  }
}
