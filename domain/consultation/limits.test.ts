import { expect, test } from 'vitest'
import { from, Room, refused, START } from '#tests/testkit/room/pure-room.ts'
import { AUDIO_RATE, CONTROL_RATE, costOf, fullBucket, owedMs, spend } from './limits.ts'
import type { Active, Finishing } from './state.ts'
import { saved } from './state.ts'

const takesIn = (room: Room) => (room.state as Active).takes

test('[C37] a screen that starts often continues its last take; every take handed out is accepted', () => {
  const room = new Room()
  room.hello('a')
  for (let n = 0; n < 600; n++) {
    room.now += 1_000
    room.toggle('a', 'start')
    room.toggle('a', 'stop')
  }
  expect(takesIn(room)).toHaveLength(200)

  // The last one goes on like after a pause: audio is stored, and its time is that of the room's clock.
  room.now += 60_000
  room.toggle('a', 'start')
  expect(room.seen('a')).toEqual({ recorder: 'you', take: 200 })
  room.frame('a', 200, 0)
  expect(room.did).toContain('store')
  expect(room.take(200)).toMatchObject({ stored: 4_000, length: null })
  expect(room.take(200)?.anchors.at(-1)).toMatchObject({ at: 0, wall: room.now })
  room.toggle('a', 'stop')
  room.toggle('a', 'start')
  room.frame('a', 200, 4_000)
  expect(room.take(200)).toMatchObject({ stored: 8_000, length: null })

  // Other screens get takes of their own, a hundred more.
  for (let n = 0; n < 150; n++) {
    room.hello(`page ${n}`)
    room.tell({ type: 'take_over', ...from(`page ${n}`) })
    expect(room.said).toEqual(n < 100 ? [] : refused('room_full'))
  }
  expect(takesIn(room)).toHaveLength(300)
  for (const { take, stored } of takesIn(room)) {
    room.frame('a', take, stored)
    expect(room.did).toContain('store')
  }
  // A screen with a take gets it back, and never that of another.
  room.tell({ type: 'take_over', ...from('a') })
  expect(room.seen('a')).toEqual({ recorder: 'you', take: 200 })
  room.tell({ type: 'take_over', ...from('page 7') })
  expect(room.seen('page 7')).toEqual({ recorder: 'you', take: 208 })
  expect(takesIn(room).map(({ take }) => take)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
})

test('[C37] [C38] pauses, gaps and lengths of unknown takes do not grow the saved state', () => {
  const room = new Room().recording()
  for (let n = 0; n < 3_000; n++) {
    room.now += 1_000
    room.frame('a', 1, n * 160, 160)
    room.toggle('a', 'pause')
    room.now += 1_000
    room.toggle('a', 'resume')
    room.now += 50
    room.tell({ type: 'gap', ...from('a'), take: 1, at: (n + 1) * 160, ms: 1, reason: 'microphone' })
  }
  const { gaps, takes } = room.state as Active
  expect(takes[0]?.anchors).toHaveLength(50)
  expect(takes[0]?.anchors[0]).toEqual({ at: 0, wall: START })
  expect(gaps).toHaveLength(1_000)
  // Its device is answered, so that it does not say so again and again.
  expect(room.said).toEqual([expect.objectContaining({ type: 'gap', take: 1, reason: 'microphone' })])

  for (let n = 0; n < 100; n++)
    room.finish(Array.from({ length: 300 }, (_, i) => ({ take: 1_000 + n * 300 + i, samples: 0 })))
  expect((room.state as Finishing).announced).toEqual([])
  expect(saved(room.state).length).toBeLessThan(150_000)
})

test('[C36] a bucket allows a burst, then its rate; a clock set back never fills it', () => {
  let bucket = fullBucket(AUDIO_RATE, START)
  for (let n = 0; n < 1_200 + 200; n++) bucket = spend(bucket, AUDIO_RATE, 1, START, 200) as typeof bucket
  expect(spend(bucket, AUDIO_RATE, 1, START, 200)).toBeNull()
  expect(owedMs(bucket, AUDIO_RATE)).toBe(1_000)
  expect(spend(bucket, AUDIO_RATE, 1, START - 60_000, 200)).toBeNull()
  expect(spend(bucket, AUDIO_RATE, 1, START + 5, 200)).not.toBeNull()
  // A device that waits for its acknowledgements has 40 under way: 0.2 s, and never near the end of what may be owed.
  expect(owedMs({ tokens: -40, at: START }, AUDIO_RATE)).toBe(200)
  expect(spend(bucket, AUDIO_RATE, 1, START + 3_600_000)?.tokens).toBe(1_199)
  // A page sends the results of an hour without a connection at once.
  const result = { type: 'device_result', id: 'r', take: 1, from: 0, to: 1, at: 0, text: '' } as const
  expect(600 * costOf(result)).toBeLessThan(CONTROL_RATE.size)
  expect(costOf({ type: 'flip_speakers' })).toBeGreaterThan(costOf({ type: 'set_speaker', id: 'a', speaker: null }))
})
