import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseFrame, samplesIn } from '#domain/consultation/frame.ts'
import { type ClientMessage, clientMessage, type ServerMessage } from '#domain/consultation/protocol.ts'
import { sampleAt } from './pcm.ts'

/** A room that keeps no audio: it checks every sample that comes, and acknowledges. */
export class CountingRoom {
  readonly stored = new Map<number, number>()
  /** Spans of silence, by take, and samples that belong elsewhere. */
  readonly silent: { take: number; from: number; to: number }[] = []
  wrong = 0
  repeated = 0
  frames = 0
  connections = 0
  status: 'active' | 'completed' = 'active'
  /** Frames are read and neither stored nor answered. */
  deaf = false
  closed = false
  readonly said: ClientMessage[] = []
  readonly #server = new WebSocketServer({ noServer: true })

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.closed) return void socket.destroy()
    this.#server.handleUpgrade(request, socket, head, (client) => {
      this.connections++
      client.on('message', (data: Buffer, binary) => (binary ? this.#frame(client, data) : this.#text(client, data)))
    })
  }
  cut(): void {
    for (const client of this.#server.clients) client.terminate()
  }

  #text(client: WebSocket, data: Buffer): void {
    const message = clientMessage.parse(JSON.parse(data.toString()))
    this.said.push(message)
    if (message.type !== 'hello') return
    const takes = [...this.stored].map(([take, stored]) => ({ take, stored, transcribed: 0 }))
    const room = {
      version: 1,
      status: this.status,
      take: null,
      takes,
      recorder: 'none' as const,
      entries: [],
      gaps: [],
    }
    const engine = { state: 'listening' as const, name: 'test', demonstration: false }
    this.#send(client, { type: 'welcome', ...room, consent: 'accepted', engine })
  }

  #frame(client: WebSocket, data: Buffer): void {
    if (this.deaf) return
    if (this.status === 'completed') return void client.send(JSON.stringify({ type: 'refused', code: 'completed' }))
    const bytes = new Uint8Array(data).buffer
    const frame = parseFrame(bytes)
    if ('fault' in frame) throw new Error(frame.fault)
    const { take, at } = frame
    const stored = this.stored.get(take) ?? 0
    const end = at + samplesIn(frame)
    this.frames++
    if (at === stored) {
      this.#check(take, at, new Int16Array(bytes, 8))
      this.stored.set(take, end)
    } else if (end <= stored) this.repeated++
    this.#send(client, { type: 'audio_ack', take, stored: this.stored.get(take) ?? 0, transcribed: 0 })
  }

  #check(take: number, at: number, samples: Int16Array): void {
    if (samples.every((sample) => sample === 0)) {
      const last = this.silent.at(-1)
      if (last?.take === take && last.to === at) last.to = at + samples.length
      else this.silent.push({ take, from: at, to: at + samples.length })
      return
    }
    for (let i = 0; i < samples.length; i++) if (samples[i] !== sampleAt(take, at + i)) this.wrong++
  }

  #send(client: WebSocket, message: ServerMessage): void {
    client.send(JSON.stringify(message))
  }
}
