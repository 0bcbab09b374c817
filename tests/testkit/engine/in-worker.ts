import { loudnessRecogniser, SpeechEngine } from './engine.ts'

/** No session of it ends by itself, and none keeps an object awake. */
const stoppedClock = { now: () => 0, after: () => () => undefined }

/** A frame with voice, for code that looks at energy alone: the first half of it is loud. */
export const voiced = (): Int16Array =>
  new Int16Array(4_000).map((_, i) => (i >= 2_000 ? 0 : i % 2 === 0 ? 3_000 : -3_000))

/** The tests' engine within workerd, in place of the global fetch. */
export class WorkerEngine extends SpeechEngine {
  readonly #open = new Set<WebSocket>()
  /** Its answer to every call while it is away. */
  awayStatus = 503

  constructor(name = 'one-word', framesPerFinal = 2) {
    super({ recogniser: loudnessRecogniser(name, framesPerFinal), clock: stoppedClock, enforceRate: false })
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.pathname !== '/v1/listen') throw new Error(`nobody answers at ${url}`)
    if (this.mood === 'away') return Response.json({ err_code: 'AWAY', err_msg: 'away' }, { status: this.awayStatus })
    if (request.method === 'POST') {
      const { status, body } = await this.batch(url, new Uint8Array(await request.arrayBuffer()))
      return body === null ? new Promise(() => undefined) : new Response(body, { status })
    }
    const { 0: client, 1: server } = new WebSocketPair()
    server.binaryType = 'arraybuffer'
    server.accept()
    this.#open.add(server)
    const session = this.open(url, {
      send: (text) => server.send(text),
      close: (code, reason) => {
        this.#open.delete(server)
        server.close(code, reason)
      },
    })
    server.addEventListener('message', ({ data }) =>
      typeof data === 'string' ? session?.text(data) : session?.audio(new Uint8Array(data as ArrayBuffer)),
    )
    server.addEventListener('close', () => {
      this.#open.delete(server)
      session?.gone()
    })
    return new Response(null, { status: 101, webSocket: client })
  }

  /**
   * Closes the sockets of the object it is called in, as if the engine's machine had gone.
   * The room of an earlier test may have connected here too, and only that room may touch its socket.
   */
  die(): void {
    for (const socket of this.#open) {
      try {
        socket.close(1011, 'gone')
        this.#open.delete(socket)
      } catch (error) {
        if (!String(error).includes('different Durable Object')) throw error
      }
    }
  }
  get sockets(): number {
    return this.#open.size
  }
}
