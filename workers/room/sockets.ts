import { type AudioFrame, type FrameFault, parseFrame } from '#domain/consultation/frame.ts'
import {
  AUDIO_RATE,
  type Bucket,
  CONTROL_RATE,
  costOf,
  fullBucket,
  MOST_AUDIO_OWED,
  MOST_SOCKETS,
  MOST_UNREAD,
  owedMs,
  READ_CHECK_AFTER,
  READ_WITHIN_MS,
  spend,
} from '#domain/consultation/limits.ts'
import {
  type ClientMessage,
  clientMessage,
  closeCodes,
  type Refusal,
  type ServerMessage,
  type ServerMessageOf,
  TEXT_FRAME_MAX_BYTES,
} from '#domain/consultation/protocol.ts'
import { parseJson } from '#domain/json.ts'
import { after } from './alarm.ts'
import type { Visitor } from './door.ts'

/** Attached to each socket; survives an eviction of the room. */
export type SocketMemory = {
  id: string
  session: string
  screen: string
  greeted: boolean
  refused: number
  openedAt: number
  /** End of its session as far as the room knows, in epoch ms. */
  endsAt: number
  /** Number of the last transcript change in its last welcome. */
  revision: number
  unread: Unread
}

/** [C39] Characters sent since the last check, and the check until it is answered. */
type Unread = { length: number; check: { id: string; at: number } | null }

/** [C35], [C36] Allowance of one socket. Held in memory: a flooded room is never evicted. */
type Buckets = { control: Bucket; audio: Bucket }

/** Far more than a late device's window of frames, each of which a completed consultation refuses. */
const MOST_REFUSED = 200
/** Pause before the next attempt to check a session, if D1 does not answer. */
const ASK_AGAIN_MS = 60_000
const byId = (id: string) => `socket:${id}`
const NOTHING_UNREAD: Unread = { length: 0, check: null }
const bySession = (session: string) => `session:${session}`

/** The room's hibernating sockets. */
export class Sockets {
  readonly #ctx: DurableObjectState
  /** Cache of attachments: a socket receives 4 frames a second. */
  readonly #memories = new WeakMap<WebSocket, SocketMemory>()
  readonly #byId = new Map<string, WebSocket>()
  readonly #unread = new WeakMap<WebSocket, Unread>()
  readonly #buckets = new WeakMap<WebSocket, Buckets>()
  /** Null: not computed yet. */
  #dueAt: number | null = null
  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** [C40] Closes the oldest socket when there are too many, preferring ones without hello; never the `recorder`'s. */
  accept(socket: WebSocket, { sessionId, sessionEndsAt }: Visitor, recorder: string | null): void {
    const open = this.#open().map((one) => ({ one, memory: this.memory(one) }))
    if (open.length >= MOST_SOCKETS) {
      const [oldest] = open
        .filter(({ memory }) => memory.id !== recorder)
        .sort((a, b) => Number(a.memory.greeted) - Number(b.memory.greeted) || a.memory.openedAt - b.memory.openedAt)
      oldest?.one.close(closeCodes.flood, 'too_many_sockets')
    }
    this.#dueAt = null
    const id = crypto.randomUUID()
    this.#ctx.acceptWebSocket(socket, [byId(id), bySession(sessionId)])
    this.remember(socket, {
      id,
      screen: id,
      session: sessionId,
      endsAt: sessionEndsAt,
      openedAt: Date.now(),
      greeted: false,
      refused: 0,
      revision: 0,
      unread: NOTHING_UNREAD,
    })
  }

  memory(socket: WebSocket): SocketMemory {
    let memory = this.#memories.get(socket)
    if (memory) return memory
    memory = socket.deserializeAttachment() as SocketMemory
    this.#memories.set(socket, memory)
    this.#byId.set(memory.id, socket)
    return memory
  }
  remember(socket: WebSocket, memory: SocketMemory): void {
    socket.serializeAttachment(memory)
    this.#memories.set(socket, memory)
  }

  /** Ids of the open sockets. */
  ids(except?: WebSocket): string[] {
    return this.#open()
      .filter((socket) => socket !== except)
      .map((socket) => this.memory(socket).id)
  }
  #open(): WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
  }

  /** Returns false when the socket exceeded its allowance. */
  admits(socket: WebSocket, message: ClientMessage | AudioFrame, now: number): boolean {
    const buckets = this.#bucketsOf(socket, now)
    if ('pcm' in message) {
      const audio = spend(buckets.audio, AUDIO_RATE, 1, now, MOST_AUDIO_OWED)
      if (audio) this.#buckets.set(socket, { ...buckets, audio })
      return audio !== null
    }
    const control = spend(buckets.control, CONTROL_RATE, costOf(message), now)
    if (control) this.#buckets.set(socket, { ...buckets, control })
    return control !== null
  }
  #bucketsOf(socket: WebSocket, now: number): Buckets {
    return this.#buckets.get(socket) ?? { control: fullBucket(CONTROL_RATE, now), audio: fullBucket(AUDIO_RATE, now) }
  }

  /** [C36] Delays the acknowledgement of a frame that came too fast; its device waits for it. */
  acknowledge(to: string, message: ServerMessageOf<'audio_ack'>): void {
    const [socket] = this.#withId(to)
    const now = Date.now()
    const ms = socket ? owedMs(this.#bucketsOf(socket, now).audio, AUDIO_RATE) : 0
    if (ms === 0) this.send(to, message)
    else after(ms, () => this.send(to, message))
  }

  /** [C41] Earliest end of an open socket's session, in epoch ms. Read with each frame, so it is cached. */
  get dueAt(): number | null {
    this.#dueAt ??= Math.min(...this.#open().map((socket) => this.memory(socket).endsAt))
    return Number.isFinite(this.#dueAt) ? this.#dueAt : null
  }
  /** Returns expired sessions and makes them due a minute later, in case D1 does not answer. */
  postponeEnded(now: number): string[] {
    this.#dueAt = null
    const due = this.#open().filter((socket) => this.memory(socket).endsAt <= now)
    for (const socket of due) this.remember(socket, { ...this.memory(socket), endsAt: now + ASK_AGAIN_MS })
    return [...new Set(due.map((socket) => this.memory(socket).session))]
  }
  /** Undefined: the session has ended. */
  sessionEnds(session: string, endsAt: number | undefined): void {
    this.#dueAt = null
    if (endsAt === undefined) this.cut(session)
    else
      for (const socket of this.#ctx.getWebSockets(bySession(session)))
        this.remember(socket, { ...this.memory(socket), endsAt })
  }

  send(to: string, message: ServerMessage): void {
    const text = JSON.stringify(message)
    for (const socket of this.#withId(to)) this.#deliver(socket, text)
  }

  /** [C35] Sends a welcome. The socket has all changes up to its last welcome and each one since. */
  welcome(to: string, revision: number, message: (sent: number) => ServerMessage): void {
    for (const socket of this.#withId(to)) {
      const memory = this.memory(socket)
      this.remember(socket, { ...memory, revision })
      this.#deliver(socket, JSON.stringify(message(memory.revision)))
    }
  }

  /** Sends to every screen that has said hello; the message may depend on the screen. */
  broadcast(message: ServerMessage | ((id: string) => ServerMessage)): void {
    const same = typeof message === 'function' ? null : JSON.stringify(message)
    for (const socket of this.#ctx.getWebSockets()) {
      const { id, greeted } = this.memory(socket)
      if (!greeted) continue
      this.#deliver(socket, same ?? JSON.stringify((message as (id: string) => ServerMessage)(id)))
    }
  }

  /** [C21] Refuses a message; closes a socket after too many refusals. */
  refuse(to: string, code: Refusal, line?: string): void {
    this.send(to, { type: 'refused', code, ...(line !== undefined && { id: line }) })
    for (const socket of this.#withId(to)) {
      const memory = this.memory(socket)
      this.remember(socket, { ...memory, refused: memory.refused + 1 })
      if (memory.refused + 1 >= MOST_REFUSED) socket.close(closeCodes.flood, 'too many refused messages')
    }
  }

  cut(session: string): void {
    for (const socket of this.#ctx.getWebSockets(bySession(session))) {
      socket.close(closeCodes.session_ended, 'session ended')
    }
  }

  closeAll(): void {
    for (const socket of this.#ctx.getWebSockets()) socket.close(closeCodes.not_found, 'consultation erased')
  }

  /** The runtime leaves the answering close frame to us. */
  answerClose(socket: WebSocket): void {
    this.#byId.delete(this.memory(socket).id)
    try {
      socket.close(1000)
    } catch {
      // The socket broke: no peer waits for the close.
    }
  }

  #withId(id: string): readonly WebSocket[] {
    const cached = this.#byId.get(id)
    return cached ? [cached] : this.#ctx.getWebSockets(byId(id))
  }

  #deliver(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.OPEN) return
    const { length, check } = this.#unreadOf(socket)
    if (check && length >= MOST_UNREAD && Date.now() - check.at >= READ_WITHIN_MS) {
      socket.close(closeCodes.unread, 'not_read')
      return
    }
    try {
      socket.send(text)
    } catch {
      // The socket is closing: its close event follows.
    }
    const sent = length + text.length
    const isMore = Math.floor(sent / READ_CHECK_AFTER) > Math.floor(length / READ_CHECK_AFTER)
    if (!isMore) this.#unread.set(socket, { length: sent, check })
    else if (check) this.#keepUnread(socket, { length: sent, check })
    else this.#checkReading(socket)
  }

  /** [C39] The runtime does not report how much sent data still waits in memory for its reader. */
  #checkReading(socket: WebSocket): void {
    const id = crypto.randomUUID()
    this.#keepUnread(socket, { length: 0, check: { id, at: Date.now() } })
    this.#deliver(socket, JSON.stringify({ type: 'read_check', id } satisfies ServerMessage))
  }
  confirmRead(socket: WebSocket, id: string): void {
    const { length, check } = this.#unreadOf(socket)
    if (check?.id === id) this.#keepUnread(socket, { length: length % READ_CHECK_AFTER, check: null })
  }

  /** After an eviction, a pending check counts the most that may have been sent unrecorded. */
  #unreadOf(socket: WebSocket): Unread {
    const counted = this.#unread.get(socket)
    if (counted) return counted
    const { length, check } = this.memory(socket).unread
    return this.#keepUnread(socket, { length: check ? length + READ_CHECK_AFTER : 0, check })
  }
  #keepUnread(socket: WebSocket, unread: Unread): Unread {
    this.#unread.set(socket, unread)
    this.remember(socket, { ...this.memory(socket), unread })
    return unread
  }
}

/** `reason` is for the log. */
type Unreadable = { refused: Refusal; reason: FrameFault | 'too_long' | 'off_protocol' }

/** Reads what a socket sent: audio is binary, messages are text. */
export function readIncoming(data: ArrayBuffer | string): AudioFrame | ClientMessage | Unreadable {
  return typeof data === 'string' ? readMessage(data) : readFrame(data)
}

function readFrame(bytes: ArrayBuffer): AudioFrame | Unreadable {
  const frame = parseFrame(bytes)
  if (!('fault' in frame)) return frame
  const { fault } = frame
  if (fault === 'oversized') return { refused: 'frame_too_large', reason: fault }
  return { refused: fault === 'unknown_version' ? 'version_unsupported' : 'bad_frame', reason: fault }
}

function readMessage(text: string): ClientMessage | Unreadable {
  // A character is at most 3 bytes of UTF-8, so most texts need no counting.
  const isTooLong =
    text.length > TEXT_FRAME_MAX_BYTES / 3 && new TextEncoder().encode(text).byteLength > TEXT_FRAME_MAX_BYTES
  if (isTooLong) return { refused: 'frame_too_large', reason: 'too_long' }
  const message = clientMessage.safeParse(parseJson(text))
  return message.success ? message.data : { refused: 'bad_message', reason: 'off_protocol' }
}
