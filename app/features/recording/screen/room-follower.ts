import { warn } from '#app/lib/console-event.ts'
import type { ConsentState } from '#domain/consent/consent.ts'
import { msOf } from '#domain/consultation/frame.ts'
import type { ServerMessage, ServerMessageOf } from '#domain/consultation/protocol.ts'
import { freeText } from '#domain/contract.ts'
import { recorderFaults } from '#domain/recorder/microphone.ts'
import { type RoomSide, restatement } from '#domain/recorder/recorder.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import type { Protection } from '#domain/recorder/status.ts'
import { correctedIn, phrasesOf, type TermSources, termsFor } from '#domain/speech/vocabulary.ts'
import type { Speaker } from '#domain/transcript/entry.ts'
import type { DeviceQueue } from '../device/device-queue.ts'
import type { KeptStatements } from '../device/kept-statements.ts'
import { outdated } from '../uplink/room-socket.ts'
import { Uplink, type UplinkOwner } from '../uplink/uplink.ts'
import type { Withdrawal } from '../uplink/withdrawal.ts'
import { DeviceListener } from './device-listener.ts'
import type { RecorderRunner, RoomEnd } from './recorder-runner.ts'
import type { SnapshotStore } from './snapshot.ts'

/** Returns the doctor's specialty, earlier corrected words and the patient's words, for the terms that a recogniser expects. */
export type WordSources = () => Omit<TermSources, 'corrected'>
const NO_SOURCES: WordSources = () => ({ specialty: null, earlier: [], health: [], patient: [] })

/** Joins the uplink of a screen with its recorder: each follows the other. */
export class RoomFollower implements RoomEnd, UplinkOwner {
  readonly uplink: Uplink
  readonly listener: DeviceListener
  #recorder: RecorderRunner | null = null
  #consent: Withdrawal | null = null
  readonly #store: SnapshotStore

  constructor(consultationId: string, store: SnapshotStore, kept: KeptStatements, sources = NO_SOURCES) {
    this.#store = store
    this.uplink = new Uplink(consultationId, kept, this, store.show)
    this.listener = new DeviceListener({
      uplink: this.uplink,
      view: () => this.uplink.view,
      position: (take) => this.#position(take),
      onHearing: (hearing, isSoundKeptHere) => {
        const before = store.read()
        if (before.hearing === hearing && before.isSoundKeptHere === isSoundKeptHere) return
        store.update({ hearing, isSoundKeptHere })
      },
      phrases: () => phrasesOf(termsFor({ ...sources(), corrected: correctedIn(this.#view.entries) })),
    })
  }

  /** Sets the device queue of this consultation. */
  open(queue: DeviceQueue): void {
    this.uplink.open(queue)
    this.#store.update({ protection: protectionOf(queue) })
    queue.onHealth(() => this.#store.update({ protection: protectionOf(queue) }))
  }

  /** Sends stored statements of an earlier or another page. */
  remember(): void {
    const { statements } = this.uplink
    if (statements.finishing) this.#store.update({ finishing: true })
    if (this.#view.hasWelcome) statements.sendKept()
  }

  /** Connects after reading the device queue, so that old audio is sent first and lengths are right. */
  async connect(recorder: RecorderRunner, consent: Withdrawal): Promise<void> {
    this.#recorder = recorder
    this.#consent = consent
    this.uplink.connect()
    await this.uplink.restore()
  }

  /** This moment in the take: inside the frame that is being recorded, or the end of what was recorded. */
  #position(take: number): number {
    const capture = this.#recorder?.capture
    const isRunning = this.#state.name === 'recording' && capture?.take === take
    return isRunning ? capture.runs.position(take) : (this.uplink.sender?.end(take) ?? 0)
  }

  get #view(): RoomView {
    return this.uplink.view
  }
  get #state() {
    return this.#store.read().recorder
  }

  finish(acceptGap: boolean): void {
    this.#store.update({ finishing: true })
    this.uplink.finish(acceptGap)
    if (this.#view.status !== 'finishing') this.#recorder?.stop()
  }

  writeEntry(text: string, speaker: Speaker | null): void {
    this.uplink.statements.write({ id: `typed-${crypto.randomUUID()}`, text, speaker, at: Date.now() })
  }

  /** Resolves to null once the room has this text, else to the reason why not. Without a connection it waits here. */
  async editEntry(id: string, text: string): Promise<string | null> {
    const edit = { id, text: freeText.parse(text) }
    if (edit.text === '') return 'Escreva o texto da fala.'
    if (this.#view.entries.some((entry) => entry.id === id && entry.text === edit.text)) return null
    return this.uplink.statements.edit(edit)
  }

  // Commands of the recorder

  side(): RoomSide {
    const { connection, hasWelcome, status, recorder, consent } = this.#view
    const { finishing, ending } = this.#store.read()
    const open = status === 'active' && !finishing && ending === null
    return { connected: connection === 'connected' && hasWelcome, recorder, open, allowed: consent === 'accepted' }
  }
  claim(takeOver: boolean): void {
    if (takeOver) this.uplink.send({ type: 'take_over' })
    this.uplink.statements.command('start')
    this.#followLease()
  }
  say(action: 'pause' | 'resume' | 'stop', halted: Promise<unknown>): void {
    if (action === 'resume') this.uplink.statements.command('resume')
    else this.uplink.statements.whenStored(action)
    void halted.then(() => this.uplink.sendWhenStored())
  }
  onFlushed(): void {
    this.uplink.sendFinish()
    this.#followEnd()
  }

  // Events of the uplink

  onConsent(consent: ConsentState): void {
    void this.#consent?.follow(consent)
  }
  onMessage(message: ServerMessage): void {
    if (message.type === 'recorder') this.#followLease()
    else if (message.type === 'consultation') this.#followEnd()
    else if (message.type === 'refused') this.#onRefused(message)
    else if (message.type === 'engine') this.listener.consider()
  }
  /** Commands sent offline were dropped: sends the current state again. */
  onWelcome(): void {
    const recorder = this.#state
    this.#followLease()
    this.#followEnd()
    if (this.#view.status === 'active') {
      if (recorder.name === 'connecting' && this.#recorder?.isClaiming()) this.claim(recorder.takeOver)
      this.uplink.statements.restate(restatement(this.#state, this.#view.recorder))
    }
    void this.#consent?.send()
    this.listener.consider()
  }
  onProgress(): void {
    const waitingMs = msOf(this.uplink.waiting)
    if (waitingMs !== this.#store.read().waitingMs) this.#store.updateSoon({ waitingMs })
  }
  onTake(): void {
    if (this.#view.hasWelcome) this.uplink.sendFinish()
  }
  isFlushing(): boolean {
    return this.#state.name === 'processing'
  }

  #onRefused({ code, id }: ServerMessageOf<'refused'>): void {
    warn({ event: 'command_refused', code })
    if (id !== undefined && this.uplink.statements.refuseEdit(id, code)) return
    const recorder = this.#state
    const line = code === 'room_full' ? this.uplink.statements.refuseLine() : null
    if (line) {
      this.#store.update({ refusedLines: new Set(this.#store.read().refusedLines).add(line) })
      return
    }
    if (recorder.name === 'connecting') {
      const refuse = (fault: (typeof recorderFaults)[keyof typeof recorderFaults]) =>
        this.#recorder?.dispatch({ type: 'refused', token: recorder.token, fault })
      if (code === 'consent_missing') refuse(recorderFaults.notAllowed)
      // Another screen was faster: fail the start now, without waiting for the timeout.
      else if (code === 'not_recorder') this.#recorder?.dispatch({ type: 'lease_lost' })
      else if (code === 'room_full') refuse(recorderFaults.full)
    }
    if (code === 'completed') this.#followEnd()
    else if (code === 'version_unsupported') this.#store.update({ connectionFault: outdated })
  }

  /** Another screen has announced the end: stops recording and reports the lengths of this device's takes. */
  #followEnd(): void {
    const { status } = this.#view
    if (status === 'active') return
    this.#recorder?.over()
    if (this.isFlushing()) return
    if (status === 'completed') {
      this.uplink.over()
      return
    }
    const { statements } = this.uplink
    if (!statements.finishing && this.uplink.recorded().length > 0) statements.finish(false)
    this.uplink.sendFinish()
  }

  #followLease(): void {
    const recorder = this.#state
    const { take } = this.#view
    if (this.#view.recorder === 'you' && take !== null) {
      this.uplink.claimed(take)
      if (recorder.name !== 'connecting' || this.#recorder?.isClaiming())
        this.#recorder?.dispatch({ type: 'claimed', take })
    } else if (this.#view.recorder === 'other' && !(recorder.name === 'connecting' && recorder.takeOver))
      this.#recorder?.dispatch({ type: 'lease_lost' })
  }
}

/** Memory alone protects nothing; an evictable disk protects until it is full. */
function protectionOf(queue: DeviceQueue): Protection {
  const health = queue.health()
  if (health === 'full' || health === 'failed') return health
  if (!queue.persistent) return 'unprotected'
  return health === 'ok' ? 'ok' : 'unpromised'
}
