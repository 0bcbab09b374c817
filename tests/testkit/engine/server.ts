import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { wallClock } from '#local/speech/clock.ts'
import { listen } from '../network.ts'
import { SpeechEngine } from './engine.ts'

/** The tests' engine on a port of this machine. Live sockets take at most 1.25 x real time; batches have no limit. */
export class EngineServer extends SpeechEngine {
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  readonly #http = createServer(async (request, response) => {
    const { status, body } = await this.batch(addressOf(request), await buffer(request))
    if (body !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })

  port = 0
  #stop = async () => {}

  constructor() {
    super({ clock: wallClock })
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.mood === 'away') return socket.destroy()
      this.#sockets.handleUpgrade(request, socket, head, (one) => this.#serve(one, addressOf(request)))
    })
  }

  async listen(): Promise<this> {
    const { port, close } = await listen(this.#http)
    this.port = port
    this.#stop = close
    return this
  }
  get url(): string {
    return `ws://127.0.0.1:${this.port}/v1/listen`
  }

  /** Its process ends; `mood` says whether another one answers. */
  die(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
  }
  async close(): Promise<void> {
    this.die()
    await this.#stop()
  }

  #serve(socket: WebSocket, url: URL): void {
    const session = this.open(url, {
      send: (text) => socket.readyState === socket.OPEN && socket.send(text),
      close: (code, reason) => socket.close(code, reason),
    })
    if (!session) {
      socket.close(1008)
      return
    }
    socket.on('message', (data: Buffer, isBinary) => (isBinary ? session.audio(data) : session.text(String(data))))
    socket.on('close', session.gone)
    socket.on('error', session.gone)
  }
}

const addressOf = (request: IncomingMessage): URL => new URL(request.url ?? '/', 'http://speech.local')
