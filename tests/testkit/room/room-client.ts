import { encodeFrame } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  type ServerMessage,
  type ServerMessageOf,
  serverMessage,
} from '#domain/consultation/protocol.ts'

type Type = ServerMessage['type']

/** One screen's socket, of the runtime or of `ws`. It parses all it receives: what is off the protocol fails the test. */
export class RoomClient {
  readonly received: ServerMessage[] = []
  readonly #socket: WebSocket
  #waiting: (() => void)[] = []
  /** False: as if it read nothing. */
  confirmsReading = true
  closed: Promise<number>
  /** How far each type of message was read. */
  readonly #read = new Map<Type, number>()

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
    socket.addEventListener('message', ({ data }) => {
      const message = serverMessage.parse(JSON.parse(data as string))
      this.received.push(message)
      if (message.type === 'read_check' && this.confirmsReading) this.say({ type: 'read_confirm', id: message.id })
      for (const wake of this.#waiting.splice(0)) wake()
    })
  }

  say(
    message:
      | ClientMessage
      | { type: 'hello'; version: number }
      | { type: 'finish'; takes: { take: number; samples: number }[] },
  ): void {
    this.#socket.send(JSON.stringify(message))
  }
  raw(data: string | ArrayBuffer): void {
    this.#socket.send(data)
  }
  frame(take: number, at: number, samples: Int16Array): void {
    this.#socket.send(encodeFrame(take, at, samples))
  }
  close(): void {
    this.#socket.close(1000)
  }

  /** The next message of this type that was not read yet and fits; waits for it. */
  async next<T extends Type>(
    type: T,
    fits: (message: ServerMessageOf<T>) => boolean = () => true,
  ): Promise<ServerMessageOf<T>> {
    for (;;) {
      for (let at = this.#read.get(type) ?? 0; at < this.received.length; at++) {
        const message = this.received[at] as ServerMessage
        this.#read.set(type, at + 1)
        if (message.type === type && fits(message as ServerMessageOf<T>)) return message as ServerMessageOf<T>
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Waits until it is so after some message, be it read or not. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
  had<T extends Type>(type: T, fits: (message: ServerMessageOf<T>) => boolean): Promise<void> {
    return this.until(() => this.all(type).some(fits))
  }

  all<T extends Type>(type: T): ServerMessageOf<T>[] {
    return this.received.filter((message): message is ServerMessageOf<T> => message.type === type)
  }
}
