import type { ListenWord } from '#domain/speech/listen.ts'
import { AudioAllowance } from '#local/speech/clock.ts'
import { SimResponse } from './globals.ts'
import type { World } from './world.ts'

const RATE = 16_000
const FRAME = 4_000
const WORDS_PER_FINAL = 3

export type Mood = 'well' | 'away' | 'stalled' | 'garbage' | 'empty' | 'slow'

/** A `listen` server of the simulated world: each stretch of one loudness is a word, wherever the audio was cut. */
export class SimEngine {
  mood: Mood = 'well'
  /** When it last brought an answer without words that it should have had. */
  emptyAt = 0
  readonly #world: World
  #open = new Map<EngineEnd, object | null>()

  constructor(world: World) {
    this.#world = world
  }

  readonly fetch = async (init: unknown): Promise<unknown> => {
    const { method, body } = (init ?? {}) as { method?: string; body?: Uint8Array }
    const world = this.#world
    await world.pause(world.between(5, 80))
    if (this.mood === 'away') return new SimResponse(null, { status: 503 })
    if (method === 'POST' && body) return this.#batch(body)
    const end = new EngineEnd(world, this)
    this.#open.set(end, world.owner)
    return new SimResponse(null, { status: 101, webSocket: end })
  }

  die(): void {
    for (const end of this.#open.keys()) end.ended(1011)
    this.#open.clear()
  }
  /** The room that had these sockets is gone. */
  abandoned(owner: object): void {
    for (const [end, by] of this.#open) if (by === owner) this.#open.delete(end)
  }
  closed(end: EngineEnd): void {
    this.#open.delete(end)
  }

  async #batch(wav: Uint8Array): Promise<unknown> {
    const world = this.#world
    const pcm = new Int16Array(wav.slice(44).buffer)
    await world.pause(world.between(50, this.mood === 'slow' ? 5_000 : 500))
    while (this.mood === 'stalled') await world.pause(1_000)
    if (this.mood === 'garbage') return new SimResponse({ nonsense: true })
    if (this.mood === 'empty') this.emptyAt = world.now
    const words = this.mood === 'empty' ? [] : wordsIn(pcm)
    const transcript = words.map(({ word }) => word).join(' ')
    return new SimResponse({ results: { channels: [{ alternatives: [{ transcript, words }] }] } })
  }
}

export const wordOf = (value: number): string => `p${value}`

function wordsIn(heard: Int16Array): ListenWord[] {
  const words: ListenWord[] = []
  const pcm = heard.map(Math.abs)
  for (let at = 0, end = 0; at < pcm.length; at = end) {
    while (end < pcm.length && pcm[end] === pcm[at] && end - at < FRAME) end++
    if (pcm[at] !== 0) words.push({ word: wordOf(pcm[at] as number), start: at / RATE, end: end / RATE })
  }
  return words
}

/** The room's end of a live session. */
class EngineEnd {
  readonly #world: World
  readonly #engine: SimEngine
  readonly #owner: object | null
  readonly #listeners = new Map<string, (event: unknown) => void>()
  readonly #allowance = new AudioAllowance(1.25, 5)
  #over = false
  #samples = 0
  #run: { value: number; from: number } | null = null
  #words: ListenWord[] = []
  #settled = 0
  #saysAt = 0
  #unsaid: object[] = []

  constructor(world: World, engine: SimEngine) {
    this.#world = world
    this.#engine = engine
    this.#owner = world.owner
  }

  accept(): void {}
  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener)
  }
  close(): void {
    this.#over = true
    this.#engine.closed(this)
  }
  ended(code: number): void {
    if (this.#over) return
    this.close()
    this.#world.after(20, () => this.#listeners.get('close')?.({ code }), this.#owner)
  }

  send(data: unknown): void {
    if (this.#over) throw new Error('the socket is closed')
    if (typeof data === 'string') {
      if (data.includes('CloseStream')) this.#drain()
      return
    }
    const pcm = data as Uint8Array
    const samples = new Int16Array(pcm.slice().buffer)
    if (!this.#allowance.take(samples.length / RATE, this.#world.now)) {
      this.#world.faults.push('the engine was fed faster than 1.25 x real time')
      this.ended(1011)
      return
    }
    for (const sample of samples) {
      const value = Math.abs(sample)
      if (this.#run && (this.#run.value !== value || this.#samples - this.#run.from === FRAME)) this.#endRun()
      this.#run ??= { value, from: this.#samples }
      this.#samples++
    }
    if (this.#run && this.#samples - this.#run.from === FRAME) this.#endRun()
    if (this.#words.length >= WORDS_PER_FINAL) this.#settle()
    else if (this.#words.length > 0) this.#results(false)
  }

  #endRun(): void {
    if (!this.#run) return
    const { value, from } = this.#run
    this.#run = null
    if (value !== 0) this.#words.push({ word: wordOf(value), start: from / RATE, end: this.#samples / RATE })
  }
  #settle(): void {
    this.#results(true)
    this.#settled = this.#samples
    this.#words = []
  }
  #results(final: boolean): void {
    const { mood } = this.#engine
    if (mood === 'empty') this.#engine.emptyAt = this.#world.now
    const words = mood === 'empty' ? [] : this.#words
    const [start, end] = [this.#settled / RATE, this.#samples / RATE]
    const transcript = words.map(({ word }) => word).join(' ')
    const alternatives = [{ transcript, confidence: 0.9, words }]
    const results = { type: 'Results', start, duration: end - start, is_final: final, speech_final: final }
    this.#say({ ...results, channel: { alternatives } })
  }
  #drain(): void {
    this.#endRun()
    if (this.#samples > this.#settled) this.#settle()
    this.#say({ type: 'Metadata', duration: this.#samples / RATE })
    this.#world.after(Math.max(0, this.#saysAt - this.#world.now) + 1, () => this.ended(1000), this.#owner)
  }

  #goOn(): void {
    const look = () => {
      if (this.#over) return
      if (this.#engine.mood === 'stalled') return this.#goOn()
      for (const message of this.#unsaid.splice(0)) this.#say(message)
    }
    this.#world.after(1_000, look, this.#owner)
  }

  #say(message: object): void {
    const { mood } = this.#engine
    // It sends all results later, after it resumes, one check a second. No result overtakes a waiting one.
    if (mood === 'stalled' || this.#unsaid.length > 0) {
      this.#unsaid.push(message)
      if (this.#unsaid.length === 1) this.#goOn()
      return
    }
    const data = mood === 'garbage' ? '{"type":"Results","start":"x"' : JSON.stringify(message)
    const late = this.#world.between(10, mood === 'slow' ? 4_000 : 250)
    this.#saysAt = Math.max(this.#saysAt, this.#world.now + late)
    const arrive = () => {
      if (!this.#over) this.#listeners.get('message')?.({ data })
    }
    this.#world.after(this.#saysAt - this.#world.now, arrive, this.#owner)
  }
}
