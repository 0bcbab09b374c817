import { expect, test } from 'vitest'
import { disk, doors, FRAME, frameAt, queueOn, turns, wire } from '#tests/testkit/recording/disk.ts'
import { Sender } from './sender.ts'

test('[DQ6] fills a hole with silence and reports it once, before the silence is sent', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 10 * FRAME)
  for (const i of [0, 1, 6, 7, 8]) rows.set(`1 ${i * FRAME}`, frameAt(i))
  const queue = await queueOn(store)
  const { sent, socket } = wire()
  const gaps: unknown[] = []
  const sender = new Sender(queue, socket, { now: () => 0, onLost: (gap) => gaps.push({ ...gap, after: sent.length }) })
  await sender.restore()
  await turns()
  expect(sender.waiting).toBe(10 * FRAME)
  await sender.connected([{ take: 1, stored: 0, transcribed: 0 }])
  await turns(40)
  sender.disconnected()
  await sender.connected([{ take: 1, stored: 3 * FRAME, transcribed: 0 }])
  await turns(40)
  expect(sent.slice(0, 10).map(({ at, silent }) => [at / FRAME, silent])).toEqual(
    Array.from({ length: 10 }, (_, i) => [i, (i >= 2 && i < 6) || i === 9]),
  )
  expect(sent.slice(10).map(({ at }) => at / FRAME)).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(gaps).toEqual([
    { take: 1, at: 2 * FRAME, ms: 1_000, after: 2 },
    { take: 1, at: 9 * FRAME, ms: 250, after: 9 },
  ])
})

test('[DQ7] only the page with the lock sends a take; the next page asks the room before it reports a loss', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 6 * FRAME)
  for (let i = 0; i < 6; i++) rows.set(`1 ${i * FRAME}`, frameAt(i))
  const queue = await queueOn(store)
  const { sent, renewed, socket } = wire()
  const { locks, open } = doors()
  const claims: number[] = []
  const gaps: unknown[] = []
  const sender = new Sender(queue, socket, {
    now: () => 0,
    locks,
    onLost: (gap) => gaps.push(gap),
    onTake: () => claims.push(...sender.takes),
  })
  await sender.restore()
  await sender.connected([{ take: 1, stored: 0, transcribed: 0 }])
  await turns()
  expect([sent, sender.sends, sender.waiting]).toEqual([[], false, 0])
  // Only the page that has the lock knows where the take ends.
  const length = { take: 1, samples: 6 * FRAME }
  expect([sender.takes, sender.stated([length])]).toEqual([[], [{ ...length, open: true }]])
  // The page that has the lock sends two frames, records one more, and dies.
  await store.drop([{ take: 1, stored: 2 * FRAME }])
  await store.keep([frameAt(6)], [{ take: 1, samples: 7 * FRAME }], 0)
  open(1)
  await turns()
  expect([sent, renewed, sender.sends]).toEqual([[], ['take taken up'], true])
  expect([claims, sender.stated([length])]).toEqual([[1], [length]])
  sender.disconnected()
  await sender.connected([{ take: 1, stored: 2 * FRAME, transcribed: 0 }])
  await turns(40)
  expect(sent.map(({ at, silent }) => [at / FRAME, silent])).toEqual([2, 3, 4, 5, 6].map((at) => [at, false]))
  expect(gaps).toEqual([])
  // A closed sender sends no more.
  sender.close()
  sender.disconnected()
  await sender.connected([{ take: 1, stored: 2 * FRAME, transcribed: 0 }])
  await turns()
  expect(sent).toHaveLength(5)
})

test('[DQ8] deletes audio that was withdrawn while the device was away, and sends the audio after it', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 60 * FRAME).set(2, 2 * FRAME)
  for (let i = 2; i < 60; i++) rows.set(`1 ${i * FRAME}`, frameAt(i))
  for (let i = 0; i < 2; i++) rows.set(`2 ${i * FRAME}`, frameAt(i, 2))
  const queue = await queueOn(store)
  const { sent, socket } = wire()
  const sender = new Sender(queue, socket, { now: () => 0 })
  await sender.restore()
  await turns()
  const progress = [
    { take: 1, stored: 2 * FRAME, transcribed: 2 * FRAME, withdrawn: true as const },
    { take: 2, stored: 0, transcribed: 0 },
  ]
  expect(await sender.discardWithdrawn(progress)).toEqual([{ take: 1, at: 2 * FRAME, ms: 58 * 250 }])
  await sender.connected(progress)
  await turns(20)
  expect(sent.map(({ take, at, silent }) => [take, at / FRAME, silent])).toEqual([
    [2, 0, false],
    [2, 1, false],
  ])
  expect([await queue.takeLengths(), [...rows.values()].filter((row) => row.take === 1)]).toEqual([
    [
      { take: 1, samples: 2 * FRAME },
      { take: 2, samples: 2 * FRAME },
    ],
    [],
  ])
  expect(await sender.discardWithdrawn(progress)).toEqual([])
})

test('[DQ9] reports a backlog ten times a second, and its beginning and end at once', async () => {
  const { store } = disk()
  let now = 0
  const queue = await queueOn(store, () => now)
  const { socket } = wire()
  const seen: number[] = []
  const sender: Sender = new Sender(queue, socket, {
    onChange: () => seen.push(sender.waiting / FRAME),
    now: () => now,
  })
  sender.claimed(1)
  await turns()
  await sender.connected([{ take: 1, stored: 0, transcribed: 0 }])
  now = 1_000
  await Promise.all(Array.from({ length: 30 }, (_, i) => sender.put(1, frameAt(i).samples)))
  await turns(60)
  now = 1_050
  for (let i = 1; i <= 30; i++) await sender.acknowledged({ take: 1, stored: i * FRAME, transcribed: 0 })
  expect(seen.at(-1)).toBe(0)
  expect(seen.length).toBeLessThan(8)
  sender.tick()
  expect(sender.recorded()).toEqual([{ take: 1, samples: 30 * FRAME }])
})
