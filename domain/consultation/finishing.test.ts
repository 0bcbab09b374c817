import { expect, test } from 'vitest'
import { ack, from, Room, refused, START } from '#tests/support/room/pure-room.ts'
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
  early.hello('a reloaded', 'renewed', [{ take: 1, samples: 4_000, open: true }])
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

test('[C16] [C11] a second page of the device ends only what it has for itself: of the rest it says what it knows', () => {
  const shared = () => {
    const room = new Room().recording('a')
    room.frame('a', 1, 0)
    room.heard(1, [0, 4_000])
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

  // Its disk could not be read, or named only a part of what is there: then nothing is known to be missing.
  for (const cannot of [{}, { holds: [], partial: true as const }]) {
    const unread = crashed()
    unread.tell({ type: 'hello', ...from('a again'), version: 1, since: 0, ...cannot })
    unread.tell({ type: 'finish', ...from('a again'), takes: [], partial: true, accept_gap: false })
    expect([unread.state.phase, takesOf(unread.state)[0]?.length]).toEqual(['finishing', null])
    unread.tell({ type: 'hello', ...from('a again'), version: 1, since: 0, ...cannot })
    expect(takesOf(unread.state)[0]?.length).toBeNull()
    unread.hello('a again', 'session', [{ take: 1, samples: 4_800_000 }])
    expect(missingOf(unread.state as Finishing)).toEqual([{ take: 1, samples: 4_800_000 }])
  }

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

test('[C31] a page that has the take of a crashed one for itself says how long it is before anybody finishes', () => {
  const crashed = (screens = 0) => {
    const room = new Room().recording('a')
    room.frame('a', 1, 0)
    room.heard(1, [0, 4_000])
    if (screens === 0) room.tell({ type: 'closed', socket: 'socket of a', screens })
    return room
  }
  /** The phone records on for 20 minutes, and finishes. */
  const phone = (room: Room) => {
    room.now += 60_000
    room.hello('b', 'phone')
    room.tell({ type: 'take_over', ...from('b', 'phone') })
    room.frame('b', 2, 0)
    room.heard(2, [0, 4_000])
    room.now += 1_200_000
    return room.finish([{ take: 2, samples: 4_000 }], false, 'b', 'phone')
  }
  // From the history page, all that was left went up, and that page went. Also when the dead one still looked connected.
  for (const screens of [0, 1]) {
    const gone = crashed(screens)
    gone.hello('history', 'session', [{ take: 1, samples: 8_000 }])
    expect(gone.take(1)?.length).toBe(8_000)
    gone.frame('history', 1, 4_000)
    gone.heard(1, [4_000, 8_000])
    gone.tell({ type: 'closed', socket: 'socket of history', screens })
    gone.state = restored(saved(gone.state), () => 8_000, [], gone.now)
    phone(gone)
    expect(gone.state).toMatchObject({ phase: 'flushing', gaps: [] })
  }
  // It went before all was there: that much is missing, and no minute more.
  const away = crashed()
  away.hello('history', 'session', [{ take: 1, samples: 8_000 }])
  expect(phone(away)).toMatchObject([{ missing: [{ take: 1, samples: 4_000 }] }])

  // Another page of the device still has it: it is no one else's to end. When that one is gone, it is.
  const open = crashed()
  open.hello('history', 'session', [{ take: 1, samples: 8_000, open: true }])
  expect(open.take(1)?.length).toBeNull()
  open.hello('history', 'session', [{ take: 1, samples: 8_000 }])
  expect(open.take(1)?.length).toBe(8_000)
  // The recorder that comes back has it back, and may record any length; so has one that was taken over meanwhile.
  open.hello('a', 'session', [{ take: 1, samples: 8_000 }])
  expect([open.take(1)?.length, open.seen('a')]).toEqual([null, { recorder: 'you', take: 1 }])
  const over = crashed()
  for (let page = 0; page < 12; page++) over.hello(`tab ${page}`, 'session', [{ take: 1, samples: 4_000, open: true }])
  over.hello('b', 'phone')
  over.tell({ type: 'take_over', ...from('b', 'phone') })
  over.hello('a', 'session', [{ take: 1, samples: 8_000 }])
  expect(over.take(1)?.length).toBeNull()

  // A browser whose pages cannot tell whose a take is: the one that records lives, and its next frame shows it.
  const alive = crashed(1)
  alive.hello('tab', 'session', [{ take: 1, samples: 4_000 }])
  expect(alive.take(1)?.length).toBe(4_000)
  alive.frame('a', 1, 4_000)
  expect([alive.take(1)?.length, alive.did.includes('save')]).toEqual([null, true])
  expect(phone(alive)).toMatchObject([{ missing: [{ take: 1 }] }])
})
