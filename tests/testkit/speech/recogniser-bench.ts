import {
  type DeviceSpeechEffect,
  type DeviceSpeechEvent,
  type DeviceSpeechState,
  initialDeviceSpeech,
  transition,
} from '#domain/recorder/device-speech.ts'

const TAKE = 7
export const second = 16_000
type Line = { text: string; confidence?: number; index?: number }

/** A recogniser and a microphone on one clock. Seconds are places in the take as long as nothing pauses. */
export class Bench {
  state: DeviceSpeechState = initialDeviceSpeech
  effects: DeviceSpeechEffect[] = []
  now = 0
  #finals = 0

  send(event: DeviceSpeechEvent): this {
    const next = transition(this.state, event)
    this.state = next.state
    this.effects.push(...next.effects)
    return this
  }
  get moment() {
    return { at: this.now * 16, now: this.now }
  }
  get session() {
    return this.state.session?.id ?? this.state.last
  }
  /** Moves the clock to this second, with the ticks on the way. */
  to(place: number): this {
    while (this.now + 500 <= place * 1_000) {
      this.now += 500
      this.send({ type: 'tick', ...this.moment })
    }
    this.now = place * 1_000
    return this
  }
  run(take = TAKE): this {
    return this.send({ type: 'run', take, ...this.moment })
  }
  started(): this {
    this.#finals = 0
    return this.send({ type: 'started', session: this.session, ...this.moment })
  }
  speech(on: boolean): this {
    return this.send({ type: 'speech', session: this.session, on, ...this.moment })
  }
  interim(interim: string): this {
    return this.send({ type: 'text', session: this.session, finals: [], interim, ...this.moment })
  }
  final(...finals: (string | Line)[]): this {
    const list = finals.map((one) => ({ index: this.#finals++, ...(typeof one === 'string' ? { text: one } : one) }))
    return this.send({ type: 'text', session: this.session, finals: list, interim: '', ...this.moment })
  }
  error(code: string): this {
    return this.send({ type: 'error', session: this.session, code, ...this.moment })
  }
  ended(): this {
    return this.send({ type: 'ended', session: this.session, ...this.moment })
  }
  halt(): this {
    return this.send({ type: 'halt', ...this.moment })
  }
  of<T extends DeviceSpeechEffect['type']>(type: T): Extract<DeviceSpeechEffect, { type: T }>[] {
    return this.effects.filter((effect) => effect.type === type) as Extract<DeviceSpeechEffect, { type: T }>[]
  }
  /** Results as [from, at, to, text], in seconds. */
  get results() {
    return this.of('result').map(({ from, at, to, text }) => [from / second, at / second, to / second, text])
  }
  /** The last spans, in seconds. */
  get spans() {
    const last = this.of('spans').at(-1)?.spans ?? []
    return last.map((span) => Object.values(span).map((place) => place / second))
  }
  get names() {
    return this.effects.map(({ type }) => type).filter((type) => type !== 'spans')
  }
}
/** Returns a bench whose first session started at 1.5 s. */
export const listening = () => new Bench().to(1).run().to(1.5).started()
/** An utterance with speech from `begin` to `end`, whose final comes half a second later. */
export const speak = (bench: Bench, begin: number, end: number, text: string) =>
  bench
    .to(begin)
    .speech(true)
    .to(begin + 0.5)
    .interim(text)
    .to(end)
    .speech(false)
    .to(end + 0.5)
    .final(text)
