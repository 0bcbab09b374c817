import type { ListenServerMessage } from '#domain/speech/listen.ts'
import { type EngineSocket, loudnessRecogniser, SpeechEngine } from '#tests/testkit/engine/engine.ts'
import { SimResponse } from './globals.ts'
import type { World } from './world.ts'

const WORDS_PER_FINAL = 3

type Channel = EngineSocket & { say(message: () => string): void }

/** The tests' engine in the simulated world: its answers take time, and a stalled one sends them later. */
export class SimEngine extends SpeechEngine {
  /** When it last brought an answer without words that it should have had. */
  emptyAt = 0
  readonly #world: World
  #open = new Set<EngineEnd>()

  constructor(world: World) {
    const clock = { now: () => world.now, after: () => () => undefined }
    super({ recogniser: loudnessRecogniser('one-word', WORDS_PER_FINAL), clock })
    this.#world = world
  }

  readonly fetch = async (input: unknown, init: unknown): Promise<unknown> => {
    const { method, body } = (init ?? {}) as { method?: string; body?: Uint8Array }
    const url = new URL(String(input))
    const world = this.#world
    await world.pause(world.between(5, 80))
    if (this.mood === 'away') return new SimResponse(null, { status: 503 })
    if (method === 'POST' && body) {
      await world.pause(world.between(50, this.mood === 'slow' ? 5_000 : 500))
      while (this.mood === 'stalled') await world.pause(1_000)
      if (this.mood === 'empty') this.emptyAt = world.now
      const answer = await this.batch(url, body)
      return new SimResponse(this.mood === 'garbage' ? { nonsense: true } : JSON.parse(answer.body ?? ''))
    }
    const end = new EngineEnd(world, this, url)
    this.#open.add(end)
    return new SimResponse(null, { status: 101, webSocket: end })
  }

  die(): void {
    for (const end of this.#open) end.ended(1011)
    this.#open.clear()
  }
  /** The room that had these sockets is gone. */
  abandoned(owner: object): void {
    for (const end of this.#open) if (end.owner === owner) this.#open.delete(end)
  }
  closed(end: EngineEnd): void {
    this.#open.delete(end)
  }

  protected override answer(socket: EngineSocket, message: ListenServerMessage): void {
    if (this.mood === 'empty' && message.type === 'Results') this.emptyAt = this.#world.now
    ;(socket as Channel).say(() => this.spoil(message))
  }
}

/** A live session: the room's end of it, and the way back from the engine. */
class EngineEnd {
  readonly owner: object | null
  readonly #world: World
  readonly #engine: SimEngine
  readonly #listeners = new Map<string, (event: unknown) => void>()
  readonly #session: ReturnType<SpeechEngine['open']>
  #isOver = false
  #saysAt = 0
  #unsent: (() => string)[] = []

  constructor(world: World, engine: SimEngine, url: URL) {
    this.#world = world
    this.#engine = engine
    this.owner = world.owner
    const close = (code: number) =>
      world.after(Math.max(0, this.#saysAt - world.now) + 1, () => this.ended(code), this.owner)
    this.#session = engine.open(url, { send: () => undefined, close, say: this.say } as Channel)
  }

  accept(): void {}
  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener)
  }
  send(data: string | Uint8Array): void {
    if (this.#isOver) throw new Error('the socket is closed')
    if (typeof data === 'string') this.#session?.text(data)
    else this.#session?.audio(data)
  }
  close(): void {
    this.#isOver = true
    this.#session?.gone()
    this.#engine.closed(this)
  }
  ended(code: number): void {
    if (this.#isOver) return
    this.close()
    this.#world.after(20, () => this.#listeners.get('close')?.({ code }), this.owner)
  }

  readonly say = (message: () => string): void => {
    const { mood } = this.#engine
    // A stalled engine sends all results once it goes on, one look a second. No result overtakes a waiting one.
    if (mood === 'stalled' || this.#unsent.length > 0) {
      this.#unsent.push(message)
      if (this.#unsent.length === 1) this.#resume()
      return
    }
    const data = message()
    const late = this.#world.between(10, mood === 'slow' ? 4_000 : 250)
    this.#saysAt = Math.max(this.#saysAt, this.#world.now + late)
    const arrive = () => {
      if (!this.#isOver) this.#listeners.get('message')?.({ data })
    }
    this.#world.after(this.#saysAt - this.#world.now, arrive, this.owner)
  }
  #resume(): void {
    const look = () => {
      if (this.#isOver) return
      if (this.#engine.mood === 'stalled') return this.#resume()
      for (const message of this.#unsent.splice(0)) this.say(message)
    }
    this.#world.after(1_000, look, this.owner)
  }
}
