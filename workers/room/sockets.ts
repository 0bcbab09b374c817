import { MOST_SOCKETS, MOST_UNREAD, READ_CHECK_AFTER, READ_WITHIN_MS } from '#domain/consultation/limits.ts'
import { closeCodes, type Refusal, type ServerMessage } from '#domain/consultation/protocol.ts'
import type { Visitor } from './door.ts'

/** Attached to each socket; survives an eviction of the room. */
export type SocketMemory = {
  id: string
  session: string
  screen: string
  greeted: boolean
  refused: number
  openedAt: number
  /** When its session ends, as far as the room knows. */
  endsAt: number
  /** The last change of the transcript that its last welcome told. */
  revision: number
  unread: Unread
}

/** [C39] Characters sent since the last check, and that check until it is answered. */
type Unread = { length: number; check: { id: string; at: number } | null }

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
  /** Attachments already read: 4 frames a second come in on a socket. */
  readonly #memories = new WeakMap<WebSocket, SocketMemory>()
  readonly #heard = new Map<string, WebSocket>()
  readonly #unread = new WeakMap<WebSocket, Unread>()
  /** Null: not computed yet. */
  #dueAt: number | null = null
  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** [C40] Of too many sockets the oldest makes room, first of those that never said hello; never the `recorder`'s. */
  accept(socket: WebSocket, { sessionId, sessionEndsAt }: Visitor, recorder: string | null): void {
    const open = this.#open().map((one) => ({ one, memory: this.memory(one) }))
    if (open.length >= MOST_SOCKETS) {
      const [oldest] = open
        .filter(({ memory }) => memory.id !== recorder)
        .sort((a, b) => Number(a.memory.greeted) - Number(b.memory.greeted) || a.memory.openedAt - b.memory.openedAt)
      oldest?.one.close(closeCodes.flood, 'too many sockets')
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
    this.#heard.set(memory.id, socket)
    return memory
  }
  remember(socket: WebSocket, memory: SocketMemory): void {
    socket.serializeAttachment(memory)
    this.#memories.set(socket, memory)
  }

  /** The ids of those that are open. */
  ids(except?: WebSocket): string[] {
    return this.#open()
      .filter((socket) => socket !== except)
      .map((socket) => this.memory(socket).id)
  }
  #open(): WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
  }
  find(id: string): WebSocket | undefined {
    return this.#withId(id)[0]
  }

  /** [C41] When the first session of an open socket ends. Asked for with each frame. */
  get dueAt(): number | null {
    this.#dueAt ??= Math.min(...this.#open().map((socket) => this.memory(socket).endsAt))
    return Number.isFinite(this.#dueAt) ? this.#dueAt : null
  }
  /** Sessions that should have ended by now. They are due again a minute later, in case D1 does not answer. */
  postponeEnded(now: number): string[] {
    this.#dueAt = null
    const due = this.#open().filter((socket) => this.memory(socket).endsAt <= now)
    for (const socket of due) this.remember(socket, { ...this.memory(socket), endsAt: now + ASK_AGAIN_MS })
    return [...new Set(due.map((socket) => this.memory(socket).session))]
  }
  /** Undefined: it has ended. */
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

  /** [C35] A socket has had every change up to its last welcome, and each one since as it was made. */
  welcome(to: string, revision: number, message: (sent: number) => ServerMessage): void {
    for (const socket of this.#withId(to)) {
      const memory = this.memory(socket)
      this.remember(socket, { ...memory, revision })
      this.#deliver(socket, JSON.stringify(message(memory.revision)))
    }
  }

  /** To every screen that has said hello; the message may differ from screen to screen. */
  broadcast(message: ServerMessage | ((id: string) => ServerMessage)): void {
    const same = typeof message === 'function' ? null : JSON.stringify(message)
    for (const socket of this.#ctx.getWebSockets()) {
      const { id, greeted } = this.memory(socket)
      if (!greeted) continue
      this.#deliver(socket, same ?? JSON.stringify((message as (id: string) => ServerMessage)(id)))
    }
  }

  /** [C21] A socket that is refused all the time is closed. */
  refuse(to: string, code: Refusal): void {
    this.send(to, { type: 'refused', code })
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
    this.#heard.delete(this.memory(socket).id)
    try {
      socket.close(1000)
    } catch {
      // It broke: nobody waits for an answer.
    }
  }

  #withId(id: string): readonly WebSocket[] {
    const heard = this.#heard.get(id)
    return heard ? [heard] : this.#ctx.getWebSockets(byId(id))
  }

  #deliver(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.OPEN) return
    const { length, check } = this.#unreadOf(socket)
    if (check && length >= MOST_UNREAD && Date.now() - check.at >= READ_WITHIN_MS) {
      socket.close(closeCodes.unread, 'not read')
      return
    }
    try {
      socket.send(text)
    } catch {
      // It is going down: its close event follows.
    }
    const sent = length + text.length
    const isMore = Math.floor(sent / READ_CHECK_AFTER) > Math.floor(length / READ_CHECK_AFTER)
    if (!isMore) this.#unread.set(socket, { length: sent, check })
    else if (check) this.#keepUnread(socket, { length: sent, check })
    else this.#checkReading(socket)
  }

  /** [C39] The runtime does not say how much of what was sent still waits in memory for its reader. */
  #checkReading(socket: WebSocket): void {
    const id = crypto.randomUUID()
    this.#keepUnread(socket, { length: 0, check: { id, at: Date.now() } })
    this.#deliver(socket, JSON.stringify({ type: 'read_check', id } satisfies ServerMessage))
  }
  confirmRead(socket: WebSocket, id: string): void {
    const { length, check } = this.#unreadOf(socket)
    if (check?.id === id) this.#keepUnread(socket, { length: length % READ_CHECK_AFTER, check: null })
  }

  /** After an eviction an unanswered check counts for as much more as was not written down at most. */
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
