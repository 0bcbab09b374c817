import { warn } from '#app/lib/console-event.ts'
import type { ConsentState } from '#domain/consent/consent.ts'
import { msOf } from '#domain/consultation/frame.ts'
import type { ClientMessage, Refusal, ServerMessage, ServerMessageOf } from '#domain/consultation/protocol.ts'
import { recorderFaults } from '#domain/recorder/microphone.ts'
import { type RecorderState, type RoomSide, restatement } from '#domain/recorder/recorder.ts'
import { type RoomView, received, withConnection } from '#domain/recorder/room-view.ts'
import type { Protection } from '#domain/recorder/status.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import { type DeviceQueue, forgetDeviceQueue, type TakeLength } from '../device/device-queue.ts'
import type { KeptGap, KeptStatements } from '../device/kept-statements.ts'
import { deleteLocalTakes } from '../device/local-store.ts'
import { openRoomSocket, outdated, type RoomSocket } from '../uplink/room-socket.ts'
import { Sender } from '../uplink/sender.ts'
import { Statements } from '../uplink/statements.ts'
import { takeLocks } from '../uplink/take-locks.ts'
import type { RecorderRunner, RoomEnd } from './recorder-runner.ts'
import type { SnapshotStore } from './snapshot.ts'

/** Stored on this device and sent again; other commands are dropped while offline. */
const KEPT: readonly ClientMessage['type'][] = ['write_entry', 'gap', 'finish']

/** Makes sure that nothing is recorded without the patient's consent. */
export type ConsentFollower = {
  follow(consent: ConsentState): Promise<void>
  /** The connection is open: sends statements that the server has not acknowledged. */
  tell(): Promise<void>
}

/** Connects a session with its room: follows the room's messages and sends commands at the right time. */
export class RoomLink implements RoomEnd {
  #sender: Sender | null = null
  #socket: RoomSocket | null = null
  #recorder: RecorderRunner | null = null
  #consent: ConsentFollower | null = null
  #queue: DeviceQueue | null = null
  /** This device's takes in the last report to the room; null when the disk was unreadable. */
  #held: readonly TakeLength[] | null = null
  /** Logs unsent audio once per lost connection. */
  #hasWarnedUnsent = false
  readonly #consultationId: string
  readonly #store: SnapshotStore
  readonly #kept: KeptStatements
  readonly #statements: Statements

  constructor(consultationId: string, store: SnapshotStore, kept: KeptStatements) {
    this.#consultationId = consultationId
    this.#store = store
    this.#kept = kept
    this.#statements = new Statements(
      kept,
      (message) => this.send(message),
      (take) => this.end(take),
    )
  }

  /** Sets the device queue of this consultation. */
  use(queue: DeviceQueue): void {
    this.#queue = queue
    this.#store.update({ protection: protectionOf(queue) })
    queue.onHealth(() => this.#store.update({ protection: protectionOf(queue) }))
  }

  /** Sends stored statements of an earlier or another page. */
  remembered(): void {
    if (this.#statements.finishing) this.#store.update({ finishing: true })
    if (this.#store.read().view.known) this.#statements.sayKept()
  }

  /** Connects after reading the device queue, so that old audio is sent first and lengths are right. */
  async connect(recorder: RecorderRunner, consent: ConsentFollower): Promise<void> {
    const queue = this.#queue
    if (!queue) return
    this.#recorder = recorder
    this.#consent = consent
    const holds = async () => {
      this.#held = await queue.lengths()
      return this.#held && (this.#sender?.stated(this.#held) ?? null)
    }
    const greeting = { since: () => this.#store.read().view.revision, holds }
    const socket = openRoomSocket(this.#consultationId, greeting, {
      connection: (connection, fault) => {
        if (connection !== 'connected') {
          this.#statements.disconnected()
          this.#sender?.disconnected()
        } else this.#hasWarnedUnsent = false
        if (fault?.technical && fault !== this.#store.read().connectionFault)
          warn({ event: 'connection_failed', message: fault.technical })
        this.#store.update({ view: withConnection(this.#store.read().view, connection), connectionFault: fault })
      },
      message: (message) => void this.#receive(message),
    })
    this.#socket = socket
    const wire: Pick<RoomSocket, 'send' | 'renew'> = {
      send: (frame) => !this.#isWithheld() && socket.send(frame),
      renew: (reason) => socket.renew(reason),
    }
    this.#sender = new Sender(queue, wire, this.#counted, () => performance.now(), {
      locks: takeLocks(this.#consultationId),
      lost: (gap) => this.#statements.gap({ type: 'gap', ...gap, reason: 'not_kept' }),
      taken: () => this.#tookUp(),
    })
    await this.#sender.restore()
  }

  send(message: ClientMessage): boolean {
    const isSent = this.#socket?.send(message) ?? false
    if (!isSent && !KEPT.includes(message.type)) warn({ event: 'command_unsent', command: message.type })
    return isSent
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
  /** Length of all takes of all recorders, in samples. */
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

  /** The consultation is over and the room takes no more audio. Audio stays; the app offers it as a file. */
  giveUp(): void {
    this.#statements.heardLines(() => true)
    this.#sender?.giveUp()
    forgetDeviceQueue(this.#consultationId)
  }

  /** Deletes audio that the room has not stored. Returns how much. */
  async discard(): Promise<TakeLength[]> {
    this.#held = null
    const discarded = (await (this.#sender ?? this.#queue)?.discard()) ?? []
    // A disk opened meanwhile may have claimed them again.
    for (const { take } of discarded) this.#sender?.giveUp(take)
    return discarded
  }

  /** Consent is refused: audio found later is not sent but deleted. */
  #isWithheld(): boolean {
    const { consent } = this.#store.read().view
    if (consent !== 'refused' && consent !== 'revoked') return false
    void this.#consent?.follow(consent)
    return true
  }

  writeEntry(text: string, speaker: Speaker | null): void {
    this.#statements.write({ id: `typed-${crypto.randomUUID()}`, text, speaker, at: Date.now() })
  }

  // Commands of the recorder
  // ---------------------------------------------------------------------------------------------

  side(): RoomSide {
    const { view, finishing } = this.#store.read()
    const connected = view.connection === 'connected' && view.known
    const open = view.status === 'active' && !finishing
    return { connected, recorder: view.recorder, open, allowed: view.consent === 'accepted' }
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
  gap(gap: KeptGap): void {
    this.#statements.gap(gap)
  }
  async put(take: number, samples: Int16Array): Promise<void> {
    await this.#sender?.put(take, samples)
    if (this.isOpen() || this.#hasWarnedUnsent) return
    this.#hasWarnedUnsent = true
    warn({ event: 'audio_unsent', waitingMs: Math.round(msOf(this.waiting)) })
  }
  end(take: number): number {
    return this.#sender?.end(take) ?? 0
  }
  flushed(): void {
    if (this.#statements.finishing) this.#sayFinish()
    this.#followEnd()
  }

  // Messages of the room
  // -------------------------------------------------------------------------------------------------

  async #receive(message: ServerMessage): Promise<void> {
    const before = this.#store.read().view
    const view = this.#withWithdrawal(received(before, message))
    this.#store.update({ view })
    if (view.known && view.consent !== before.consent) void this.#consent?.follow(view.consent)
    if (view.entries !== before.entries) this.#statements.heardLines((id) => view.entries.some((one) => one.id === id))
    if (message.type === 'audio_ack') {
      await this.#sender?.acknowledged(message)
      this.#sayWhenStored()
    } else if (message.type === 'welcome') await this.#welcomed(message)
    else if (message.type === 'recorder') this.#followLease()
    else if (message.type === 'gap') this.#statements.heardGap(message)
    else if (message.type === 'refused') this.#refused(message.code)
    else if (message.type === 'consultation') this.#followEnd()
  }

  /** Applies a withdrawal of this device before the server has it. */
  #withWithdrawal(view: RoomView): RoomView {
    return this.#kept.revoked ? { ...view, consent: 'revoked' } : view
  }
  showWithdrawal(): void {
    this.#store.update({ view: this.#withWithdrawal(this.#store.read().view) })
  }

  #refused(code: Refusal): void {
    warn({ event: 'command_refused', code })
    const { recorder, view } = this.#store.read()
    if (recorder.name === 'connecting' && code === 'consent_missing') {
      this.#recorder?.dispatch({ type: 'refused', token: recorder.token, fault: recorderFaults.notAllowed })
    }
    // Another screen was faster: fail the start now, without waiting for the timeout.
    else if (code === 'not_recorder' && recorder.name === 'connecting') this.#recorder?.dispatch({ type: 'lease_lost' })
    else if (code === 'room_full' && recorder.name === 'connecting')
      this.#recorder?.dispatch({ type: 'refused', token: recorder.token, fault: recorderFaults.full })
    else if (code === 'completed') {
      this.#store.update({ view: { ...view, status: 'completed' } })
      this.#followEnd()
    } else if (code === 'version_unsupported') this.#store.update({ connectionFault: outdated })
  }

  async #welcomed(welcome: ServerMessageOf<'welcome'>): Promise<void> {
    if (welcome.consent === 'accepted') {
      void deleteLocalTakes(this.#consultationId, welcome.takes).catch(() => undefined)
      const discarded = (await this.#sender?.discardWithdrawn(welcome.takes)) ?? []
      for (const gap of discarded) this.#statements.gap({ type: 'gap', ...gap, reason: 'discarded' })
    }
    await this.#sender?.connected(welcome.takes)
    const { recorder, view } = this.#store.read()
    this.#followLease()
    this.#followEnd()
    if (view.status === 'active') this.#restate(recorder, view.recorder)
    this.#statements.sayKept()
    void this.#consent?.tell()
    if (this.#statements.finishing && this.#store.read().recorder.name !== 'processing') this.#sayFinish()
    this.#sayWhenStored()
  }

  /** Commands sent offline were dropped: send the current state again. */
  #restate(recorder: RecorderState, holder: RoomSide['recorder']): void {
    if (recorder.name === 'connecting' && this.#recorder?.hasAsked()) this.claim(recorder.takeOver)
    this.#statements.restate(restatement(this.#store.read().recorder, holder))
  }

  /** The end was announced by some screen: stop recording and report our takes' lengths. */
  #followEnd(): void {
    const { status } = this.#store.read().view
    if (status === 'active') return
    this.#recorder?.over()
    if (this.#store.read().recorder.name === 'processing') return
    if (status === 'completed') {
      this.#statements.over()
      if (this.waiting === 0) forgetDeviceQueue(this.#consultationId)
      return
    }
    if (!this.#statements.finishing && this.#recorded().length > 0) this.#statements.finish(false)
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
    if (this.waiting === 0) this.#statements.stored(this.#sender?.takes ?? [])
  }

  #sayFinish(): void {
    void this.#tellLengths()
  }
  async #tellLengths(): Promise<void> {
    this.#held = (await this.#queue?.lengths()) ?? null
    if (!this.isOpen()) return
    const takes = this.#sender?.stated(this.#recorded()) ?? []
    this.#statements.sayFinish(this.#store.read().view.status, takes, this.#held === null)
  }

  /** This page took over the take of a closed page: report its length. */
  #tookUp(): void {
    const { view, recorder } = this.#store.read()
    if (view.known && this.#statements.finishing && recorder.name !== 'processing') this.#sayFinish()
  }

  /** Every take of this device with its length, takes of other pages included. */
  #recorded(): TakeLength[] {
    const lengths = new Map<number, number>()
    for (const { take, samples } of [...(this.#held ?? []), ...(this.#sender?.recorded() ?? [])]) {
      lengths.set(take, Math.max(samples, lengths.get(take) ?? 0))
    }
    return [...lengths].map(([take, samples]) => ({ take, samples })).sort((a, b) => a.take - b.take)
  }

  #counted = (): void => {
    const waitingMs = msOf(this.waiting)
    if (waitingMs !== this.#store.read().waitingMs) this.#store.update({ waitingMs })
  }
}

/** Memory alone protects nothing; an evictable disk protects until it is full. */
function protectionOf(queue: DeviceQueue): Protection {
  const health = queue.health()
  if (health === 'full' || health === 'failed') return health
  if (!queue.persistent) return 'unprotected'
  return health === 'ok' ? 'ok' : 'unpromised'
}
