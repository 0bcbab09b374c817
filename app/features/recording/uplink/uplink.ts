import { warn } from '#app/lib/console-event.ts'
import type { ConsentState } from '#domain/consent/consent.ts'
import { msOf } from '#domain/consultation/frame.ts'
import type { ClientMessage, ServerMessage, ServerMessageOf, TakeLength } from '#domain/consultation/protocol.ts'
import type { Connection, RoomView } from '#domain/recorder/room-view.ts'
import type { DeviceQueue } from '../device/device-queue.ts'
import type { KeptGap, KeptStatements } from '../device/kept-statements.ts'
import { deleteLocalTakes } from '../device/local-store.ts'
import { forgetDeviceQueue } from '../device/pending-audio.ts'
import { RoomSocket, type ShowRoom } from './room-socket.ts'
import { Sender, type TakeLocks, takeLocks } from './sender.ts'
import { Statements } from './statements.ts'

/** Repeated on the next connection, or stored on this device until then; other commands are dropped while offline. */
const KEPT: readonly ClientMessage['type'][] = [
  ...(['write_entry', 'edit_entry', 'gap', 'finish', 'device_speech', 'device_result'] as const),
]

/** A screen, or the background, that an uplink works for. Each may close the uplink at any time. */
export type UplinkOwner = {
  /** Consent changed, or there is audio that the current consent does not allow to send. */
  onConsent(consent: ConsentState): void
  /** The view has this message; the uplink answers it next. */
  onMessage(message: ServerMessage): void
  /** The sender knows what the room has stored; stored statements are sent next. */
  onWelcome(): void
  /** The count of pending samples changed. */
  onProgress(): void
  /** This page may now send a take that a closed page had recorded. */
  onTake(): void
  /** Returns true while the last frames of a stopped recording arrive: lengths are not final. */
  isFlushing(): boolean
}

/**
 * The one way from this device to a room, for the screen of a consultation and in the background: a socket, the sender
 * of pending audio, and the statements that the room must receive once.
 */
export class Uplink {
  readonly statements: Statements
  #queue: DeviceQueue | null = null
  #sender: Sender | null = null
  readonly #socket: RoomSocket
  /** This device's takes in the last report to the room; null when the disk was unreadable. */
  #reported: readonly TakeLength[] | null = null
  /** Logs unsent audio once per lost connection. */
  #hasWarnedUnsent = false
  readonly #consultationId: string
  readonly #owner: UplinkOwner

  constructor(consultationId: string, kept: KeptStatements, owner: UplinkOwner, onView: ShowRoom) {
    this.#consultationId = consultationId
    this.#owner = owner
    const device = { holds: () => this.#reportLengths(), isRevoked: () => kept.revoked }
    this.#socket = new RoomSocket(consultationId, device, {
      view: onView,
      connection: (connection) => this.#onConnection(connection),
      message: (message, before) => void this.#onMessage(message, before),
    })
    this.statements = new Statements(kept, (message) => this.send(message), {
      recorded: (take) => this.#sender?.end(take) ?? 0,
      stored: (take) => this.view.takes.find((one) => one.take === take)?.stored ?? 0,
      endOfLeft: (take) => this.#sender?.endOfLeft(take) ?? null,
    })
  }

  /** Sets the device queue of this consultation, before any other call. */
  open(queue: DeviceQueue, locks: TakeLocks = takeLocks(this.#consultationId)): void {
    this.#queue = queue
    this.#sender = new Sender(queue, this.#socket, {
      locks,
      isWithheld: () => this.#isWithheld(),
      onChange: () => this.#owner.onProgress(),
      onLost: (gap) => this.statements.gap({ type: 'gap', ...gap, reason: 'not_kept' }),
      onTake: () => {
        this.statements.sendResults()
        this.#owner.onTake()
      },
      onPut: () => this.#warnUnsent(),
    })
  }

  /** Claims the takes on this device that no other page sends, so that old audio is sent first. */
  async restore(): Promise<void> {
    await this.#sender?.restore()
  }

  /** The name of this screen in the room. */
  get screen(): string {
    return this.#socket.screen
  }
  /** [R22] Goes on with the take of a screen before its reload. Returns false while another page holds the take. */
  reopen(screen: string, take: number): boolean {
    if (!this.#sender?.takes.includes(take)) return false
    this.#sender.claimed(take)
    this.#socket.reopen(screen, take)
    return true
  }

  /** Opens the socket, once. */
  connect(): void {
    this.#socket.connect()
  }

  /** Closes the socket and releases the takes: another page or screen may send them. */
  close(): void {
    this.disconnect()
    this.#sender?.close()
  }
  /** Closes the socket; the takes stay locked. */
  disconnect(): void {
    this.#socket.close()
  }

  get view(): RoomView {
    return this.#socket.view
  }
  get isConnecting(): boolean {
    return this.#socket.isConnecting
  }
  get isOpen(): boolean {
    return this.#socket.isOpen
  }
  /** Takes the frames of the microphone; null before `open`. */
  get sender(): Sender | null {
    return this.#sender
  }
  /** Whether this page sends audio of this consultation. */
  get sends(): boolean {
    return this.#sender?.sends ?? false
  }
  /** Samples on this device that the room has not stored. */
  get waiting(): number {
    return this.#sender?.waiting ?? 0
  }
  /** Length of all takes of all recorders, in samples. */
  get samples(): number {
    return this.#sender?.samples ?? 0
  }

  /** Call it each second: retries, and renews a socket that does not acknowledge. */
  tick(): void {
    this.#sender?.tick()
  }
  renew(reason: string): void {
    this.#socket.renew(reason)
  }

  /** Returns false without a connection: the message was not queued. */
  send(message: ClientMessage): boolean {
    const isSent = this.#socket.send(message)
    if (!isSent && !KEPT.includes(message.type)) warn({ event: 'command_unsent', command: message.type })
    return isSent
  }

  #warnUnsent(): void {
    if (this.isOpen || this.#hasWarnedUnsent) return
    this.#hasWarnedUnsent = true
    warn({ event: 'audio_unsent', waitingMs: Math.round(msOf(this.waiting)) })
  }

  /** Audio is missing at a place of a take: tells the room once. */
  gap(gap: KeptGap): void {
    this.statements.gap(gap)
  }

  /** The room assigned this take to this page. */
  claimed(take: number): void {
    this.#sender?.claimed(take)
  }

  /** 'Finalizar' was confirmed here; sent now only if the room is finishing already. */
  finish(acceptGap: boolean): void {
    this.statements.finish(acceptGap)
    this.#socket.show({ ...this.view, askGap: false })
    if (this.view.status === 'finishing') void this.#sendFinish()
  }
  /** Sends a confirmed 'finish' unless the lengths of this device's takes are not final yet. */
  sendFinish(): void {
    if (this.statements.finishing && !this.#owner.isFlushing()) void this.#sendFinish()
  }
  /** Sends the delayed pause or stop once the room has stored all audio of this device. */
  sendWhenStored(): void {
    if (this.waiting === 0) this.statements.onStored(this.#sender?.takes ?? [])
  }

  /** The consultation is over: drops statements that the room can no longer take. */
  over(): void {
    this.statements.end()
    if (this.waiting === 0) forgetDeviceQueue(this.#consultationId)
  }
  /** The doctor has read what the room did not take. Audio stays; the app offers it as a file. */
  giveUp(): void {
    this.statements.onLines(() => true)
    this.#sender?.giveUp()
    forgetDeviceQueue(this.#consultationId)
  }
  /** [C45] Shows running text to every screen; dropped without a connection. */
  sendPartial(partial: Omit<Extract<ClientMessage, { type: 'device_partial' }>, 'type'>): void {
    if (this.isOpen) this.#socket.send({ type: 'device_partial', ...partial })
  }
  /** Deletes audio that the room has not stored. Returns how much, in samples. */
  async discard(): Promise<TakeLength[]> {
    this.#reported = null
    this.statements.dropResults()
    const discarded = (await this.#sender?.discard()) ?? []
    // A disk opened meanwhile may have claimed them again.
    for (const { take } of discarded) this.#sender?.giveUp(take)
    return discarded
  }

  /** Returns every take of this device with its length in samples, takes of other pages included. */
  recorded(): TakeLength[] {
    const lengths = new Map<number, number>()
    for (const { take, samples } of [...(this.#reported ?? []), ...(this.#sender?.recorded() ?? [])]) {
      lengths.set(take, Math.max(samples, lengths.get(take) ?? 0))
    }
    return [...lengths].map(([take, samples]) => ({ take, samples })).sort((a, b) => a.take - b.take)
  }

  /** Shows the room again: a withdrawal on this device counts before the server has it. */
  refresh(): void {
    this.#socket.show(this.view)
  }

  /** Consent is refused: audio found later is not sent but deleted. */
  #isWithheld(): boolean {
    const { consent } = this.view
    if (consent !== 'refused' && consent !== 'revoked') return false
    this.#owner.onConsent(consent)
    return true
  }

  async #reportLengths(): Promise<TakeLength[] | null> {
    this.#reported = (await this.#queue?.lengthsForRoom()) ?? null
    return this.#reported && (this.#sender?.stated(this.#reported) ?? null)
  }
  async #sendFinish(): Promise<void> {
    await this.#reportLengths()
    if (!this.isOpen) return
    const takes = this.#sender?.stated(this.recorded()) ?? []
    this.statements.sendFinish(this.view.status, takes, this.#reported === null)
  }

  #onConnection(connection: Connection): void {
    if (connection === 'connected') this.#hasWarnedUnsent = false
    else {
      this.statements.disconnected()
      this.#sender?.disconnected()
    }
  }

  /** The owner acts on a message, then the uplink. */
  async #onMessage(message: ServerMessage, before: RoomView): Promise<void> {
    const { hasWelcome, consent, entries } = this.view
    if (hasWelcome && consent !== before.consent) this.#owner.onConsent(consent)
    this.#owner.onMessage(message)
    // The owner may have closed the uplink.
    if (!this.isConnecting) return
    if (entries !== before.entries) {
      this.statements.onLines((id) => entries.some((one) => one.id === id))
      this.statements.onEdits(entries)
    }
    switch (message.type) {
      case 'welcome':
        return this.#onWelcome(message)
      case 'audio_ack': {
        const acknowledged = this.#sender?.acknowledged(message)
        this.statements.sendResults()
        await acknowledged
        return this.sendWhenStored()
      }
      case 'device_stored':
        return this.statements.onResult(message.id)
      case 'gap':
        this.statements.onGap(message)
    }
  }

  async #onWelcome(welcome: ServerMessageOf<'welcome'>): Promise<void> {
    if (welcome.consent === 'accepted') {
      void deleteLocalTakes(this.#consultationId, welcome.takes).catch(() => undefined)
      const discarded = (await this.#sender?.discardWithdrawn(welcome.takes)) ?? []
      for (const gap of discarded) this.statements.gap({ type: 'gap', ...gap, reason: 'discarded' })
    }
    this.statements.restateSpans()
    await this.#sender?.connected(welcome.takes)
    this.#owner.onWelcome()
    this.statements.sendKept()
    this.sendFinish()
    this.sendWhenStored()
  }
}
