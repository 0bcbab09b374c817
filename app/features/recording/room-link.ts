import { msOf } from '#domain/consultation/frame.ts'
import type { ClientMessage, Refusal, ServerMessage, ServerMessageOf } from '#domain/consultation/protocol.ts'
import { type RecorderState, type RoomSide, restatement } from '#domain/recorder/recorder.ts'
import { received, withConnection } from '#domain/recorder/room-view.ts'
import { type DeviceQueue, forgetDeviceQueue } from './device-queue.ts'
import type { RecorderRunner, RoomEnd } from './recorder-runner.ts'
import { openRoomSocket, outdated, type RoomSocket } from './room-socket.ts'
import { Sender } from './sender.ts'
import type { SnapshotStore } from './snapshot.ts'
import { Statements } from './statements.ts'
import { takeLocks } from './take-locks.ts'

/** The room's end of a session: what it says is followed, what it must hear is said at its time. */
export class RoomLink implements RoomEnd {
  #sender: Sender | null = null
  #socket: RoomSocket | null = null
  #recorder: RecorderRunner | null = null
  readonly #consultationId: string
  readonly #store: SnapshotStore
  readonly #statements = new Statements((message) => this.send(message))

  constructor(consultationId: string, store: SnapshotStore) {
    this.#consultationId = consultationId
    this.#store = store
  }

  connect(queue: DeviceQueue, recorder: RecorderRunner): void {
    this.#recorder = recorder
    this.#socket = openRoomSocket(this.#consultationId, () => this.#store.read().view.revision, {
      connection: (connection, fault) => {
        if (connection !== 'connected') {
          this.#statements.disconnected()
          this.#sender?.disconnected()
        }
        this.#store.update({ view: withConnection(this.#store.read().view, connection), connectionFault: fault })
      },
      message: (message) => void this.#receive(message),
    })
    this.#sender = new Sender(queue, this.#socket, this.#counted, () => performance.now(), {
      locks: takeLocks(this.#consultationId),
      lost: (gap) => this.#statements.gap({ type: 'gap', ...gap, reason: 'not_kept' }),
    })
    void this.#sender.restore()
  }

  send(message: ClientMessage): boolean {
    return this.#socket?.send(message) ?? false
  }
  renew(reason: string): void {
    this.#socket?.renew(reason)
  }
  isOpen(): boolean {
    return this.#socket?.isOpen() ?? false
  }
  /** Samples on this device that the room has not stored. */
  get waiting(): number {
    return this.#sender?.waiting ?? 0
  }
  /** Length of all takes, whoever recorded them. */
  get samples(): number {
    return this.#sender?.samples ?? 0
  }
  tick(): void {
    this.#sender?.tick()
  }
  close(): void {
    this.#sender?.close()
    this.#socket?.close()
  }

  finish(acceptGap: boolean): void {
    this.#statements.finish(acceptGap)
    this.#store.update({ finishing: true, view: { ...this.#store.read().view, askGap: false } })
    if (this.#store.read().view.status === 'finishing') this.#sayFinish()
    else this.#recorder?.stop()
  }

  /** The consultation is over, and what waits here will not be taken any more. */
  giveUpAudio(): void {
    this.#sender?.giveUp()
    forgetDeviceQueue(this.#consultationId)
  }

  // What the recorder asks -----------------------------------------------------------------------------------------------

  side(): RoomSide {
    const { view, finishing } = this.#store.read()
    const connected = view.connection === 'connected' && view.known
    return { connected, recorder: view.recorder, open: view.status === 'active' && !finishing }
  }
  claim(takeOver: boolean): void {
    if (takeOver) this.send({ type: 'take_over' })
    this.#statements.now('start')
    this.#followLease()
  }
  say(action: 'pause' | 'resume' | 'stop', halted: Promise<unknown>): void {
    if (action === 'resume') this.#statements.now('resume')
    else this.#statements.whenStored(action)
    void halted.then(() => this.#sayWhenStored())
  }
  gap(gap: Extract<ClientMessage, { type: 'gap' }>): void {
    this.#statements.gap(gap)
  }
  async put(take: number, samples: Int16Array): Promise<void> {
    await this.#sender?.put(take, samples)
  }
  end(take: number): number {
    return this.#sender?.end(take) ?? 0
  }
  flushed(): void {
    if (this.#statements.finishing) this.#sayFinish()
    this.#followEnd()
  }

  // What the room says ---------------------------------------------------------------------------------------------------

  async #receive(message: ServerMessage): Promise<void> {
    this.#store.update({ view: received(this.#store.read().view, message) })
    if (message.type === 'audio_ack') {
      await this.#sender?.acknowledged(message)
      this.#sayWhenStored()
    } else if (message.type === 'welcome') await this.#welcomed(message)
    else if (message.type === 'recorder') this.#followLease()
    else if (message.type === 'refused') this.#refused(message.code)
    else if (message.type === 'consultation') this.#followEnd()
  }

  #refused(code: Refusal): void {
    const { recorder, view } = this.#store.read()
    // Somebody else was quicker: a start ends at once, not after its time.
    if (code === 'not_recorder' && recorder.name === 'connecting') this.#recorder?.dispatch({ type: 'lease_lost' })
    else if (code === 'completed') {
      this.#store.update({ view: { ...view, status: 'completed' } })
      this.#followEnd()
    } else if (code === 'version_unsupported') this.#store.update({ connectionFault: outdated })
  }

  async #welcomed(welcome: ServerMessageOf<'welcome'>): Promise<void> {
    await this.#sender?.connected(welcome.takes)
    const { recorder, view } = this.#store.read()
    this.#followLease()
    this.#followEnd()
    if (view.status === 'active') this.#restate(recorder, view.recorder)
    this.#statements.sayGaps()
    if (this.#statements.finishing && this.#store.read().recorder.name !== 'processing') this.#sayFinish()
    this.#sayWhenStored()
  }

  /** Nothing said while offline was kept: the room hears how things stand. */
  #restate(recorder: RecorderState, holder: RoomSide['recorder']): void {
    if (recorder.name === 'connecting' && this.#recorder?.hasAsked()) this.claim(recorder.takeOver)
    this.#statements.restate(restatement(this.#store.read().recorder, holder))
  }

  /** Whoever finished: nothing is recorded here any more, and the room hears how long our own takes are. */
  #followEnd(): void {
    const { status } = this.#store.read().view
    if (status === 'active') return
    this.#recorder?.over()
    if (this.#store.read().recorder.name === 'processing') return
    if (status === 'completed') {
      if (this.waiting === 0) forgetDeviceQueue(this.#consultationId)
      return
    }
    if (!this.#statements.finishing && this.#sender?.recorded().length) this.#statements.finish(false)
    this.#sayFinish()
  }

  #followLease(): void {
    const { view, recorder } = this.#store.read()
    if (view.recorder === 'you' && view.take !== null) {
      this.#sender?.claimed(view.take)
      if (recorder.name !== 'connecting' || this.#recorder?.hasAsked())
        this.#recorder?.dispatch({ type: 'claimed', take: view.take })
    } else if (view.recorder === 'other' && !(recorder.name === 'connecting' && recorder.takeOver))
      this.#recorder?.dispatch({ type: 'lease_lost' })
  }

  #sayWhenStored(): void {
    if (this.waiting === 0) this.#statements.stored()
  }

  #sayFinish(): void {
    this.#statements.sayFinish(this.#store.read().view.status, this.#sender?.recorded() ?? [])
  }

  #counted = (): void => {
    const waitingMs = msOf(this.waiting)
    if (waitingMs !== this.#store.read().waitingMs) this.#store.update({ waitingMs })
  }
}
