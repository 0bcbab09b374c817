import { expect, test } from 'vitest'
import { from, Room, refused, START } from '#tests/testkit/room/pure-room.ts'
import { type Active, openRoom, restored, saved } from './state.ts'

test('[C23] refuses recording before the patient has accepted; the later answer counts', () => {
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

test('[C24] a revocation stops the recorder and the engine; typing and finishing continue', () => {
  const room = new Room().recording('a').filled(4)
  room.heard(1, [0, 8_000])
  room.now += 2_500
  const gap = { type: 'gap', take: 1, start_ms: 500, end_ms: 1_500, reason: 'discarded' }
  // It says it threw away an hour; half a second of it can have been: more time has not passed.
  room.now = START + 1_500
  expect(room.consent('revoked', room.now, [{ take: 1, samples: 57_600_000 }])).toEqual([
    { type: 'consent', state: 'revoked' },
    gap,
  ])
  expect(room.did).toEqual(['save', 'broadcast', 'broadcast', 'silence', 'tell_recorder', 'listen'])
  expect(room.seen('a').recorder).toBe('none')
  expect(room.frame('a', 1, 16_000)).toEqual(refused('consent_refused'))
  expect(room.toggle('a', 'resume')).toEqual(refused('consent_refused'))
  // A repeated report is the same gap; of two lengths the longer one counts.
  expect(room.consent('revoked', room.now, [{ take: 1, samples: 400 }])).toEqual([])
  room.now += 500
  room.consent('revoked', room.now, [{ take: 1, samples: 16_000 }])
  expect((room.state as Active).gaps).toEqual([{ take: 1, start_ms: 500, end_ms: 2_000, reason: 'discarded' }])
  room.state = restored(saved(room.state), () => 16_000, ['socket of a'], room.now)
  // After a new acceptance recording begins with a new take; the old one stays closed.
  room.consent('accepted', room.now + 1)
  room.toggle('a', 'start')
  expect(room.seen('a').take).toBe(2)
  expect(room.frame('a', 1, 16_000)).toEqual(refused('consent_refused'))
  room.frame('a', 2, 0)
  room.heard(2, [0, 4_000])
  // The room does not wait for the announced rest of the withdrawn take.
  room.finish([
    { take: 1, samples: 99_000 },
    { take: 2, samples: 4_000 },
  ])
  expect(room.state).toMatchObject({ phase: 'flushing', gaps: [{ reason: 'discarded' }] })
})

test('[C24] a revocation while finishing ends all waiting', () => {
  const room = new Room().recording('a').filled(1)
  room.hello('b', 'phone')
  room.finish([{ take: 1, samples: 8_000 }], false, 'b', 'phone')
  room.now += 1_000
  room.consent('revoked', room.now, [{ take: 1, samples: 4_000 }])
  expect(room.state).toMatchObject({
    phase: 'flushing',
    gaps: [{ start_ms: 0, end_ms: 500, reason: 'discarded' }],
  })
})
