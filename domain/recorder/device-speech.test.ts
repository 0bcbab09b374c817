import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientMessage } from '../consultation/protocol.ts'
import {
  type DeviceSpeechEffect,
  type DeviceSpeechEvent,
  type DeviceSpeechState,
  initialDeviceSpeech,
  transition,
} from './device-speech.ts'

const TAKE = 7
const second = 16_000
type Line = { text: string; confidence?: number; index?: number }

/** A recogniser and a microphone on one clock. Seconds are places in the take as long as nothing pauses. */
class Bench {
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
const listening = () => new Bench().to(1).run().to(1.5).started()
/** An utterance with speech from `begin` to `end`, whose final comes half a second later. */
const speak = (bench: Bench, begin: number, end: number, text: string) =>
  bench.to(begin).speech(true).to(begin + 0.5).interim(text).to(end).speech(false).to(end + 0.5).final(text) // biome-ignore format: one line shows the order

test('[DS1] runs one session at a time; late results count after a stop, not after an abort', () => {
  const bench = listening().to(2).speech(true).to(3).interim('dor').halt()
  expect(bench.run().state.session?.id).toBe(1)
  bench.to(4).final('dor nas costas').ended()
  expect(bench.of('result').map(({ text }) => text)).toEqual(['dor nas costas'])
  expect(bench.state.session?.id).toBe(2)
  const stall = listening().to(2).speech(true).to(18)
  stall.send({ type: 'text', session: 1, finals: [{ index: 0, text: 'tarde' }], interim: '', ...stall.moment })
  expect(stall.of('result')).toEqual([])
})

test('[DS2] a span begins where a session started and ends with its last result; the audio between belongs to none', () => {
  const bench = speak(listening(), 2, 4, 'boa tarde')
  expect(bench.spans).toEqual([[1.5]])
  bench.to(6).ended()
  expect(bench.spans).toEqual([[1.5, 4]])
  bench.to(6.2).started()
  expect(bench.spans).toEqual([[1.5, 4], [6.2]])
  bench.to(7).ended()
  expect(bench.spans).toEqual([[1.5, 4]])
})

test('[DS2] reports the last 300 spans, which is what one message holds', () => {
  const bench = new Bench().run()
  for (let n = 0; n < 320; n++) speak(bench.to(n * 4).started(), n * 4 + 1, n * 4 + 2, `linha ${n}`).ended()
  expect(bench.spans.length).toBe(300)
  const { take, spans } = bench.of('spans').at(-1) ?? { take: 0, spans: [] }
  expect(clientMessage.safeParse({ type: 'device_speech', take, spans }).success).toBe(true)
})

test('[DS3] places words by the start of speech, or by their first interim text, and by their last change', () => {
  const bench = speak(listening(), 2, 4, 'boa tarde')
  bench.to(8).interim('estou').to(9).interim('estou com tosse').to(9.5).interim('estou com tosse').to(10)
  bench.final('estou com tosse')
  expect(bench.results).toEqual([
    [1.5, 2, 4, 'boa tarde'],
    [4, 7, 9, 'estou com tosse'],
  ])
})

test('[DS3] a final that comes while the next speech runs keeps the place of its own speech', () => {
  const bench = listening().to(2).speech(true).to(2.5).interim('sim').to(3).speech(false).to(4).speech(true)
  bench.to(5).final('sim').to(5.2).interim('tomo').to(6).speech(false).to(6.5).final('tomo metformina')
  expect(bench.results).toEqual([
    [1.5, 2, 3, 'sim'],
    [3, 4, 6, 'tomo metformina'],
  ])
})

test('[DS4] several finals of one event share their place by length', () => {
  const bench = listening().to(2).speech(true).to(4).speech(false).final('dor', 'febre e tosse')
  expect(bench.results).toEqual([
    [1.5, 2, 2.375, 'dor'],
    [2.375, 2.375, 4, 'febre e tosse'],
  ])
})

test('[DS5] drops a final that is repeated at once, and keeps a word that was said twice', () => {
  const echo = speak(listening(), 2, 3, 'sim').final('sim').to(4).final('sim')
  expect(echo.results.length).toBe(1)
  expect(speak(echo, 5, 6, 'sim').results.length).toBe(2)
  const interim = listening().to(2).interim('sim').final('sim').to(3).interim('sim').final('sim')
  expect(interim.results.length).toBe(2)
})

test('[DS5] ignores a result whose index goes backwards', () => {
  const bench = listening().to(2).final({ index: 4, text: 'tosse seca' }).to(6).final({ index: 3, text: 'febre' })
  expect(bench.results.map(([, , , text]) => text)).toEqual(['tosse seca'])
})

test('[DS6] reports silence up to 5 s ago, also while the recogniser keeps an answered speech open', () => {
  expect(listening().to(11).results).toEqual([])
  expect(listening().to(11.5).results).toEqual([[1.5, 1.5, 6.5, '']])
  const open = listening().to(2).speech(true).to(3).interim('bom dia').final('bom dia')
  expect(open.to(24).results).toEqual([
    [1.5, 2, 3, 'bom dia'],
    [3, 3, 8, ''],
    [8, 8, 13, ''],
    [13, 13, 18, ''],
  ])
})

test('[DS6] speech without text is no silence', () => {
  expect(listening().to(2).speech(true).to(14).results).toEqual([])
})

test('[DS7] restarts at once, and waits longer after five sessions that end at once', () => {
  const bench = new Bench().run()
  const starts: number[] = []
  for (let place = 0; starts.length < 11; place += 0.5) {
    bench.to(place)
    if (!bench.state.session) continue
    starts.push(place)
    bench.started().ended()
  }
  expect(starts.map((place, n) => place - (starts[n - 1] ?? 0))).toEqual([0, 0.5, 0.5, 0.5, 0.5, 1, 2, 5, 10, 30, 30])
  expect(bench.of('fault')).toEqual([{ type: 'fault', kind: 'restarting', forGood: false }])
  bench.to(bench.now / 1_000 + 30).started()
  speak(bench, 201, 202, 'oi').ended()
  expect(bench.state.quickEnds).toBe(0)
})

test('[DS8] a refused recogniser is over at once; normal ends are no failure', () => {
  for (const code of ['not-allowed', 'service-not-allowed', 'language-not-supported']) {
    const bench = listening().to(2).error(code).ended().to(20).run()
    expect(bench.of('fault')).toEqual([{ type: 'fault', kind: code, forGood: true }])
    expect(bench.of('start').length).toBe(1)
  }
  const quiet = listening()
  for (let n = 0; n < 6; n++)
    quiet
      .to(10 * n + 9)
      .error(n % 2 ? 'aborted' : 'no-speech')
      .ended()
      .started()
  expect(quiet.of('fault')).toEqual([])
})

test('[DS8] an error is for good in the third session in a row without text', () => {
  const bench = listening()
  const die = (n: number) =>
    bench
      .to(n * 4)
      .error('network')
      .ended()
  die(1).started()
  die(2).started()
  speak(bench, 9, 10, 'sim')
  die(3).started()
  die(4)
  expect(bench.of('fault').map(({ forGood }) => forGood)).toEqual([false, false, false, false])
  bench.started()
  die(5)
  expect(bench.of('fault').at(-1)).toEqual({ type: 'fault', kind: 'network', forGood: true })
  expect(bench.state.session).toBeNull()
})

test('[DS8] a recogniser that never starts is aborted after 10 s and given up after three tries', () => {
  const bench = new Bench().run().to(9.5)
  expect(bench.names).toEqual(['start'])
  bench.to(60)
  expect(bench.names).toEqual(['start', 'fault', 'abort', 'start', 'fault', 'abort', 'start', 'abort', 'fault'])
  expect(bench.state.isOver).toBe(true)
})

test('[DS8] a session that does not end after its error is aborted', () => {
  const bench = listening().to(3).error('network').to(5)
  expect(bench.names).toEqual(['start', 'fault', 'abort', 'start'])
})

test('[DS9] aborts a session that shows speech without text, or text without its final', () => {
  const mute = speak(listening(), 2, 4, 'boa tarde').to(6).speech(true).to(20.5)
  expect(mute.names).not.toContain('abort')
  expect(
    mute
      .to(21)
      .effects.slice(-4)
      .map(({ type }) => type),
  ).toEqual(['fault', 'abort', 'spans', 'start'])
  expect(mute.spans).toEqual([[1.5, 4]])
  const endless = listening()
  for (let n = 2; n < 60; n++) endless.to(n).interim(`história ${n}`)
  expect(endless.names).not.toContain('abort')
  expect(endless.to(89).names.slice(-3)).toEqual(['fault', 'abort', 'start'])
})

test('[DS10] renews an old session in a pause of speech', () => {
  const bench = listening()
  for (let place = 2; place < 241; place += 10) speak(bench, place, place + 8, `linha ${place}`)
  bench.to(241).speech(true).interim('ainda').to(245)
  expect(bench.of('stop')).toEqual([])
  bench.speech(false).final('ainda falo').to(247)
  expect(bench.of('stop').length).toBe(1)
  bench.ended()
  expect(bench.state.session?.id).toBe(2)
  expect(bench.of('fault')).toEqual([])
})

test('[DS11] garbage: a final without words, text without end, a confidence beyond 1', () => {
  const bench = listening().to(2).speech(true).to(3).speech(false).final(' \u0000\ud800 ')
  expect(bench.results).toEqual([[1.5, 1.5, 3, '']])
  bench.to(4).interim('tosse').to(5).final('')
  expect(bench.results.at(-1)).toEqual([3, 3, 4, 'tosse'])
  bench.to(6).final({ text: 'palavra '.repeat(1_200), confidence: 1.2 })
  const long = bench.of('result').slice(2)
  expect(long.map(({ text }) => text).join(' ')).toBe('palavra '.repeat(1_200).trim())
  for (const { type: _, ...result } of long) {
    const message = { type: 'device_result', id: 'one', ...result }
    expect([clientMessage.safeParse(message).success, 'confidence' in result]).toEqual([true, false])
  }
})

test('[DS12] a halt keeps what the doctor saw, with or without its final', () => {
  const inTime = listening().to(2).speech(true).to(3).interim('tomo lo').to(4).halt().to(5).final('tomo losartana')
  expect(inTime.to(5.5).ended().results).toEqual([[1.5, 2, 4, 'tomo losartana']])
  expect([inTime.spans, inTime.state.session]).toEqual([[[1.5, 4]], null])
  const silent = listening().to(2).speech(true).to(3).interim('tomo lo').to(4).halt().to(5.5)
  expect(silent.results).toEqual([])
  expect(silent.to(6).results).toEqual([[1.5, 2, 3, 'tomo lo']])
  expect(silent.effects.slice(-3).map(({ type }) => type)).toEqual(['abort', 'result', 'spans'])
  expect(silent.to(30).of('start').length).toBe(1)
})

test('[DS12] finals after the halt are placed before it, however many come', () => {
  const bench = listening().to(2).speech(true).to(3).interim('um dois').to(4).halt()
  bench.to(4.5).final('um').to(5).interim('dois').final('dois').to(5.2).interim('três').ended()
  const { results } = bench
  expect(results.map(([, , , text]) => text)).toEqual(['um', 'dois', 'três'])
  expect(results.at(-1)?.[2]).toBe(4)
})

test('[DS13] shows interim text four times a second at most, and the last of it by the next tick', () => {
  const bench = listening().to(2)
  for (const [n, text] of ['a', 'ab', 'abc', 'abcd', 'abcde'].entries()) bench.to(2 + n / 10).interim(text)
  bench.to(2.5)
  expect(bench.of('partial').map(({ at, to, text }) => [at / second, to / second, text])).toEqual([
    [1.5, 2, 'a'],
    [1.5, 2.3, 'abcd'],
  ])
  bench.to(3)
  expect(bench.of('partial').at(-1)?.text).toBe('abcde')
})

test('[DS14] a withdrawal ends everything without a result', () => {
  const bench = listening().to(2).speech(true).interim('segredo').to(3)
  const before = bench.effects.length
  bench
    .send({ type: 'withdraw', ...bench.moment })
    .final('segredo')
    .ended()
    .to(20)
  expect(bench.effects.slice(before)).toEqual([{ type: 'abort', session: 1 }])
})

test('[DS4] whatever the browser reports, results are in order, inside the spans, and never overlap', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('run', 'halt', 'started', 'ended', 'on', 'off') }),
    fc.record({ kind: fc.constant('error'), text: fc.constantFrom('network', 'no-speech', 'aborted') }),
    fc.record({ kind: fc.constantFrom('interim', 'final'), text: fc.constantFrom('', 'sim', 'não', 'tenho dor') }),
  )
  const steps = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 12_000 })), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (list) => {
      const bench = new Bench().run().started()
      for (const [one, ms] of list) {
        if (one.kind === 'run') bench.run()
        else if (one.kind === 'halt') bench.halt()
        else if (one.kind === 'started') bench.started()
        else if (one.kind === 'ended') bench.ended()
        else if (one.kind === 'on' || one.kind === 'off') bench.speech(one.kind === 'on')
        else if ('text' in one && one.kind === 'error') bench.error(one.text)
        else if ('text' in one && one.kind === 'interim') bench.interim(one.text)
        else if ('text' in one) bench.final(one.text)
        bench.to((bench.now + ms) / 1_000)
      }
      bench.halt().to(bench.now / 1_000 + 3)
      let end = 0
      const spans = bench.of('spans').at(-1)?.spans ?? []
      for (const { from, at, to } of bench.of('result')) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(at).toBeGreaterThanOrEqual(from)
        expect(to).toBeGreaterThan(at === from ? from : at)
        expect(spans.some((span) => span.from <= from && to <= (span.to ?? 0))).toBe(true)
        end = to
      }
      expect(bench.state.session).toBeNull()
    }),
  )
})
