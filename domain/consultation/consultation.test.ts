import { expect, test } from 'vitest'
import type { ConsentState } from '../consent/consent.ts'
import { transition } from './consultation.ts'
import type { Work } from './feeding.ts'
import type { ServerMessage } from './protocol.ts'
import {
  ABANDON_AFTER_MS,
  type Active,
  ASK_AFTER_MS,
  ASK_WITHOUT_ENGINE_MS,
  dueAt,
  type Effect,
  type Finishing,
  type Flushing,
  missingOf,
  openRoom,
  REMIND_AFTER_MS,
  type RoomEvent,
  type RoomState,
  recorderFor,
  restored,
  saved,
  type TakeLength,
  takesOf,
} from './state.ts'
import { clockOf, type Take, undoneIn, wallOf } from './take.ts'

const START = 1_800_000_000_000
const ACCEPTED = { state: 'accepted', at: START } as const
const from = (name: string, session = 'session') => ({ socket: `socket of ${name}`, session, screen: name })

/** A room that is spoken to in turn; `said` are the messages of the last step, `did` the other effects. */
class Room {
  state: RoomState = openRoom(START, START, ACCEPTED)
  now = START
  said: ServerMessage[] = []
  did: Effect['do'][] = []
  /** What the host finds when it is asked for voice without words. */
  voice: Work[] = []
  tell(event: RoomEvent) {
    const { state, effects } = transition(this.state, event, this.now)
    this.state = state
    for (let i = 0; i < effects.length; i++) {
      if (effects[i]?.do !== 'check_voice') continue
      const answer = transition(this.state, { type: 'voice', spans: this.voice }, this.now)
      this.state = answer.state
      effects.splice(i, 1, ...answer.effects)
    }
    this.said = effects.flatMap((effect) => ('message' in effect ? [effect.message] : []))
    this.did = effects.map((effect) => effect.do)
    return this.said
  }
  hello = (name: string, session?: string, holds: TakeLength[] = []) =>
    this.tell({ type: 'hello', ...from(name, session), version: 1, since: 0, holds })
  toggle = (name: string, action: 'start' | 'pause' | 'resume' | 'stop', session?: string) =>
    this.tell({ type: 'toggle_transcription', ...from(name, session), action })
  frame = (name: string, take: number, at: number, samples = 4_000, session?: string) =>
    this.tell({ type: 'frame', ...from(name, session), take, at, samples })
  heard = (take: number, span: [number, number]) => this.tell({ type: 'heard', take, from: span[0], to: span[1] })
  finish = (takes: TakeLength[], accept_gap = false, name = 'a', session?: string) =>
    this.tell({ type: 'finish', ...from(name, session), takes, accept_gap })
  consent = (state: ConsentState, at = this.now, discarded: TakeLength[] = []) =>
    this.tell({ type: 'consent', state, at, discarded })
  /** The recorder of screen `name` with its first take. */
  recording(name = 'a') {
    this.hello(name)
    this.toggle(name, 'start')
    return this
  }
  seen = (name: string) => recorderFor(this.state, `socket of ${name}`)
  take = (number: number) => (this.state as Active).takes.find((one) => one.take === number)
}
const refused = (code: string) => [{ type: 'refused', code }]
const ack = (take: number, stored: number, transcribed = 0) => ({ type: 'audio_ack', take, stored, transcribed })

test('[C1][C2] takes stand where they were handed out; pauses and gaps move wall time only', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  room.now += 1_000
  room.toggle('a', 'pause')
  room.now += 60_000
  room.toggle('a', 'resume')
  room.frame('a', 1, 4_000)
  room.now += 9_000
  room.tell({ type: 'take_over', ...from('b') })
  const [first, second] = [room.take(1), room.take(2)]
  if (!first || !second) throw new Error('two takes were handed out')
  expect([clockOf(START, first, 4_000), wallOf(first, 4_000) - START]).toEqual([250, 61_000])
  expect([clockOf(START, second, 16_000), wallOf(second, 0) - START]).toEqual([71_000, 70_000])
  // A device that slept says so; the same gap told again is not a second one.
  const gap = { type: 'gap' as const, ...from('b'), take: 2, at: 16_000, ms: 30_000, reason: 'asleep' as const }
  room.now += 31_000
  expect(room.tell(gap)).toEqual([{ type: 'gap', take: 2, start_ms: 71_000, end_ms: 101_000, reason: 'asleep' }])
  expect(room.tell(gap)).toEqual([])
  expect(wallOf(room.take(2) as typeof second, 16_000) - START).toBe(101_000)
})

test('[C3][C4][C5][C8] frames are stored once and in order, holes are asked for, unknown takes refused', () => {
  const room = new Room().recording()
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000)])
  expect(room.did.slice(0, 2)).toEqual(['store', 'send'])
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000)])
  expect(room.did).toEqual(['send'])
  expect(room.frame('a', 1, 12_000)).toEqual([ack(1, 4_000)])
  expect(room.did).toEqual(['send'])
  const overlap = transition(room.state, { type: 'frame', ...from('a'), take: 1, at: 2_000, samples: 4_000 }, START)
  expect(overlap.effects[0]).toEqual({ do: 'store', skip: 2_000 })
  expect(room.frame('a', 7, 0)).toEqual(refused('unknown_take'))
})

test('[C6] device A records offline, B takes over, A returns: both takes are kept', () => {
  const room = new Room().recording('a')
  room.frame('a', 1, 0)
  room.hello('b')
  room.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
  room.toggle('b', 'start')
  expect(room.seen('b')).toEqual({ recorder: 'you', take: 2 })
  room.hello('a')
  expect(room.seen('a')).toEqual({ recorder: 'other', take: null })
  expect(room.frame('a', 1, 4_000)).toEqual([ack(1, 8_000)])
  expect(room.frame('b', 2, 0)).toEqual([ack(2, 4_000)])
  expect(room.seen('b').recorder).toBe('you')
})

test('[C7] a paused consultation lets the engine rest and keeps what the device recorded before', () => {
  const room = new Room().recording()
  room.toggle('a', 'pause')
  expect(room.did).toContain('listen')
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000)])
  expect(room.did).toContain('store')
})

test('[C9] one screen records; another reads, and may take over with a take of its own', () => {
  const room = new Room().recording('a')
  room.hello('b')
  for (const action of ['start', 'resume', 'pause', 'stop'] as const) {
    expect(room.toggle('b', action, 'other session')).toEqual(refused('not_recorder'))
  }
  room.tell({ type: 'take_over', ...from('b') })
  expect([room.seen('a').recorder, room.seen('b')]).toEqual(['other', { recorder: 'you', take: 2 }])
  room.toggle('b', 'start')
  expect(room.seen('b').take).toBe(2)
})

test('[C10][C11] a recorder that reconnects keeps its take by the name of its screen; after stop it gets a new one', () => {
  const room = new Room().recording('a')
  // The old socket still looks alive, and the session was renewed: the name of the screen decides.
  const again = { socket: 'second socket', session: 'renewed', screen: 'a' }
  room.tell({ type: 'hello', ...again, version: 1, since: 0, holds: [] })
  expect(recorderFor(room.state, 'second socket')).toEqual({ recorder: 'you', take: 1 })
  room.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
  expect(recorderFor(room.state, 'second socket').recorder).toBe('you')
  room.toggle('a', 'pause')
  room.tell({ type: 'closed', socket: 'second socket', screens: 0 })
  expect(recorderFor(room.state, 'third').recorder).toBe('none')
  // Another page of the same browser drains the queue: that does not make it the recorder.
  room.tell({ type: 'frame', socket: 'third', session: 'renewed', screen: 'third', take: 1, at: 0, samples: 400 })
  expect([recorderFor(room.state, 'third').recorder, room.take(1)?.stored]).toEqual(['none', 400])
  room.tell({ type: 'hello', ...again, socket: 'fourth', version: 1, since: 0, holds: [] })
  const say = (action: 'resume' | 'stop' | 'start') =>
    room.tell({ type: 'toggle_transcription', ...again, socket: 'fourth', action })
  say('resume')
  expect(recorderFor(room.state, 'fourth')).toEqual({ recorder: 'you', take: 1 })
  say('stop')
  expect(recorderFor(room.state, 'fourth').recorder).toBe('none')
  say('start')
  expect(recorderFor(room.state, 'fourth')).toEqual({ recorder: 'you', take: 2 })
  // While it is away another page may go on, with a take of its own: two never write the same.
  room.tell({ type: 'closed', socket: 'fourth', screens: 0 })
  room.toggle('b', 'resume')
  expect(room.seen('b')).toEqual({ recorder: 'you', take: 3 })
})

test('[C12] what was heard out of order counts once the hole before it was heard', () => {
  const room = new Room().recording()
  for (let i = 0; i < 4; i++) room.frame('a', 1, i * 4_000)
  expect(room.heard(1, [8_000, 12_000])).toEqual([])
  expect(room.heard(1, [0, 8_000])).toEqual([ack(1, 16_000, 12_000)])
  // An engine cannot have heard what is not there.
  expect(room.heard(1, [12_000, 99_000])).toEqual([ack(1, 16_000, 16_000)])
})

test('[C16] finishing waits for every announced sample and every result, then flushes', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  expect(room.finish([{ take: 9, samples: 1 }])).toEqual(refused('unknown_take'))
  const missing = [{ take: 1, samples: 4_000 }]
  expect(room.finish([{ take: 1, samples: 8_000 }])).toEqual([
    { type: 'consultation', status: 'finishing', missing, ask_gap: false },
  ])
  expect(room.toggle('a', 'start')).toEqual(refused('finishing'))
  room.heard(1, [0, 4_000])
  expect(room.state.phase).toBe('finishing')
  room.frame('a', 1, 4_000)
  expect(room.said.at(-1)).toEqual({ type: 'consultation', status: 'finishing', missing: [], ask_gap: false })
  room.heard(1, [4_000, 8_000])
  expect([room.state.phase, room.did.at(-1)]).toEqual(['flushing', 'flush'])
  const silent = new Room()
  silent.finish([])
  expect(silent.state.phase).toBe('flushing')
})

test('[C16] another screen finishes: the one that records is waited for until it has said how much it has', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  room.heard(1, [0, 4_000])
  room.hello('b', 'phone')
  room.now += 1_000
  const finishing = (samples: number) => ({
    type: 'consultation',
    status: 'finishing',
    missing: [{ take: 1, samples }],
    ask_gap: false,
  })
  // B knows of 4,000 samples; by the clock there are 12,000 more.
  expect(room.finish([{ take: 1, samples: 4_000 }], false, 'b', 'phone')).toEqual([finishing(12_000)])
  expect(room.frame('a', 1, 4_000)).toEqual([ack(1, 8_000, 4_000)])
  room.heard(1, [4_000, 8_000])
  expect(room.frame('a', 1, 8_000, 4_000)).toEqual([ack(1, 12_000, 8_000)])
  room.heard(1, [8_000, 12_000])
  // An eviction and a reconnection later it is the same screen, and A alone can answer for it.
  room.state = restored(saved(room.state), () => 12_000, [], room.now)
  room.tell({ type: 'hello', ...from('a'), socket: 'new socket', version: 1, since: 0, holds: [] })
  room.finish([{ take: 1, samples: 12_000 }], false, 'b', 'phone')
  room.finish([], false, 'tab', 'session')
  expect(room.state.phase).toBe('finishing')
  const said = room.tell({
    type: 'finish',
    ...from('a'),
    socket: 'new socket',
    takes: [{ take: 1, samples: 16_000 }],
    accept_gap: false,
  })
  expect(said).toEqual([finishing(4_000)])
  // Whoever knows less does not shorten it.
  room.finish([{ take: 1, samples: 4_000 }], false, 'b', 'phone')
  expect(room.state.phase).toBe('finishing')
  room.frame('a', 1, 12_000)
  room.heard(1, [12_000, 16_000])
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [] })

  // The page that recorded was reloaded: its device answers for it.
  const reloaded = new Room().recording()
  reloaded.tell({ type: 'closed', socket: 'socket of a', screens: 0 })
  reloaded.hello('a again')
  reloaded.finish([], false, 'a again')
  expect(reloaded.state.phase).toBe('flushing')
})

test('[C16] A records offline, B takes over and finishes, A returns: what A has is waited for and taken', () => {
  const room = new Room().recording('a')
  room.frame('a', 1, 0)
  room.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
  room.now += 60_000
  room.hello('b', 'phone')
  room.tell({ type: 'take_over', ...from('b', 'phone') })
  room.frame('b', 2, 0)
  room.heard(1, [0, 4_000])
  room.heard(2, [0, 4_000])
  room.finish([{ take: 2, samples: 4_000 }], false, 'b', 'phone')
  // By the clock A may have recorded the whole minute.
  expect(room.said.at(-1)).toMatchObject({ missing: [{ take: 1, samples: 956_000 }] })
  // B does not hold it and cannot say that there is no more.
  room.finish([{ take: 1, samples: 4_000 }], false, 'b', 'phone')
  expect(room.state.phase).toBe('finishing')
  room.hello('a', 'session', [{ take: 1, samples: 8_000 }])
  expect(room.said.at(-1)).toMatchObject({ missing: [{ take: 1, samples: 4_000 }] })
  room.frame('a', 1, 4_000)
  room.heard(1, [4_000, 8_000])
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [] })
})

test('[C16] a page that was reloaded with nothing left to send lets the room finish at once', () => {
  const heard = () => {
    const room = new Room().recording('a')
    room.frame('a', 1, 0)
    room.heard(1, [0, 4_000])
    return room
  }
  const room = heard()
  room.hello('b', 'phone')
  room.finish([], false, 'b', 'phone')
  expect(room.state.phase).toBe('finishing')
  room.hello('a reloaded', 'session', [{ take: 1, samples: 4_000 }])
  expect([room.state.phase, room.did.at(-1)]).toEqual(['flushing', 'flush'])
  // The same before another screen finishes: then it answers when it is told.
  const early = heard()
  early.hello('a reloaded', 'renewed', [{ take: 1, samples: 4_000 }])
  early.finish([], false, 'b', 'phone')
  expect(early.state.phase).toBe('finishing')
  early.finish([{ take: 1, samples: 4_000 }], false, 'a reloaded', 'renewed')
  expect(early.state.phase).toBe('flushing')

  // Taken over while it was connected: it stops when all of it is stored, and nobody waits for it.
  const over = heard()
  over.tell({ type: 'take_over', ...from('b', 'phone') })
  expect(over.toggle('c', 'stop', 'phone')).toEqual(refused('not_recorder'))
  expect(over.toggle('a', 'stop')).toEqual([])
  expect(over.seen('b')).toEqual({ recorder: 'you', take: 2 })
  over.finish([], false, 'b', 'phone')
  expect(over.state.phase).toBe('flushing')
  // Without that word it is missing up to the moment at which it was told.
  const silent = heard()
  silent.now += 1_250
  silent.tell({ type: 'take_over', ...from('b', 'phone') })
  silent.now += 600_000
  silent.finish([], false, 'b', 'phone')
  expect(silent.said.at(-1)).toMatchObject({ missing: [{ take: 1, samples: 16_000 }] })
})

test('[C26] a gap is no longer than the time the room saw pass; what a device could not keep lies in its audio', () => {
  const room = new Room().recording()
  const gap = (at: number, ms: number, reason: 'microphone' | 'asleep' | 'not_kept' | 'no_words') =>
    room.tell({ type: 'gap', ...from('a'), take: 1, at, ms, reason })
  room.frame('a', 1, 0)
  room.now += 5_250
  // The device's clock jumped by an hour.
  expect(gap(4_000, 3_600_000, 'asleep')).toEqual([
    { type: 'gap', take: 1, start_ms: 250, end_ms: 5_250, reason: 'asleep' },
  ])
  expect(wallOf(room.take(1) as Take, 4_000) - START).toBe(5_250)
  room.frame('a', 1, 4_000)
  room.now += 250
  // All time is told of: there is none left for another gap.
  expect([gap(8_000, 1_000, 'microphone'), room.did]).toEqual([[], []])
  room.now += 750
  expect(gap(8_000, 750, 'microphone')[0]).toMatchObject({ start_ms: 500, end_ms: 1_250, reason: 'microphone' })
  // Silence stands in for what was not kept: time goes on in it.
  room.frame('a', 1, 8_000)
  room.now += 250
  expect(gap(8_000, 250, 'not_kept')[0]).toMatchObject({ start_ms: 500, end_ms: 750, reason: 'not_kept' })
  expect(wallOf(room.take(1) as Take, 12_000)).toBe(room.now)
  expect(gap(8_000, 1, 'no_words')).toEqual(refused('bad_message'))
})

test('[C17] a recorder that never answers is asked about after 10 minutes, and its silence is a gap', () => {
  const silent = (paused: boolean) => {
    const room = new Room().recording()
    room.frame('a', 1, 0)
    room.heard(1, [0, 4_000])
    if (paused) room.toggle('a', 'pause')
    room.hello('b', 'phone')
    room.now += 5_250
    room.finish([], false, 'b', 'phone')
    room.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
    expect(dueAt(room.state)).toBe(room.now + ASK_AFTER_MS)
    room.now += ASK_AFTER_MS
    expect(room.tell({ type: 'tick', screens: 1 })).toMatchObject([{ missing: [{ take: 1 }], ask_gap: true }])
    room.finish([], true, 'b', 'phone')
    return (room.state as Flushing).gaps
  }
  expect(silent(false)).toEqual([{ take: 1, start_ms: 250, end_ms: 5_250, reason: 'not_received' }])
  expect(silent(true)).toEqual([])
})

test('[C17] it asks about the gap when time is up, and only then takes yes for an answer', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  room.finish([{ take: 1, samples: 20_000 }])
  room.finish([{ take: 1, samples: 20_000 }], true)
  expect(room.state.phase).toBe('finishing')
  expect(dueAt(room.state)).toBe(START + ASK_AFTER_MS)
  room.now += ASK_AFTER_MS
  expect(room.tell({ type: 'tick', screens: 1 })[0]).toMatchObject({ ask_gap: true })
  room.finish([{ take: 1, samples: 20_000 }], true)
  expect((room.state as Flushing).gaps).toEqual([
    { take: 1, start_ms: 0, end_ms: 250, reason: 'not_transcribed' },
    { take: 1, start_ms: 250, end_ms: 1_250, reason: 'not_received' },
  ])

  const mute = new Room().recording()
  mute.frame('a', 1, 0)
  mute.finish([{ take: 1, samples: 4_000 }])
  mute.now += ASK_WITHOUT_ENGINE_MS
  expect(mute.tell({ type: 'tick', screens: 1 })[0]).toMatchObject({ missing: [], ask_gap: true })
  // It goes on trying while it asks.
  mute.heard(1, [0, 4_000])
  expect([mute.state.phase, (mute.state as Flushing).gaps]).toEqual(['flushing', []])
})

test('[C18][C19] a flush is repeated until D1 has it; then everything is refused', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  room.heard(1, [0, 4_000])
  room.finish([{ take: 1, samples: 4_000 }])
  expect(room.frame('a', 1, 4_000)).toEqual(refused('completed'))
  expect(room.frame('a', 1, 0)).toEqual([ack(1, 4_000, 4_000)])
  const pauses: number[] = []
  for (let i = 0; i < 7; i++) {
    room.tell({ type: 'flush_failed' })
    pauses.push((dueAt(room.state) as number) - room.now)
    room.now = dueAt(room.state) as number
    room.tell({ type: 'tick', screens: 0 })
    expect(room.did).toEqual(['save', 'flush'])
  }
  expect(pauses).toEqual([1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 300_000])
  expect(room.tell({ type: 'flushed' })).toEqual([{ type: 'consultation', status: 'completed' }])
  expect([room.state, dueAt(room.state)]).toEqual([{ phase: 'completed' }, null])
  expect(room.frame('a', 1, 0)).toEqual(refused('completed'))
  expect(room.finish([])).toEqual(refused('completed'))
  expect(room.toggle('a', 'start')).toEqual(refused('completed'))
  expect(room.hello('a') && room.did).toEqual(['welcome'])
})

test('[C20] an open room without a screen reminds once, and ends with its gaps after a week', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  room.now += 5_000
  room.tell({ type: 'closed', socket: 'socket of a', screens: 0 })
  expect(dueAt(room.state)).toBe(START + 5_000 + REMIND_AFTER_MS)
  room.now = dueAt(room.state) as number
  room.tell({ type: 'tick', screens: 0 })
  expect(room.did).toEqual(['save', 'remind'])
  room.tell({ type: 'tick', screens: 0 })
  expect(room.did).toEqual([])
  room.now = dueAt(room.state) as number
  expect(room.now).toBe(START + 5_000 + ABANDON_AFTER_MS)
  room.tell({ type: 'tick', screens: 0 })
  expect(room.state).toMatchObject({ phase: 'flushing', endedAt: START + 5_000 })
  expect((room.state as Flushing).gaps.map((gap) => gap.reason)).toEqual(['not_transcribed'])
})

test('[C23] nothing is recorded before the patient has accepted; what was said later counts', () => {
  const room = new Room()
  room.state = openRoom(START, START)
  room.hello('a')
  for (const action of ['start', 'resume'] as const)
    expect(room.toggle('a', action)).toEqual(refused('consent_missing'))
  expect(room.tell({ type: 'take_over', ...from('a') })).toEqual(refused('consent_missing'))
  expect(room.consent('refused', START + 2)).toEqual([{ type: 'consent', state: 'refused' }])
  expect(room.toggle('a', 'start')).toEqual(refused('consent_refused'))
  expect(room.consent('accepted', START + 1)).toEqual([])
  expect(room.toggle('a', 'start')).toEqual(refused('consent_refused'))
  room.consent('accepted', START + 3)
  room.toggle('a', 'start')
  expect(room.seen('a')).toEqual({ recorder: 'you', take: 1 })
  // A word of D1's that comes twice, or late, changes nothing.
  expect([room.consent('accepted', START + 3), room.did]).toEqual([[], []])
  room.consent('unasked', 0)
  expect(room.seen('a').recorder).toBe('you')
})

test('[C24] consent taken back: the recorder stops, no engine hears what it has not heard, typing and finishing go on', () => {
  const room = new Room().recording('a')
  for (let i = 0; i < 4; i++) room.frame('a', 1, i * 4_000)
  room.heard(1, [0, 8_000])
  room.now += 2_500
  const gap = { type: 'gap', take: 1, start_ms: 500, end_ms: 1_500, reason: 'discarded' }
  // It says it threw away an hour; half a second of it can have been: more time has not passed.
  room.now = START + 1_500
  expect(room.consent('revoked', room.now, [{ take: 1, samples: 57_600_000 }])).toEqual([
    { type: 'consent', state: 'revoked' },
    gap,
  ])
  expect(room.did).toEqual(['save', 'broadcast', 'broadcast', 'tell_recorder', 'listen'])
  expect(room.seen('a').recorder).toBe('none')
  expect(room.frame('a', 1, 16_000)).toEqual(refused('consent_refused'))
  expect(room.toggle('a', 'resume')).toEqual(refused('consent_refused'))
  // Told again it is the same gap; told longer, the longer one counts.
  expect(room.consent('revoked', room.now, [{ take: 1, samples: 400 }])).toEqual([])
  room.now += 500
  room.consent('revoked', room.now, [{ take: 1, samples: 16_000 }])
  expect((room.state as Active).gaps).toEqual([{ take: 1, start_ms: 500, end_ms: 2_000, reason: 'discarded' }])
  room.state = restored(saved(room.state), () => 16_000, ['socket of a'], room.now)
  // A patient who changes his mind again begins with a take of its own: the old one stays closed.
  room.consent('accepted', room.now + 1)
  room.toggle('a', 'start')
  expect(room.seen('a').take).toBe(2)
  expect(room.frame('a', 1, 16_000)).toEqual(refused('consent_refused'))
  room.frame('a', 2, 0)
  room.heard(2, [0, 4_000])
  // What was announced of the withdrawn take is not waited for.
  room.finish([
    { take: 1, samples: 99_000 },
    { take: 2, samples: 4_000 },
  ])
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [{ reason: 'discarded' }] })
})

test('[C24] consent taken back while finishing: nothing is waited for any more', () => {
  const room = new Room().recording('a')
  room.frame('a', 1, 0)
  room.hello('b', 'phone')
  room.finish([{ take: 1, samples: 8_000 }], false, 'b', 'phone')
  room.now += 1_000
  room.consent('revoked', room.now, [{ take: 1, samples: 4_000 }])
  expect(room.state).toMatchObject({
    phase: 'flushing',
    gaps: [{ start_ms: 0, end_ms: 500, reason: 'discarded' }],
  })
})

test('[C27] voice without words is heard once more by itself, then asked about, then a gap', () => {
  const finishing = () => {
    const room = new Room().recording()
    for (let i = 0; i < 20; i++) room.frame('a', 1, i * 4_000)
    room.heard(1, [0, 80_000])
    room.voice = [{ take: 1, from: 16_000, to: 64_000 }]
    room.now += 5_000
    room.finish([{ take: 1, samples: 80_000 }])
    return room
  }
  const room = finishing()
  // It is a hole again, and heard like any other.
  expect(room.state).toMatchObject({ phase: 'finishing', asked: false })
  expect(room.said).toContainEqual(ack(1, 80_000, 16_000))
  expect([room.did.includes('listen'), dueAt(room.state)]).toEqual([true, room.now + ASK_WITHOUT_ENGINE_MS])
  // Some words were found; the rest is asked about at once.
  room.voice = [{ take: 1, from: 17_600, to: 64_000 }]
  room.heard(1, [16_000, 64_000])
  const asked = { type: 'consultation', status: 'finishing', missing: [], ask_gap: true, wordless_ms: 2_900 }
  expect(room.said.at(-1)).toEqual(asked)
  // It survives everything, and every screen that comes is asked too.
  room.state = restored(saved(room.state), () => 80_000, [], room.now)
  expect(room.hello('b').at(-1)).toEqual(asked)
  // 'Transcrever de novo': as often as one wants; an engine that is away ends in the other question.
  room.tell({ type: 'retranscribe', ...from('b'), spans: room.voice })
  expect([room.said[0], room.said.at(-1)]).toMatchObject([ack(1, 80_000, 17_600), { ask_gap: false }])
  room.heard(1, [17_600, 64_000])
  expect(room.said.at(-1)).toEqual(asked)
  room.finish([{ take: 1, samples: 80_000 }], true)
  expect((room.state as Flushing).gaps).toEqual([{ take: 1, start_ms: 1_100, end_ms: 4_000, reason: 'no_words' }])

  const found = finishing()
  found.voice = []
  found.heard(1, [16_000, 64_000])
  expect(found.state).toMatchObject({ phase: 'flushing', gaps: [] })

  // The engine is away: what is let go is looked at before it is asked about.
  const away = new Room().recording()
  for (let i = 0; i < 20; i++) away.frame('a', 1, i * 4_000)
  away.heard(1, [0, 64_000])
  away.finish([{ take: 1, samples: 80_000 }])
  away.voice = [{ take: 1, from: 0, to: 48_000 }]
  away.now += ASK_WITHOUT_ENGINE_MS
  expect(away.tell({ type: 'tick', screens: 1 }).at(-1)).toMatchObject({ ask_gap: true, wordless_ms: 3_000 })
  away.finish([], true)
  expect((away.state as Flushing).gaps.map((gap) => gap.reason)).toEqual(['no_words', 'not_transcribed'])
})

test('[C29] an answer without a word over a voice is heard once more, and nobody is asked about a cough', () => {
  const room = new Room().recording()
  for (let i = 0; i < 20; i++) room.frame('a', 1, i * 4_000)
  const cough = { from: 12_000, to: 16_000 }
  const word = { from: 40_000, to: 46_000 }
  room.tell({ type: 'heard', take: 1, from: 0, to: 80_000, doubtful: [cough, word] })
  room.state = restored(saved(room.state), () => 80_000, ['socket of a'], room.now)
  room.finish([{ take: 1, samples: 80_000 }])
  expect(room.state.phase).toBe('finishing')
  expect(room.said).toContainEqual(ack(1, 80_000, 12_000))
  // One brings words, the other is silent again: then that is what it is.
  room.tell({ type: 'heard', take: 1, ...word, doubtful: [] })
  expect(room.state.phase).toBe('finishing')
  room.tell({ type: 'heard', take: 1, ...cough, doubtful: [cough] })
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [] })
  // By hand, as often as anybody wants; and a noisy room is not heard twice from end to end.
  const noisy = new Room().recording()
  for (let i = 0; i < 80; i++) noisy.frame('a', 1, i * 4_000)
  const doubtful = Array.from({ length: 40 }, (_, i) => ({ from: i * 8_000, to: i * 8_000 + 3_200 + i }))
  noisy.tell({ type: 'heard', take: 1, from: 0, to: 320_000, doubtful })
  const hear = () => {
    const holes = takesOf(noisy.state).flatMap(undoneIn)
    for (const hole of holes) noisy.tell({ type: 'heard', take: 1, ...hole, doubtful: [hole] })
    return holes.length
  }
  noisy.tell({ type: 'retranscribe', ...from('a'), spans: [] })
  expect([hear(), noisy.state.phase]).toEqual([40, 'active'])
  noisy.finish([{ take: 1, samples: 320_000 }])
  expect(noisy.state.phase).toBe('flushing')
  const tired = new Room().recording()
  for (let i = 0; i < 80; i++) tired.frame('a', 1, i * 4_000)
  tired.tell({ type: 'heard', take: 1, from: 0, to: 320_000, doubtful })
  tired.finish([{ take: 1, samples: 320_000 }])
  expect(
    takesOf(tired.state)
      .flatMap(undoneIn)
      .map(({ from }) => from / 8_000),
  ).toEqual(Array.from({ length: 30 }, (_, i) => i + 10))
})

test('[C30] a page that died before its first frame leaves nothing to wait for, one that is away does', () => {
  const crashed = () => {
    const room = new Room().recording('a')
    room.tell({ type: 'closed', socket: 'socket of a', screens: 0 })
    return room
  }
  const room = crashed()
  room.hello('a again')
  room.toggle('a again', 'start')
  room.frame('a again', 2, 0)
  room.heard(2, [0, 4_000])
  room.finish([{ take: 2, samples: 4_000 }], false, 'a again')
  expect(room.state.phase).toBe('flushing')

  // Its device holds it, or has not come back: it may have recorded.
  const held = crashed()
  held.hello('a again', 'session', [{ take: 1, samples: 8_000 }])
  held.finish([{ take: 1, samples: 8_000 }], false, 'a again')
  expect(missingOf(held.state as Finishing)).toEqual([{ take: 1, samples: 8_000 }])
  const away = crashed()
  away.hello('b', 'phone')
  away.finish([], false, 'b', 'phone')
  expect(away.state.phase).toBe('finishing')
  away.hello('a again', 'session', [])
  expect(away.state.phase).toBe('flushing')

  // The old connection still looked alive when the next page came.
  const late = new Room().recording('a')
  late.hello('a again')
  late.tell({ type: 'closed', socket: 'socket of a', screens: 1 })
  late.toggle('a again', 'start')
  expect(takesOf(late.state)[0]?.length).toBeNull()
  late.finish([{ take: 2, samples: 0 }], false, 'a again')
  expect(late.state.phase).toBe('flushing')

  // It lives, and records any moment; or it comes back with what nobody knew of.
  const alive = new Room().recording('a')
  alive.hello('tab')
  alive.finish([], false, 'tab')
  expect(alive.state.phase).toBe('finishing')
  const back = crashed()
  back.hello('a again')
  back.hello('a', 'session', [{ take: 1, samples: 4_000 }])
  back.finish([{ take: 1, samples: 4_000 }])
  expect(missingOf(back.state as Finishing)).toEqual([{ take: 1, samples: 4_000 }])
})

test('[C27] while it goes on voice is heard again by hand only, and not without consent', () => {
  const room = new Room().recording()
  for (let i = 0; i < 20; i++) room.frame('a', 1, i * 4_000)
  room.heard(1, [0, 80_000])
  const spans = [{ take: 1, from: 16_000, to: 64_000 }]
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans })).toEqual([ack(1, 80_000, 16_000)])
  room.heard(1, [16_000, 64_000])
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans: [] })).toEqual([])
  room.consent('revoked')
  expect(room.tell({ type: 'retranscribe', ...from('a'), spans })).toEqual(refused('consent_refused'))
})

test('[C22] every state comes back from storage; how much is stored is read from the frames', () => {
  const room = new Room().recording()
  room.frame('a', 1, 0)
  const back = (sockets: string[], stored = 4_000) => restored(saved(room.state), () => stored, sockets, room.now)
  expect(back(['socket of a'])).toEqual(room.state)
  expect(saved(room.state)).not.toContain('stored')
  const gone = back([]) as Active
  expect([gone.recorder?.socket, gone.aloneSince, gone.takes[0]?.stored]).toEqual([null, START, 4_000])
  room.finish([{ take: 1, samples: 8_000 }])
  expect(back(['socket of a'])).toEqual(room.state)
  expect((back([]) as Finishing).announced).toEqual([{ take: 1, samples: 8_000 }])
  room.frame('a', 1, 4_000)
  room.heard(1, [0, 8_000])
  expect(back([], 8_000)).toEqual(room.state)
})
