import type { ListenResults, ListenWord } from '#domain/speech/listen.ts'

const FRAME = 4_000
const RATE = 16_000

/** A frame with voice, for code that looks at energy alone: the second half of it is loud. */
export const voiced = (): Int16Array =>
  new Int16Array(FRAME).map((_, i) => (i < FRAME / 2 ? 0 : i % 2 === 0 ? 3_000 : -3_000))

const answerOf = (words: ListenWord[]) => ({
  results: { channels: [{ alternatives: [{ transcript: words.map((word) => word.word).join(' '), words }] }] },
})

/** A frame that says one word: `palavra<n>`. */
export const spoken = (n: number, samples = FRAME): Int16Array => new Int16Array(samples).fill(n)

/** A `listen` server within the test: it hears one word a frame, and does what the test tells it. */
export class RoomEngine {
  /**
   * 'away' refuses the handshake; 'mute' takes audio and says nothing; 'garbage' answers rubbish, 'dreaming' places
   * words where no audio is; 'deaf' hears no words in anything.
   */
  mood: 'well' | 'away' | 'mute' | 'garbage' | 'dreaming' | 'deaf' = 'well'
  framesPerFinal = 2
  handshakes: URL[] = []
  batches: { url: URL; samples: number }[] = []
  heardSamples = 0
  /** The engine's text for a stretch of so many seconds, if a test sets it. */
  batchWords: ((seconds: number) => ListenWord[]) | null = null
  texts: string[] = []
  readonly #open = new Set<WebSocket>()
  readonly name: string
  constructor(name = 'one-word') {
    this.name = name
  }

  /** In place of the global fetch: the room knows only the address. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.pathname !== '/v1/listen') throw new Error(`nobody answers at ${url}`)
    if (this.mood === 'away') return Response.json({ err_code: 'AWAY', err_msg: 'away' }, { status: 503 })
    if (request.method === 'POST') return this.#batch(url, new Uint8Array(await request.arrayBuffer()))
    this.handshakes.push(url)
    const { 0: client, 1: server } = new WebSocketPair()
    this.#serve(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** The machine it runs on is gone. To be called within the object that holds the sockets. */
  die(): void {
    for (const socket of this.#open) socket.close(1011, 'gone')
    this.#open.clear()
  }
  get sockets(): number {
    return this.#open.size
  }

  #serve(socket: WebSocket): void {
    socket.binaryType = 'arraybuffer'
    socket.accept()
    this.#open.add(socket)
    let rest = new Int16Array(0)
    let frames = 0
    let settledCount = 0
    let words: ListenWord[] = []
    const results = (final: boolean) => {
      if (this.mood === 'deaf') words = []
      const end = (frames * FRAME) / RATE
      socket.send(JSON.stringify(this.#results(settledCount, end, words, final)))
      if (!final) return
      settledCount = end
      words = []
    }
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') {
        const { type } = JSON.parse(data) as { type: string }
        this.texts.push(type)
        if (type !== 'CloseStream' || (this.mood !== 'well' && this.mood !== 'deaf')) return
        if (words.length > 0) results(true)
        socket.send(
          JSON.stringify({ type: 'Metadata', duration: settledCount, model_info: { one: { name: this.name } } }),
        )
        socket.close(1000)
        this.#open.delete(socket)
        return
      }
      const added = new Int16Array(data as ArrayBuffer)
      this.heardSamples += added.length
      if (this.mood === 'mute') return
      if (this.mood === 'garbage') return socket.send('{"type":"Results","start":null}')
      if (this.mood === 'dreaming') return socket.send(JSON.stringify(this.#results(0, 9_999, [], true)))
      const all = new Int16Array(rest.length + added.length)
      all.set(rest)
      all.set(added, rest.length)
      let at = 0
      for (; at + FRAME <= all.length; at += FRAME) {
        words.push(this.#word(all[at] as number, frames++))
        results(this.mood === 'deaf' || words.length >= this.framesPerFinal)
      }
      rest = all.slice(at)
    })
    socket.addEventListener('close', () => this.#open.delete(socket))
  }

  #word(n: number, frame: number): ListenWord {
    const start = (frame * FRAME) / RATE
    return { word: `palavra${n}`, start, end: start + FRAME / RATE, confidence: 0.9 }
  }

  #results(start: number, end: number, words: ListenWord[], final: boolean): ListenResults {
    const transcript = words.map((word) => word.word).join(' ')
    return {
      type: 'Results',
      start,
      duration: end - start,
      is_final: final,
      speech_final: final,
      channel: { alternatives: [{ transcript, confidence: 0.9, words }] },
      metadata: { model_info: { name: this.name } },
    }
  }

  #batch(url: URL, wav: Uint8Array): Response {
    if (this.mood === 'dreaming') return Response.json(answerOf([{ word: 'sonho', start: 9_998, end: 9_999 }]))
    if (this.mood !== 'well' && this.mood !== 'deaf') return new Response(null, { status: 500 })
    const pcm = new Int16Array(wav.slice(44).buffer)
    this.batches.push({ url, samples: pcm.length })
    if (this.mood === 'deaf') return Response.json(answerOf([]))
    if (this.batchWords) return Response.json(answerOf(this.batchWords(pcm.length / RATE)))
    // Each stretch of one value is a word, wherever the segment was cut.
    const words: ListenWord[] = []
    for (let at = 0, end = 0; at < pcm.length; at = end) {
      while (end < pcm.length && pcm[end] === pcm[at]) end++
      words.push({ word: `palavra${pcm[at]}`, start: at / RATE, end: end / RATE, confidence: 0.9 })
    }
    return Response.json(answerOf(words))
  }
}
