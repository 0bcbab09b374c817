import { expect, test } from 'vitest'
import { ack, from, Room, refused, START } from '#tests/testkit/room/pure-room.ts'
import {
  ABANDON_AFTER_MS,
  ASK_AFTER_MS,
  ASK_WITHOUT_ENGINE_MS,
  dueAt,
  type Finishing,
  type Flushing,
  missingOf,
  REMIND_AFTER_MS,
  restored,
  saved,
  takesOf,
} from './state.ts'

test('[C16] waits for every announced sample and every result, then flushes', () => {
  const room = new Room().recording().filled(1)
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

test('[C16] waits for the recorder’s length when another screen finishes', () => {
  const room = new Room().recording().filled(1, true)
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
  const answer = room.tell({
    type: 'finish',
    ...from('a'),
    socket: 'new socket',
    takes: [{ take: 1, samples: 16_000 }],
    accept_gap: false,
  })
  expect(answer).toEqual([finishing(4_000)])
  // A shorter report does not shorten the take.
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

test('[C16] waits for A’s audio when A records offline and B takes over and finishes', () => {
  const room = new Room().recording('a').filled(1)
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
  // B does not hold the take, so its report does not close it.
  room.finish([{ take: 1, samples: 4_000 }], false, 'b', 'phone')
  expect(room.state.phase).toBe('finishing')
  room.hello('a', 'session', [{ take: 1, samples: 8_000 }])
  expect(room.said.at(-1)).toMatchObject({ missing: [{ take: 1, samples: 4_000 }] })
  room.frame('a', 1, 4_000)
  room.heard(1, [4_000, 8_000])
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [] })
})

test('[C16] finishes at once after the reload of a page with nothing left to send', () => {
  const transcribedRoom = () => new Room().recording('a').filled(1, true)
  const room = transcribedRoom()
  room.hello('b', 'phone')
  room.finish([], false, 'b', 'phone')
  expect(room.state.phase).toBe('finishing')
  room.hello('a reloaded', 'session', [{ take: 1, samples: 4_000 }])
  expect([room.state.phase, room.did.at(-1)]).toEqual(['flushing', 'flush'])
  // The same before another screen finishes: the page answers once it learns of the end.
  const early = transcribedRoom()
  early.hello('a reloaded', 'renewed', [{ take: 1, samples: 4_000, open: true }])
  early.finish([], false, 'b', 'phone')
  expect(early.state.phase).toBe('finishing')
  early.finish([{ take: 1, samples: 4_000 }], false, 'a reloaded', 'renewed')
  expect(early.state.phase).toBe('flushing')

  // After a takeover A stops once its audio is stored; the room does not wait for it.
  const over = transcribedRoom()
  over.tell({ type: 'take_over', ...from('b', 'phone') })
  expect(over.toggle('c', 'stop', 'phone')).toEqual(refused('not_recorder'))
  expect(over.toggle('a', 'stop')).toEqual([])
  expect(over.seen('b')).toEqual({ recorder: 'you', take: 2 })
  over.finish([], false, 'b', 'phone')
  expect(over.state.phase).toBe('flushing')
  // Without that stop, audio up to the takeover counts as missing.
  const silent = transcribedRoom()
  silent.now += 1_250
  silent.tell({ type: 'take_over', ...from('b', 'phone') })
  silent.now += 600_000
  silent.finish([], false, 'b', 'phone')
  expect(silent.said.at(-1)).toMatchObject({ missing: [{ take: 1, samples: 16_000 }] })
})

test('[C16] [C11] a second page of the device ends only its own takes and reports the lengths of the others', () => {
  const shared = () => {
    const room = new Room().recording('a').filled(1, true)
    room.tell({ type: 'closed', socket: 'socket of a', screens: 0 })
    room.tell({ type: 'hello', ...from('b'), version: 1, since: 0, holds: [{ take: 1, samples: 8_000, open: true }] })
    return room
  }
  const room = shared()
  room.tell({ type: 'take_over', ...from('b') })
  room.frame('b', 2, 0)
  room.heard(2, [0, 4_000])
  room.tell({ type: 'toggle_transcription', ...from('b'), action: 'stop', takes: [2] })
  expect(takesOf(room.state).map((take) => take.length)).toEqual([null, 4_000])
  const takes = [
    { take: 1, samples: 8_000, open: true as const },
    { take: 2, samples: 4_000 },
  ]
  room.tell({ type: 'finish', ...from('b'), takes, accept_gap: false })
  room.frame('b', 1, 4_000)
  room.heard(1, [4_000, 8_000])
  expect([room.state.phase, takesOf(room.state)[0]?.length]).toEqual(['finishing', null])
  room.hello('a', 'session', [{ take: 1, samples: 12_000 }])
  expect(missingOf(room.state as Finishing)).toEqual([{ take: 1, samples: 4_000 }])

  // The recorder is away, not gone: another page of its session does not end its take. Once it is gone, it does.
  const away = shared()
  const finish = (open?: true) =>
    away.tell({ type: 'finish', ...from('b'), takes: [{ take: 1, samples: 4_000, open }], accept_gap: false })
  finish(true)
  away.tell({ type: 'hello', ...from('b'), version: 1, since: 0, holds: [{ take: 1, samples: 4_000, open: true }] })
  expect(away.state.phase).toBe('finishing')
  finish()
  expect(away.state.phase).toBe('flushing')
})

test('[C17] asks about a silent recorder after 10 minutes; its silence becomes a gap', () => {
  const silent = (paused: boolean) => {
    const room = new Room().recording().filled(1, true)
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

test('[C17] asks about the gap when time is up and accepts a yes only then', () => {
  const room = new Room().recording().filled(1)
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

  const mute = new Room().recording().filled(1)
  mute.finish([{ take: 1, samples: 4_000 }])
  mute.now += ASK_WITHOUT_ENGINE_MS
  expect(mute.tell({ type: 'tick', screens: 1 })[0]).toMatchObject({ missing: [], ask_gap: true })
  // It goes on trying while it asks.
  mute.heard(1, [0, 4_000])
  expect([mute.state.phase, (mute.state as Flushing).gaps]).toEqual(['flushing', []])
})

test('[C18][C19] repeats a flush until D1 has it, then refuses everything', () => {
  const room = new Room().recording().filled(1, true)
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

test('[C20] an open room without a screen reminds once and ends with its gaps after a week', () => {
  const room = new Room().recording().filled(1)
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
