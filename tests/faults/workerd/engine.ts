import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseListenQuery } from '#domain/speech/listen.ts'
import { samplesOfRequest, transcribe } from '#local/speech/batch.ts'
import { wallClock } from '#local/speech/clock.ts'
import { ListenSession } from '#local/speech/session.ts'
import { frameEngine } from './frame-engine.ts'

/** 'away' refuses, 'stalled' takes audio and says nothing, 'garbage' answers rubbish, 'empty' finals without words. */
export type Mood = 'well' | 'away' | 'stalled' | 'garbage' | 'empty'

/** A `listen` server of the tests: one known word a frame, at most 1.25 x real time on its sockets, no limit on batches. */
export class FaultyEngine {
  mood: Mood = 'well'
  tooFast = 0
  batches = 0
  sessions = 0
  readonly #recogniser = frameEngine()
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  readonly #http = createServer((request, response) => void this.#batch(request, response))
  port = 0

  async listen(port: number): Promise<this> {
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.mood === 'away') return socket.destroy()
      this.#sockets.handleUpgrade(request, socket, head, (one) => this.#serve(one, request))
    })
    await new Promise<void>((resolve) => this.#http.listen(port, '127.0.0.1', resolve))
    this.port = port
    return this
  }
  get url(): string {
    return `ws://127.0.0.1:${this.port}/v1/listen`
  }

  /** Its process is gone; `mood` says whether another answers. */
  die(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
  }
  async close(): Promise<void> {
    this.die()
    this.#http.closeAllConnections()
    await new Promise<void>((resolve) => this.#http.close(() => resolve()))
  }

  #query(request: IncomingMessage) {
    return parseListenQuery(new URL(request.url ?? '/', 'http://speech.local').searchParams)
  }

  #serve(socket: WebSocket, request: IncomingMessage): void {
    const query = this.#query(request)
    if (!query.success) {
      socket.close(1008)
      return
    }
    this.sessions++
    const say = (text: string) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    }
    const session = new ListenSession({
      recogniser: this.#recogniser,
      query: query.data,
      requestId: 'faults',
      clock: wallClock,
      enforceRate: true,
      send: (message) => {
        if (this.mood === 'stalled') return
        if (this.mood === 'garbage') return say('{"type":"Results","start":"nonsense"')
        say(JSON.stringify(this.mood === 'empty' ? emptied(message) : message))
      },
      close: (code, reason) => {
        if (reason.includes('faster than')) this.tooFast++
        socket.close(code, reason)
      },
    })
    socket.on('message', (data: Buffer, isBinary) =>
      isBinary ? session.audio(data) : session.text(data.toString('utf8')),
    )
    socket.on('close', () => session.gone())
    socket.on('error', () => session.gone())
  }

  async #batch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const query = this.#query(request)
    if (this.mood === 'stalled') return
    if (this.mood === 'away' || !query.success) return void response.writeHead(503).end()
    if (this.mood === 'garbage') return void response.writeHead(200).end('{"results":')
    this.batches++
    const answer = await transcribe(this.#recogniser, samplesOfRequest(Buffer.concat(pieces), query.data), query.data)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(this.mood === 'empty' ? emptied(answer) : answer))
  }
}

/** The same message without words. */
function emptied<T>(message: T): T {
  return JSON.parse(
    JSON.stringify(message, (key, value) =>
      key === 'words' || key === 'utterances' ? [] : key === 'transcript' ? '' : value,
    ),
  )
}
