import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bench, listening, speak } from '#tests/testkit/speech/recogniser-bench.ts'
import { clientMessage } from '../consultation/protocol.ts'

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

test('[DS2] a span begins where a session started and ends a second before it ended; the rest belongs to none', () => {
  const bench = speak(listening(), 2, 4, 'boa tarde')
  expect(bench.spans).toEqual([[1.5]])
  bench.to(6).ended()
  expect(bench.spans).toEqual([[1.5, 5]])
  bench.to(6.2).started()
  expect(bench.spans).toEqual([[1.5, 5], [6.2]])
  // It ended at once: nothing shows that it listened.
  bench.to(7).ended()
  expect(bench.spans).toEqual([[1.5, 5]])
  // It failed: what came after its last result is open.
  bench.to(7.5).started().to(9).error('network').to(9.1).ended()
  expect(bench.spans).toEqual([[1.5, 5]])
})

test('[DS2] joins its oldest spans: one message holds them all', () => {
  const bench = new Bench().run()
  for (let n = 0; n < 320; n++) speak(bench.to(n * 4).started(), n * 4 + 1, n * 4 + 2, `linha ${n}`).ended()
  expect(bench.spans.length).toBe(299)
  expect(bench.spans[0]?.[0]).toBe(0)
  const { take, spans } = bench.of('spans').at(-1) ?? { take: 0, spans: [] }
  expect(clientMessage.safeParse({ type: 'device_speech', take, spans }).success).toBe(true)
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
    const bench = listening().to(2).error(code).ended().to(20)
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
      .to(n * 4 + 2)
  die(1).started()
  die(2).started()
  speak(bench, 10.5, 11, 'sim')
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

test('[DS16] after a failure for good only the next run tries again, with three failures before it', () => {
  const bench = listening().to(2).error('not-allowed').to(60)
  expect(bench.of('start').length).toBe(1)
  const [{ coverage }, { last }] = [bench.state, bench.state]
  bench.run().started()
  expect([bench.of('start').length, bench.state.isOver, bench.state.last]).toEqual([2, false, last + 1])
  expect(bench.spans.slice(0, -1)).toEqual(coverage[1]?.spans.map(({ from, to }) => [from, to]) ?? [])
  speak(bench, 62, 63, 'boa tarde')
  expect(bench.of('result').map(({ text }) => text)).toEqual(['boa tarde'])
  // Failures of the run before do not count.
  bench.to(64).error('network').ended().to(65).started().to(66).error('network').ended()
  expect(bench.of('fault').map(({ forGood }) => forGood)).toEqual([true, false, false])
  // The second session waited 1 s, the third one waits 2 s.
  expect(bench.to(67.5).state.session).toBeNull()
  bench.to(68).started().error('network')
  expect(bench.of('fault').at(-1)?.forGood).toBe(true)
  // A withdrawal or a halt is no reason to try.
  bench.halt().to(90)
  expect(bench.of('start').length).toBe(4)
})

test('[DS8] a session that does not end after its error is aborted', () => {
  const bench = listening().to(3).error('network').to(6)
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

test('[DS4] in any order of browser events, results are in order, inside the spans, and never overlap', () => {
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
