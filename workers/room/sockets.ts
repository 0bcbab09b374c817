import { closeCodes, type Refusal, type ServerMessage } from '#domain/consultation/protocol.ts'

/** What a socket knows about itself; it outlives an eviction of the room. */
export type SocketMemory = { id: string; session: string; screen: string; greeted: boolean; refused: number }

/** Far more than a late device's window of frames, each of which a completed consultation refuses. */
const MOST_REFUSED = 200
const byId = (id: string) => `socket:${id}`
const bySession = (session: string) => `session:${session}`

/** The room's hibernating sockets. */
export class Sockets {
  readonly #ctx: DurableObjectState
  /** What was read once: 4 frames a second come in on a socket. */
  readonly #memories = new WeakMap<WebSocket, SocketMemory>()
  readonly #heard = new Map<string, WebSocket>()
  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  accept(socket: WebSocket, session: string): void {
    const id = crypto.randomUUID()
    this.#ctx.acceptWebSocket(socket, [byId(id), bySession(session)])
    this.remember(socket, { id, session, screen: id, greeted: false, refused: 0 })
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
    return this.#ctx
      .getWebSockets()
      .filter((socket) => socket !== except && socket.readyState === WebSocket.OPEN)
      .map((socket) => this.memory(socket).id)
  }

  send(to: string, message: ServerMessage): void {
    const text = JSON.stringify(message)
    for (const socket of this.#withId(to)) this.#deliver(socket, text)
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
    for (const socket of this.#ctx.getWebSockets()) socket.close(closeCodes.session_ended, 'consultation erased')
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
    try {
      socket.send(text)
    } catch {
      // It is going down: its close event follows.
    }
  }
}
