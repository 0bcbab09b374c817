import ReconnectingWebSocket from 'partysocket/ws'
import { api, read } from '#app/lib/api.ts'
import { closeSocket } from '#app/lib/close-socket.ts'
import type { ConnectionMessage } from '#app/lib/console-event.ts'
import { roomUrl } from '#app/lib/follow-job.ts'
import { announceSessionEnded, onSessionEnded, onSessionRenewed } from '#app/lib/session-events.ts'
import { sessionReply } from '#domain/account/contract.ts'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  closeCodes,
  readServerMessage,
  type ServerMessage,
  type TakeLength,
} from '#domain/consultation/protocol.ts'
import { listTakes } from '#domain/recorder/outbox.ts'
import { applyMessage, type Connection, emptyView, type RoomView, withConnection } from '#domain/recorder/room-view.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const FIRST_DELAY_MS = 1_000
const LATER_DELAY_MS = 5_000
const BACK_OFF_MS = 2_000
/** Attempts one second apart; after them every five seconds, and at once when the device is online again. */
const QUICK_ATTEMPTS = 5

export type SocketFault = { message: string; technical: ConnectionMessage | null }
const fault = (message: string, technical: ConnectionMessage | null = null): SocketFault => ({ message, technical })
const unreachable = fault(
  'Não foi possível conectar ao servidor de transcrição. Continuamos tentando.',
  'Failed to connect to transcription server',
)
const notAgain = fault(
  'A conexão com o servidor de transcrição caiu e ainda não voltou. Continuamos tentando.',
  'Failed to reconnect to transcription server',
)
export const outdated = fault('Esta página é de uma versão anterior. Recarregue-a para continuar.')
const erased = fault('Esta consulta não existe mais.')
const sessionEnded = fault('Sua sessão terminou. Entre novamente para continuar.')

/** Shows the room. `fault` is passed when the connection changed. */
export type ShowRoom = (view: RoomView, fault?: SocketFault | null) => void

type SocketEvents = {
  connection: (connection: Connection) => void
  /** The view has this message; `before` is the view without it. */
  message: (message: ServerMessage, before: RoomView) => void
  view: ShowRoom
}

/** This device as the room's view needs it. */
type Device = {
  /** Takes of this device, read for each hello. */
  holds: () => Promise<TakeLength[] | null>
  /** Consent was withdrawn here: that counts before the server has it. */
  isRevoked: () => boolean
}

/** Follows the room in `view`. Reconnects by itself until it is closed. */
export class RoomSocket {
  #view = emptyView
  #socket: ReconnectingWebSocket | null = null
  readonly #device: Device
  readonly #events: SocketEvents
  readonly #consultationId: string
  #unsubscribe: (() => void)[] = []
  /** Identifies this screen: the room returns its take to a recorder that reconnects. */
  #screen = crypto.randomUUID() as string
  #attempts = 0
  /** Counts opened and closed connections, so that a hello never goes to a later one. */
  #connections = 0
  #wasEverOpen = false
  #isGreeted = false
  #isClosed = false
  #isSignedOut = false
  #skipWait: () => void = () => undefined
  #backingOff: ReturnType<typeof setTimeout> | undefined

  constructor(consultationId: string, device: Device, events: SocketEvents) {
    this.#consultationId = consultationId
    this.#device = device
    this.#events = events
  }

  get screen(): string {
    return this.#screen
  }
  /** [R22] This page goes on as the screen that it was before a reload. Call it before `connect`. */
  reopen(screen: string, take: number): void {
    this.#screen = screen
    this.show({ ...this.#view, consent: 'accepted', recorder: 'you', take })
  }

  /** Opens the socket. Its hello reports the takes of this device. */
  connect(): void {
    const url = roomUrl(this.#consultationId)
    const socket = new ReconnectingWebSocket(() => this.#nextUrl(url), undefined, {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      minReconnectionDelay: FIRST_DELAY_MS,
      maxReconnectionDelay: FIRST_DELAY_MS,
      reconnectionDelayGrowFactor: 1,
      maxEnqueuedMessages: 0,
      shouldReconnectOnClose: ({ code }) => code !== closeCodes.completed && code !== closeCodes.not_found,
    })
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => void this.#greet(socket, ++this.#connections))
    socket.addEventListener('close', ({ code }) => this.#onClose(code))
    socket.addEventListener('message', ({ data }: MessageEvent) => this.#onMessage(socket, data))
    addEventListener('online', this.#onOnline)
    this.#unsubscribe = [
      onSessionEnded(() => {
        this.#isSignedOut = true
        this.#reportConnection()
      }),
      onSessionRenewed(() => {
        this.#isSignedOut = false
        this.#attempts = 0
        this.#reportConnection()
        this.#skipWait()
      }),
    ]
  }

  get view(): RoomView {
    return this.#view
  }
  get isConnecting(): boolean {
    return this.#socket !== null && !this.#isClosed
  }
  /** True when it is connected and the room has its hello. */
  get isOpen(): boolean {
    return this.isConnecting && this.#isGreeted && this.#socket?.readyState === this.#socket?.OPEN
  }

  /** Returns false without a connection: the message was not queued. */
  send(message: ClientMessage | ArrayBuffer): boolean {
    if (!this.#socket || !this.isOpen) return false
    return this.#socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message))
  }

  /** Drops this connection and opens another, after silence or on the doctor's request. */
  renew(reason: string): void {
    if (!this.#socket || this.#isClosed || this.#isSignedOut) return
    this.#attempts = 0
    this.#onConnection(this.#wasEverOpen ? 'disconnected' : 'connecting', null)
    this.#skipWait()
    this.#socket.reconnect(4000, reason)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#backingOff)
    removeEventListener('online', this.#onOnline)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#skipWait()
    if (this.#socket) closeSocket(this.#socket)
  }

  show(view: RoomView, fault?: SocketFault | null): void {
    this.#view = this.#device.isRevoked() ? { ...view, consent: 'revoked' } : view
    this.#events.view(this.#view, fault)
  }
  #onConnection(connection: Connection, fault: SocketFault | null): void {
    this.#events.connection(connection)
    this.show(withConnection(this.#view, connection), fault)
  }
  /** Every message changes the view first. */
  #receive(message: ServerMessage): void {
    const before = this.#view
    this.show(applyMessage(before, message))
    this.#events.message(message, before)
  }

  /** partysocket itself waits one second between attempts. Later waits are ours, so that they can be skipped. */
  async #nextUrl(url: string): Promise<string> {
    this.#attempts++
    if (this.#attempts > QUICK_ATTEMPTS) await this.#wait(LATER_DELAY_MS - FIRST_DELAY_MS)
    // The room refuses a visitor without a session: wait until the doctor has signed in again.
    while (this.#isSignedOut && !this.#isClosed) await this.#wait(null)
    return url
  }

  /** Resolves after `ms`, or when `#skipWait` is called; with null only then. */
  #wait(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms)
      this.#skipWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  readonly #onOnline = (): void => {
    if (!this.#isSignedOut) this.#skipWait()
  }

  async #greet(socket: ReconnectingWebSocket, connection: number): Promise<void> {
    const lengths = await this.#device.holds().catch(() => null)
    if (connection !== this.#connections || socket.readyState !== socket.OPEN) return
    this.#attempts = 0
    this.#wasEverOpen = this.#isGreeted = true
    this.#isSignedOut = false
    const { takes, ...partial } = listTakes(lengths ?? [])
    const hello: ClientMessage = {
      type: 'hello',
      version: PROTOCOL_VERSION,
      since: this.#view.revision,
      screen: this.#screen,
      ...(lengths ? { holds: takes, ...partial } : {}),
    }
    socket.send(JSON.stringify(hello))
    this.#onConnection('connected', null)
  }

  #onClose(code: number): void {
    const wasOpen = this.#isGreeted
    this.#connections++
    this.#isGreeted = false
    clearTimeout(this.#backingOff)
    this.#backingOff = undefined
    if (this.#isClosed) return
    if (code === closeCodes.completed) {
      this.#receive({ type: 'consultation', status: 'completed' })
      return
    }
    if (code === closeCodes.not_found) {
      this.#onConnection('error', erased)
      this.#receive({ type: 'refused', code: 'not_found' })
      return
    }
    if (code === closeCodes.session_ended) announceSessionEnded()
    else if (!wasOpen && this.#attempts % QUICK_ATTEMPTS === 1) void askSession()
    this.#reportConnection()
  }

  #reportConnection(): void {
    if (this.#isClosed || this.#isGreeted) return
    if (this.#isSignedOut) this.#onConnection('error', sessionEnded)
    else if (this.#attempts >= QUICK_ATTEMPTS) this.#onConnection('error', this.#wasEverOpen ? notAgain : unreachable)
    else this.#onConnection(this.#wasEverOpen ? 'disconnected' : 'connecting', null)
  }

  #onMessage(socket: ReconnectingWebSocket, data: unknown): void {
    const message = readServerMessage(data)
    // [C39] Without an answer the room closes the socket.
    if (message?.type === 'read_check') socket.send(JSON.stringify({ type: 'read_confirm', id: message.id }))
    if (message?.type === 'refused' && message.code === 'too_fast') this.#backOff()
    if (message) this.#receive(message)
  }

  /** [C35] The room dropped a message. After a pause a new connection sends all stored statements again. */
  #backOff(): void {
    this.#backingOff ??= setTimeout(() => {
      this.#backingOff = undefined
      if (!this.#isClosed && this.#isGreeted) this.#socket?.reconnect(4000, 'too_fast')
    }, BACK_OFF_MS)
  }
}

/** A page cannot read why a socket was refused. If the session ended, this request finds out and announces it. */
const askSession = () => read(api.api.session.$get(), sessionReply).catch(() => undefined)
