import { msOf } from '#domain/consultation/frame.ts'
import type { ClientMessage, Refusal, ServerMessage, ServerMessageOf } from '#domain/consultation/protocol.ts'
import { recorderFaults } from '#domain/recorder/microphone.ts'
import {
  type RecorderEffect,
  type RecorderEvent,
  type RecorderState,
  type RoomSide,
  restatement,
  transition,
} from '#domain/recorder/recorder.ts'
import { received, withConnection } from '#domain/recorder/room-view.ts'
import { Capture } from './capture.ts'
import { type DeviceQueue, forgetDeviceQueue, openDeviceQueue } from './device-queue.ts'
import { faultIn, listMicrophones, permissionRemembered } from './microphone.ts'
import { openRoomSocket, outdated, type RoomSocket } from './room-socket.ts'
import { Sender } from './sender.ts'
import { initialSnapshot, type Snapshot } from './snapshot.ts'
import { Statements } from './statements.ts'

const CLAIM_TIMEOUT_MS = 10_000
const TICK_MS = 500
/** How long a screen that was left keeps its socket to send what is still here. */
const DRAIN_MS = 5_000

/** One screen's part in a consultation: runs the recorder's effects, and tells the room and the device what follows. */
export class RecordingSession {
  #snapshot = initialSnapshot
  #listeners = new Set<() => void>()
  #token = 0
  #claiming = 0
  #disposed = false
  #sender: Sender | null = null
  #socket: RoomSocket | null = null
  #ticker: ReturnType<typeof setInterval> | undefined
  #gapSince: { take: number; at: number; since: number } | null = null
  readonly #consultationId: string
  readonly #capture: Capture
  readonly #statements = new Statements((message) => this.send(message))

  constructor(consultationId: string) {
    this.#consultationId = consultationId
    this.#capture = new Capture({
      frame: (take, samples) => this.#keep(take, samples),
      failed: (fault) => this.#dispatch({ type: 'microphone_failed', fault }),
    })
    void this.#begin()
  }

  // What the screen reads ------------------------------------------------------------------------------------------------

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly snapshot = (): Snapshot => this.#snapshot
  /** Length of the recording on the audio clock, between two frames by the device's clock. */
  readonly elapsedMs = (): number => {
    return (
      msOf(this.#sender?.samples ?? 0) +
      (this.#snapshot.recorder.name === 'recording' ? this.#capture.sinceLastFrame() : 0)
    )
  }
  readonly waveform = (into: Uint8Array<ArrayBuffer>): boolean => this.#capture.waveform(into)

  // What the doctor does -------------------------------------------------------------------------------------------------

  press = (): void => this.#dispatch({ type: 'main_button', token: ++this.#token, room: this.#room() })
  takeOver = (): void => this.#dispatch({ type: 'take_over', token: ++this.#token, room: this.#room() })
  retry = (): void => this.#socket?.renew('retry')
  send = (message: ClientMessage): boolean => this.#socket?.send(message) ?? false

  finish = (acceptGap = false): void => {
    this.#statements.finish(acceptGap)
    this.#update({ finishing: true, view: { ...this.#snapshot.view, askGap: false } })
    if (this.#snapshot.view.status === 'finishing') this.#sayFinish()
    else this.#dispatch({ type: 'stop', token: ++this.#token })
  }

  /** The consultation is over, and what waits here will not be taken any more. */
  giveUpAudio = (): void => {
    this.#sender?.giveUp()
    forgetDeviceQueue(this.#consultationId)
  }

  chooseDevice = async (deviceId: string): Promise<void> => {
    this.#capture.prefer(deviceId)
    const { name } = this.#snapshot.recorder
    if (name === 'error' || name === 'permission_denied') return this.press()
    if (!this.#capture.isOpen) return this.#showDevice()
    try {
      await this.#capture.swap()
      this.#update({ deviceFault: null })
    } catch (error) {
      this.#update({ deviceFault: faultIn(error) })
    }
    this.#showDevice()
  }

  /** Leaves the screen: stops, lets the microphone go, and sends what it still can. */
  async dispose(): Promise<void> {
    if (this.#disposed) return
    this.#dispatch({ type: 'leave' })
    this.#disposed = true
    this.#listeners.clear()
    navigator.mediaDevices?.removeEventListener('devicechange', this.#listDevices)
    await this.#capture.halted()
    const until = performance.now() + DRAIN_MS
    while ((this.#sender?.waiting ?? 0) > 0 && this.#socket?.isOpen() && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS / 2))
    }
    clearInterval(this.#ticker)
    this.#socket?.close()
  }

  // The recorder's effects -----------------------------------------------------------------------------------------------

  #dispatch(event: RecorderEvent): void {
    if (this.#disposed) return
    const { state, effects } = transition(this.#snapshot.recorder, event)
    if (state !== this.#snapshot.recorder) this.#update({ recorder: state })
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: RecorderEffect): void {
    switch (effect.type) {
      case 'open_microphone':
        return void this.#openMicrophone(effect.token).then(
          (open) => open && this.#dispatch({ type: 'granted', token: effect.token }),
        )
      case 'close_microphone':
        this.#capture.close()
        return
      case 'claim':
        return void this.#claim(effect.token, effect.takeOver)
      case 'capture':
        this.#capture.run(effect.take)
        this.#endGap()
        return
      case 'halt':
        this.#halt()
        return
      case 'flush':
        return void this.#capture.halted().then(() => this.#flushed(effect.token))
      case 'say':
        if (effect.action === 'resume') this.#statements.now('resume')
        else this.#statements.whenStored(effect.action)
        return void this.#capture.halted().then(() => this.#sayWhenStored())
      case 'alert':
        navigator.vibrate?.(200)
        return
      default:
        never(effect)
    }
  }

  async #openMicrophone(token: number): Promise<boolean> {
    try {
      await this.#capture.open(() => this.#awaits(token))
      void this.#listDevices()
      return this.#awaits(token)
    } catch (error) {
      this.#dispatch({ type: 'refused', token, fault: faultIn(error) })
      return false
    }
  }

  /** Checked after every await: whoever asked may have left, stopped or started anew. */
  #awaits(token: number): boolean {
    const { recorder } = this.#snapshot
    return !this.#disposed && 'token' in recorder && recorder.token === token
  }

  async #claim(token: number, takeOver: boolean): Promise<void> {
    if (!(await this.#openMicrophone(token))) return
    this.#claiming = token
    this.#sayClaim(takeOver)
    setTimeout(() => this.#dispatch({ type: 'claim_failed', token }), CLAIM_TIMEOUT_MS)
  }

  #sayClaim(takeOver: boolean): void {
    if (takeOver) this.send({ type: 'take_over' })
    this.#statements.now('start')
    this.#followLease()
  }

  #halt(): void {
    const take = this.#capture.take
    void this.#capture.halt().then(() => {
      // Only a microphone that failed leaves a gap; a pause is the doctor's own.
      if (this.#snapshot.recorder.name !== 'error' || take === null) return
      this.#gapSince = { take, at: this.#sender?.end(take) ?? 0, since: performance.now() }
    })
  }
  #endGap(): void {
    if (!this.#gapSince) return
    const { take, at, since } = this.#gapSince
    this.#gapSince = null
    this.#statements.gap({ type: 'gap', take, at, ms: Math.round(performance.now() - since), reason: 'microphone' })
  }

  #flushed(token: number): void {
    this.#dispatch({ type: 'flushed', token })
    if (this.#statements.finishing) this.#sayFinish()
    this.#followEnd()
  }

  #keep(take: number, samples: Int16Array): void {
    this.#sender
      ?.put(take, samples)
      .catch(() => this.#dispatch({ type: 'microphone_failed', fault: recorderFaults.processing }))
  }

  // The room -------------------------------------------------------------------------------------------------------------

  async #begin(): Promise<void> {
    const queue = await openDeviceQueue(this.#consultationId)
    if (this.#disposed) return
    this.#connect(queue)
    navigator.mediaDevices?.addEventListener('devicechange', this.#listDevices)
    if (!(await permissionRemembered())) return
    await this.#listDevices()
    this.#dispatch({ type: 'permission_known' })
  }

  #connect(queue: DeviceQueue): void {
    this.#socket = openRoomSocket(this.#consultationId, () => this.#snapshot.view.revision, {
      connection: (connection, fault) => {
        if (connection !== 'connected') {
          this.#statements.disconnected()
          this.#sender?.disconnected()
        }
        this.#update({ view: withConnection(this.#snapshot.view, connection), connectionFault: fault })
      },
      message: (message) => void this.#receive(message),
    })
    this.#sender = new Sender(queue, this.#socket, this.#counted, () => performance.now())
    void this.#sender.restore()
    this.#ticker = setInterval(() => this.#tick(), TICK_MS)
  }

  #tick(): void {
    this.#sender?.tick()
    if (this.#snapshot.recorder.name === 'recording' && this.#capture.standsStill()) {
      this.#dispatch({ type: 'microphone_failed', fault: recorderFaults.silent })
    }
  }

  async #receive(message: ServerMessage): Promise<void> {
    this.#update({ view: received(this.#snapshot.view, message) })
    if (message.type === 'audio_ack') {
      await this.#sender?.acknowledged(message)
      this.#sayWhenStored()
    } else if (message.type === 'welcome') await this.#welcomed(message)
    else if (message.type === 'recorder') this.#followLease()
    else if (message.type === 'refused') this.#refused(message.code)
    else if (message.type === 'consultation') this.#followEnd()
  }

  #refused(code: Refusal): void {
    const { recorder, view } = this.#snapshot
    // Somebody else was quicker: a start ends at once, not after its time.
    if (code === 'not_recorder' && recorder.name === 'connecting') this.#dispatch({ type: 'lease_lost' })
    else if (code === 'completed') {
      this.#update({ view: { ...view, status: 'completed' } })
      this.#followEnd()
    } else if (code === 'version_unsupported') this.#update({ connectionFault: outdated })
  }

  async #welcomed(welcome: ServerMessageOf<'welcome'>): Promise<void> {
    await this.#sender?.connected(welcome.takes)
    const { recorder, view } = this.#snapshot
    this.#followLease()
    this.#followEnd()
    if (view.status === 'active') this.#restate(recorder, view.recorder)
    this.#statements.sayGaps()
    if (this.#statements.finishing && this.#snapshot.recorder.name !== 'processing') this.#sayFinish()
    this.#sayWhenStored()
  }

  /** Nothing said while offline was kept: the room hears how things stand. */
  #restate(recorder: RecorderState, holder: RoomSide['recorder']): void {
    if (recorder.name === 'connecting' && this.#claiming === recorder.token) this.#sayClaim(recorder.takeOver)
    this.#statements.restate(restatement(this.#snapshot.recorder, holder))
  }

  /** Whoever finished: nothing is recorded here any more, and the room hears how long our own takes are. */
  #followEnd(): void {
    const { status } = this.#snapshot.view
    if (status === 'active') return
    this.#dispatch({ type: 'over', token: ++this.#token })
    if (this.#snapshot.recorder.name === 'processing') return
    if (status === 'completed') {
      if (this.#sender?.waiting === 0) forgetDeviceQueue(this.#consultationId)
      return
    }
    if (!this.#statements.finishing && this.#sender?.recorded().length) this.#statements.finish(false)
    this.#sayFinish()
  }

  #followLease(): void {
    const { view, recorder } = this.#snapshot
    if (view.recorder === 'you' && view.take !== null) {
      this.#sender?.claimed(view.take)
      const asked = recorder.name === 'connecting' && this.#claiming === recorder.token
      if (recorder.name !== 'connecting' || asked) this.#dispatch({ type: 'claimed', take: view.take })
    } else if (view.recorder === 'other' && !(recorder.name === 'connecting' && recorder.takeOver))
      this.#dispatch({ type: 'lease_lost' })
  }

  #sayWhenStored(): void {
    if ((this.#sender?.waiting ?? 0) === 0) this.#statements.stored()
  }

  #sayFinish(): void {
    this.#statements.sayFinish(this.#snapshot.view.status, this.#sender?.recorded() ?? [])
  }

  // The rest -------------------------------------------------------------------------------------------------------------

  #room(): RoomSide {
    const { view } = this.#snapshot
    const connected = view.connection === 'connected' && view.known
    return { connected, recorder: view.recorder, open: view.status === 'active' && !this.#snapshot.finishing }
  }

  #listDevices = async (): Promise<void> => {
    const devices = await listMicrophones().catch(() => [])
    this.#update({ devices })
    this.#showDevice()
  }

  #showDevice(): void {
    this.#update({ device: this.#capture.device(this.#snapshot.devices) })
  }

  #counted = (): void => {
    const waitingMs = msOf(this.#sender?.waiting ?? 0)
    if (waitingMs !== this.#snapshot.waitingMs) this.#update({ waitingMs })
  }

  #update(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function never(value: never): never {
  throw new Error(`unhandled ${JSON.stringify(value)}`)
}
