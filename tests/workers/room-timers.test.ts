import { expect, onTestFinished, test } from 'vitest'
import { transition } from '#domain/consultation/consultation.ts'
import { openRoom, type RoomEvent, type RoomState, takesOf } from '#domain/consultation/state.ts'
import type { HeardLine } from '#domain/consultation/utterance.ts'
import type { ListenWord } from '#domain/speech/listen.ts'
import { manualClock } from '#tests/testkit/speech/manual-clock.ts'
import { SpeechFeed } from '#workers/room/speech-feed.ts'
import { EngineFailure, type SpeechEngine } from '#workers/speech/engine.ts'

const START = 1_800_000_000_000
const RATE = 16_000
const FRAME = 4_000
const STEP_MS = 250
const IDLE_LIMIT_MS = 10_000
const screen = { socket: 'socket', session: 'session', screen: 'screen' }

type Session = { openedAt: number; firstSample: number | null; sent: number; heardAt: number; closedAt: number | null }

/** One word a frame; it keeps the vendor's limits: 1.25 x real time after a start of 2 s, and 10 s without a word from us. */
class TimedEngine implements SpeechEngine {
  mood: 'well' | 'away' | 'mute' = 'well'
  /** How many words it collects before it says them at all. */
  breath = 0
  /** It does not wait for the next word, or for another, before it says one. */
  hasty = false
  readonly sessions: Session[] = []
  readonly keepAlives: number[] = []
  readonly broken: string[] = []
  batches = 0
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }
  readonly open: SpeechEngine['open'] = async (_, events) => {
    if (this.mood === 'away') throw new EngineFailure('unreachable')
    const session: Session = { openedAt: this.#now(), firstSample: null, sent: 0, heardAt: this.#now(), closedAt: null }
    this.sessions.push(session)
    let words: ListenWord[] = []
    let settledCount = 0
    let mute = false
    let run: { value: number; start: number } | null = null
    const answer = (final: boolean) => {
      const end = words.at(-1)?.end ?? settledCount
      const transcript = words.map((one) => one.word).join(' ')
      const span = { start: settledCount, duration: end - settledCount, is_final: final, speech_final: final }
      const message = { type: 'Results' as const, ...span, channel: { alternatives: [{ transcript, words }] } }
      if (final) [words, settledCount] = [[], end]
      queueMicrotask(() => events.message(message))
    }
    /** A word is over when another begins. */
    const wordEnds = (at: number) => {
      if (run && at > run.start) words.push({ word: String(run.value), start: run.start / RATE, end: at / RATE })
      if (words.length >= this.breath) answer(words.length >= 2)
    }
    const alive = () => {
      if (this.#now() - session.heardAt > IDLE_LIMIT_MS) this.broken.push('silent for too long')
      session.heardAt = this.#now()
    }
    return {
      send: (pcm) => {
        alive()
        const samples = new Int16Array(pcm.slice().buffer)
        session.firstSample ??= samples[0] as number
        const start = session.sent
        session.sent += samples.length
        const allowed = 2 * RATE + ((this.#now() - session.openedAt) / 1_000) * RATE * 1.25
        if (session.sent > allowed) this.broken.push('too fast')
        mute ||= this.mood === 'mute'
        if (mute) return
        samples.forEach((value, i) => {
          if (run?.value === value) return
          wordEnds(start + i)
          run = { value, start: start + i }
        })
        if (!this.hasty) return
        wordEnds(session.sent)
        run = null
        answer(true)
      },
      keepAlive: () => {
        alive()
        this.keepAlives.push(this.#now())
      },
      finalize: () => {},
      finish: () => {
        if (mute) return
        wordEnds(session.sent)
        answer(true)
        queueMicrotask(() => events.message({ type: 'Metadata' }))
      },
      close: () => {
        session.closedAt ??= this.#now()
      },
    }
  }
  readonly transcribe: SpeechEngine['transcribe'] = async (pcm) => {
    if (this.mood !== 'well') throw new EngineFailure('unreachable')
    this.batches++
    const samples = new Int16Array(pcm.slice().buffer)
    const words: ListenWord[] = []
    for (let at = 0, end = 0; at < samples.length; at = end) {
      while (end < samples.length && samples[end] === samples[at]) end++
      words.push({ word: String(samples[at]), start: at / RATE, end: end / RATE })
    }
    return {
      results: { channels: [{ alternatives: [{ transcript: words.map((one) => one.word).join(' '), words }] }] },
    }
  }
}

/** A room with one recorder, whose time passes a frame at a time. */
function timedRoom(given?: SpeechEngine) {
  const clock = manualClock()
  const now = () => START + clock.now()
  const engine = new TimedEngine(now)
  let state: RoomState = openRoom(START, START, { state: 'accepted', at: START })
  const lines: HeardLine[] = []
  const reports: [ms: number, state: string, reason: string | undefined][] = []
  let alarm: number | null = null
  let frames = 0
  const tell = (event: RoomEvent) => {
    state = transition(state, event, now()).state
    rearm()
  }
  const pcmOf = (from: number, to: number) =>
    new Uint8Array(Int16Array.from({ length: Math.max(0, to - from) }, (_, i) => Math.floor((from + i) / FRAME)).buffer)
  const feed: SpeechFeed = new SpeechFeed(
    given ?? engine,
    {
      ...{ now, after: clock.after, settings: () => ({ language: '', keyterms: [], privateTerms: [], names: [] }) },
      room: {
        state: () => state,
        report: (report) => {
          if (report.type === 'lines') {
            lines.push(...report.lines)
            tell({ type: 'heard', ...report.span })
          } else if (report.type === 'engine') reports.push([clock.now(), report.view.state, report.view.fault])
          else if (report.type === 'retry') rearm()
        },
      },
      storage: {
        audio: (_, { from, to }) => pcmOf(from, Math.min(to, frames * FRAME)),
        written: () => lines.flatMap((line) => line.words),
        nextSession: () => 1,
        isQuiet: () => false,
      },
    },
    '',
  )
  function rearm() {
    const due = feed.dueAt
    if (due !== null) alarm = Math.min(alarm ?? due, due)
  }
  const settle = async () => {
    for (let i = 0; i < 20; i++) await null
  }
  /** A frame that is not stored: the engine has it, then the disk is full; the room counts stored frames only. */
  const frame = (stored = true) => {
    const [before, at] = [state, frames * FRAME]
    const pcm = pcmOf(at, at + FRAME)
    if (stored) frames++
    tell({ type: 'frame', ...screen, take: 1, at, pcm })
    feed.live?.forward({ take: 1, at, pcm })
    if (stored) feed.onStored(1)
    else state = before
  }
  const done = () => takesOf(state)[0]?.done[0]?.to ?? 0
  onTestFinished(() => feed.stop())
  return {
    clock,
    engine,
    reports,
    feed,
    tell,
    settle,
    get beyondStored() {
      return Math.max(0, done() - (takesOf(state)[0]?.stored ?? 0))
    },
    toggle(action: 'start' | 'pause' | 'resume') {
      tell({ type: 'toggle_transcription', ...screen, action })
      feed.pump()
    },
    async pass(ms: number, speaking: boolean) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        clock.advance(STEP_MS)
        if (speaking) frame()
        if (alarm !== null && alarm <= now()) {
          alarm = null
          feed.pump(true)
          rearm()
        }
        await settle()
      }
    },
    /** Frames that come all at once. */
    async burst(count: number, stored = true) {
      for (let i = 0; i < count; i++) frame(stored)
      await settle()
    },
    /** How long it takes until all but the last words are there. */
    async catchUp() {
      const since = clock.now()
      while (frames - 3 > done() / FRAME && clock.now() < since + 300_000) await this.pass(STEP_MS, true)
      return clock.now() - since
    },
    /** Pauses until the engine was released and has sent its last result: every word is there once, within its limits. */
    async restsWell() {
      this.toggle('pause')
      await this.pass(62_000, false)
      const words = lines.flatMap((line) => line.words).sort((a, b) => a.from - b.from)
      expect(words.map(({ text }) => Number(text))).toEqual(Array.from({ length: frames }, (_, i) => i))
      expect(engine.broken).toEqual([])
    },
  }
}

test('[C7] a pause of 20 minutes: KeepAlive every 4 s, closed after a minute, opened again where it stopped', async () => {
  const room = timedRoom()
  room.toggle('start')
  await room.pass(10_000, true)
  room.toggle('pause')
  const paused = room.clock.now()
  await room.pass(20 * 60_000, false)
  const [first] = room.engine.sessions
  expect(first?.closedAt).not.toBeNull()
  const rest = (first?.closedAt ?? 0) - START - paused
  expect(rest).toBeGreaterThanOrEqual(60_000)
  expect(rest).toBeLessThanOrEqual(62_000)
  const spaces = room.engine.keepAlives.map((at, i, all) => at - (all[i - 1] ?? START + paused))
  expect(spaces.length).toBeGreaterThanOrEqual(12)
  for (const space of spaces) expect(space).toBeLessThanOrEqual(5_000)
  expect([room.engine.sessions.length, room.reports.at(-1)?.[1]]).toEqual([1, 'idle'])
  room.toggle('resume')
  await room.pass(10_000, true)
  await room.restsWell()
  // One second before what is done, for the engine's own understanding, and nothing else again.
  expect([room.engine.sessions.length, room.engine.sessions[1]?.firstSample]).toEqual([2, 36])
})

test('[C3] what the engine heard and the disk did not take comes again: it is heard once, and counts when it is stored', async () => {
  const room = timedRoom()
  room.engine.hasty = true
  room.toggle('start')
  await room.pass(2_000, true)
  for (let n = 0; n < 8; n++) {
    await room.burst(1, false)
    await room.burst(1, false)
    expect(room.beyondStored).toBe(0)
    await room.pass(STEP_MS, true)
  }
  expect(room.engine.sessions[0]?.sent).toBe(16 * FRAME)
  await room.restsWell()
  expect(room.engine.batches).toBe(0)
})

test('[C12] an engine that takes audio and says nothing is left after 15 s; all is there a minute after it is well', async () => {
  const room = timedRoom()
  room.toggle('start')
  await room.pass(5_000, true)
  room.engine.mood = 'mute'
  const since = room.clock.now()
  await room.pass(30_000, true)
  const stalled = room.reports.find(([, , reason]) => reason === 'slow')
  expect(stalled?.[0]).toBeGreaterThan(since + 14_000)
  expect(stalled?.[0]).toBeLessThan(since + 18_000)
  room.engine.mood = 'well'
  expect(await room.catchUp()).toBeLessThanOrEqual(60_000)
  await room.restsWell()
})

test('[C12] an engine that says nothing before a line is whole is not stalled by a pause in the middle of one', async () => {
  const room = timedRoom()
  room.engine.breath = 40
  room.toggle('start')
  await room.pass(14_000, true)
  // The recorder goes offline in the middle of a line, and then in the middle of the next.
  await room.pass(30_000, false)
  await room.pass(8_000, true)
  await room.pass(14_000, false)
  await room.pass(6_000, true)
  await room.restsWell()
  expect(room.reports.filter(([, state]) => state === 'lost')).toEqual([])
  expect(room.engine.sessions).toHaveLength(1)
})

test('[C15] an engine that was away for 10 minutes: all is there a minute after it is back, at the pace it takes', async () => {
  const room = timedRoom()
  room.engine.mood = 'away'
  room.toggle('start')
  await room.pass(10 * 60_000, true)
  room.engine.mood = 'well'
  expect(await room.catchUp()).toBeLessThanOrEqual(60_000)
  expect(room.engine.batches).toBeGreaterThanOrEqual(20)
  await room.restsWell()
})

test('[C15] 14 seconds that come at once go over the live socket, never faster than 1.25 x real time', async () => {
  const room = timedRoom()
  room.toggle('start')
  await room.burst(56)
  expect(room.engine.sessions[0]?.sent).toBeLessThanOrEqual(2 * RATE)
  await room.pass(12_000, false)
  await room.restsWell()
  expect([room.engine.batches, room.engine.sessions.length]).toEqual([0, 1])
})

test('[C22] an engine that dies while it opens is lost, not listening, and is tried again', async () => {
  let opened = 0
  const room = timedRoom({
    async open(_, events) {
      opened++
      // Its socket is down by the time the first audio goes out.
      const send = () => events.closed(1006)
      return { send, keepAlive() {}, finalize() {}, finish() {}, close() {} }
    },
    transcribe: () => new Promise(() => {}),
  })
  room.toggle('start')
  await room.burst(1)
  expect(room.reports).toEqual([
    [0, 'connecting', undefined],
    [0, 'lost', 'closed'],
  ])
  expect(room.feed.dueAt).toBe(START + 1_000)
  room.feed.pump(true)
  expect(opened).toBe(2)
})

test('[C24] consent taken back while an engine opens: it is closed, and was sent nothing', async () => {
  const done: string[] = []
  const does = (what: string) => () => void done.push(what)
  const [keepAlive, finalize, finish] = [does('keepAlive'), does('finalize'), does('finish')]
  const handshake = Promise.withResolvers<void>()
  const room = timedRoom({
    async open() {
      await handshake.promise
      return { send: does('audio'), keepAlive, finalize, finish, close: does('close') }
    },
    transcribe: () => new Promise(() => {}),
  })
  room.toggle('start')
  await room.burst(1)
  room.tell({ type: 'consent', state: 'revoked', at: START, discarded: [] })
  room.feed.pump()
  handshake.resolve()
  await room.settle()
  expect(done[0]).toBe('close')
  expect(done).not.toContain('audio')
  expect(room.reports.map(([, state]) => state)).toEqual(['connecting', 'idle'])
})
