import { expect, test } from 'vitest'
import { from, Room } from '#tests/testkit/room/pure-room.ts'
import { type Finishing, missingOf, restored, saved, takesOf } from './state.ts'

test('[C30] does not wait for a page that died before its first frame, but waits for one that is away', () => {
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
  const holding = crashed()
  holding.hello('a again', 'session', [{ take: 1, samples: 8_000 }])
  holding.finish([{ take: 1, samples: 8_000 }], false, 'a again')
  expect(missingOf(holding.state as Finishing)).toEqual([{ take: 1, samples: 8_000 }])
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

  // The page is alive and may record soon, or it returns with unreported audio.
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

test('[C31] a page that owns a crashed page’s take reports its length before the end', () => {
  const crashed = (screens = 0) => {
    const room = new Room().recording('a').filled(1, true)
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
    const closed = crashed(screens)
    closed.hello('history', 'session', [{ take: 1, samples: 8_000 }])
    expect(closed.take(1)?.length).toBe(8_000)
    closed.frame('history', 1, 4_000)
    closed.heard(1, [4_000, 8_000])
    closed.tell({ type: 'closed', socket: 'socket of history', screens })
    closed.state = restored(saved(closed.state), () => 8_000, [], closed.now)
    phone(closed)
    expect(closed.state).toMatchObject({ phase: 'flushing', gaps: [] })
  }
  // It went before all was there: that much is missing, and no minute more.
  const away = crashed()
  away.hello('history', 'session', [{ take: 1, samples: 8_000 }])
  expect(phone(away)).toMatchObject([{ missing: [{ take: 1, samples: 4_000 }] }])

  // Another page of the device still has it: it is no one else's to end. When that one is closed, it is.
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
