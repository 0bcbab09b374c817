import { expect, test, vi } from 'vitest'
import type { FrameStore } from '#app/lib/device/frames.ts'
import type { TakeLength } from '#domain/consultation/protocol.ts'
import { disk, doors, FRAME, frameAt, queueOn, turns, waits, wire } from '#tests/testkit/recording/disk.ts'
import { Sender } from '../uplink/sender.ts'
import { DeviceQueue } from './device-queue.ts'

test('[DQ1] [DQ5] with a full disk, frames are sent from memory in order and stored once there is space', async () => {
  const { store, rows, state } = disk()
  const queue = await queueOn(store)
  const reports: string[] = []
  queue.onHealth(() => reports.push(`${queue.health()} ${queue.persistent}`))
  await queue.put(frameAt(0))
  expect([queue.health(), queue.persistent, rows.size]).toEqual(['ok', true, 1])
  state.fault = new DOMException('', 'QuotaExceededError')
  for (let i = 1; i < 5; i++) await queue.put(frameAt(i))
  expect(reports).toEqual(['full false'])
  expect(await queue.takes()).toEqual([{ take: 1, from: 0, end: 5 * FRAME }])
  expect((await queue.pending(1, 3 * FRAME + 7))?.at).toBe(3 * FRAME)
  expect(await queue.hole(1, 3 * FRAME)).toBe(null)
  state.fault = null
  await queue.acknowledged(1, 2 * FRAME)
  await turns()
  expect([...rows.values()].map((row) => row.at)).toEqual([2 * FRAME, 3 * FRAME, 4 * FRAME])
  expect(reports).toEqual(['full false', 'ok true'])
  state.fault = new Error('the disk is gone')
  await queue.put(frameAt(5))
  expect(queue.health()).toBe('failed')
  state.canSeal = false
  queue.retry()
  await turns()
  expect(queue.health()).toBe('unprotected')
  expect(await queue.discard()).toEqual([{ take: 1, samples: 4 * FRAME }])
  expect(await queue.takes()).toEqual([])
  expect(await queue.takeLengths()).toEqual([{ take: 1, samples: 2 * FRAME }])
})

test('[DQ3] frames that arrive during a write share the next one; frames acknowledged meanwhile are deleted', async () => {
  const { store, rows, lengths, state } = disk()
  const queue = await queueOn(store)
  state.release = waits
  const puts = [queue.put(frameAt(0))]
  await turns()
  for (let i = 1; i < 50; i++) puts.push(queue.put(frameAt(i)))
  const dropping = queue.acknowledged(1, 10 * FRAME)
  expect((await queue.pending(1, 20 * FRAME))?.at).toBe(20 * FRAME)
  // The acknowledgement comes before the frames are on disk.
  await dropping
  state.release()
  state.release = null
  await Promise.all(puts)
  expect(state.writes).toBe(2)
  const pending = Array.from({ length: 40 }, (_, i) => (10 + i) * FRAME)
  await vi.waitFor(() => expect([...rows.values()].map((row) => row.at)).toEqual(pending))

  // The room was faster than the disk with all frames: the take's length is written all the same.
  state.release = waits
  void queue.put(frameAt(50))
  await turns()
  void queue.put(frameAt(51))
  void queue.acknowledged(1, 52 * FRAME)
  await turns()
  state.release()
  state.release = null
  await vi.waitFor(() => expect([rows.size, lengths.get(1)]).toEqual([0, 52 * FRAME]))
})

test('[DQ5] [DQ6] refuses frames beyond the memory limit and reports a hole, but none while the disk is unreadable', async () => {
  const { store, state } = disk()
  state.fault = new DOMException('', 'QuotaExceededError')
  const queue = await queueOn(store)
  const MOST = 7_200
  const short = (i: number) => ({ take: 1, at: i, samples: new Int16Array(1) })
  for (let i = 0; i < MOST; i++) await queue.put(short(i))
  for (let i = 0; i < 3; i++) await expect(queue.put(short(MOST + i))).rejects.toThrow('neither disk nor memory')
  expect(await queue.hole(1, MOST - 1)).toBe(null)
  expect(await queue.hole(1, MOST)).toEqual({ end: MOST + 3 })
  state.locked = true
  expect([await queue.hole(1, MOST), await queue.pending(1, MOST)]).toEqual([null, null])
})

test('[DQ5] reopens a broken connection to the disk, also while nothing is recorded', async () => {
  const { store, rows, lengths, state } = disk()
  lengths.set(1, FRAME)
  rows.set('1 0', frameAt(0))
  let [now, opened] = [0, 0]
  const openStore = async () => {
    opened++
    state.locked = false
    return store
  }
  const queue = new DeviceQueue(openStore, () => now)
  await queue.attached
  state.locked = true
  now = 4_999
  expect([await queue.pending(1, 0), opened]).toEqual([null, 1])
  now = 5_000
  expect(await queue.pending(1, 0)).toBe(null)
  await turns()
  expect([(await queue.pending(1, 0))?.at, opened]).toEqual([0, 2])
})

test('[DQ10] reads take lengths without a key; a failing or slow disk answers none', async () => {
  const { store, lengths } = disk()
  const stored = [{ take: 1, samples: 2 * FRAME }]
  const queueWith = (openStore: () => Promise<FrameStore | null>, read: () => Promise<TakeLength[] | null>) =>
    new DeviceQueue(openStore, () => 0, read)
  const locked = queueWith(
    async () => null,
    async () => stored,
  )
  await locked.put(frameAt(0, 2))
  expect([await locked.takeLengths(), await locked.lengthsForRoom()]).toEqual([
    null,
    [...stored, { take: 2, samples: FRAME }],
  ])
  const failing: FrameStore = Object.assign(Object.create(store), {
    takeLengths: () => Promise.reject(new Error('the disk is gone')),
  })
  const broken = queueWith(
    async () => failing,
    () => Promise.reject(new Error('the disk is gone')),
  )
  await broken.attached
  expect([await broken.takeLengths(), await broken.lengthsForRoom()]).toEqual([null, null])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const answer = queueWith(
      async () => null,
      () => new Promise(() => undefined),
    ).lengthsForRoom()
    vi.advanceTimersByTime(2_000)
    expect(await answer).toBeNull()
  } finally {
    vi.useRealTimers()
  }

  // Frames of a closed page are not sent, nor reported as lost, before the disk can be read.
  lengths.set(1, 2 * FRAME)
  const state = { broken: false }
  const moody: FrameStore = Object.assign(Object.create(store), {
    takeLengths: () => (state.broken ? failing.takeLengths() : store.takeLengths()),
  })
  const queue = queueWith(
    async () => moody,
    async () => null,
  )
  await queue.attached
  const { locks, open } = doors()
  const sender = new Sender(queue, wire().socket, { now: () => 0, locks })
  await sender.restore()
  state.broken = true
  open(1)
  await turns()
  expect([sender.sends, sender.recorded()]).toEqual([false, []])
  state.broken = false
  sender.tick()
  await turns()
  expect([sender.sends, sender.recorded()]).toEqual([true, stored])
})
