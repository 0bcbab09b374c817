import { expect, test, vi } from 'vitest'
import type { FrameStore, QueuedFrame, TakeLength } from '#app/lib/device/frames.ts'
import { parseFrame, samplesIn } from '#domain/consultation/frame.ts'
import { DurableQueue } from './durable-queue.ts'
import { Sender } from './sender.ts'

const FRAME = 4_000
const frameAt = (index: number, take = 1): QueuedFrame => ({
  take,
  at: index * FRAME,
  samples: new Int16Array(FRAME).fill(index + 1),
})
const turn = () => new Promise((resolve) => setImmediate(resolve))
const turns = async (count = 8) => {
  for (let i = 0; i < count; i++) await turn()
}

/** A disk in memory: `fault` is what its next writes fail with; `holdUp` keeps a write waiting until it is called. */
function disk() {
  const rows = new Map<string, QueuedFrame>()
  const lengths = new Map<number, number>()
  const state = {
    fault: null as Error | null,
    writes: 0,
    release: null as (() => void) | null,
    canSeal: true,
    locked: false,
  }
  const ordered = (take: number) => [...rows.values()].filter((one) => one.take === take).sort((a, b) => a.at - b.at)
  const takes = async () =>
    [...lengths].flatMap(([take, end]) => {
      const first = ordered(take)[0]
      return first ? [{ take, from: first.at, end }] : []
    })
  const store = {
    get canSeal() {
      return state.canSeal
    },
    async keep(frames: QueuedFrame[], told: TakeLength[]) {
      state.writes++
      if (state.release === waits) await new Promise<void>((resolve) => Object.assign(state, { release: resolve }))
      if (state.fault) throw state.fault
      for (const frame of frames) rows.set(`${frame.take} ${frame.at}`, frame)
      for (const { take, samples } of told) lengths.set(take, Math.max(samples, lengths.get(take) ?? 0))
    },
    async read(take: number, from: number, most: number) {
      if (state.locked) throw new Error('no key')
      return ordered(take)
        .filter((one) => one.at + one.samples.length > from)
        .slice(0, most)
    },
    async drop(stored: { take: number; stored: number }[]) {
      for (const [key, row] of rows)
        if (stored.some((one) => one.take === row.take && row.at + row.samples.length <= one.stored)) rows.delete(key)
    },
    takes,
    held: async () => [...lengths].map(([take, samples]) => ({ take, samples })),
    count: async () => rows.size,
    async discard(only?: number) {
      for (const { take, from } of await takes()) if (take === (only ?? take)) lengths.set(take, from)
      for (const [key, row] of rows) if (row.take === (only ?? row.take)) rows.delete(key)
    },
  } as unknown as FrameStore
  return { store, rows, lengths, state }
}
const waits = () => undefined

function wire() {
  const sent: { take: number; at: number; samples: number; silent: boolean }[] = []
  const renewed: string[] = []
  const send = (message: unknown) => {
    const frame = parseFrame(message as ArrayBuffer)
    if ('fault' in frame) throw new Error(frame.fault)
    sent.push({
      take: frame.take,
      at: frame.at,
      samples: samplesIn(frame),
      silent: frame.pcm.every((byte) => byte === 0),
    })
    return true
  }
  return { sent, renewed, socket: { send, renew: (reason: string) => void renewed.push(reason) } }
}

/** Grants are given by hand. */
function doors() {
  const waiting = new Map<number, () => void>()
  const claim = (take: number, granted: () => void) => {
    waiting.set(take, granted)
    return () => void waiting.delete(take)
  }
  return { locks: { claim }, open: (take: number) => waiting.get(take)?.() }
}

test('[DQ1] [DQ5] a full disk: frames are sent from memory, in order, and kept as soon as there is room', async () => {
  const { store, rows, state } = disk()
  const queue = new DurableQueue(
    async () => store,
    () => 0,
  )
  await queue.attached
  const told: string[] = []
  queue.onHealth(() => told.push(`${queue.health()} ${queue.persistent}`))
  await queue.put(frameAt(0))
  expect([queue.health(), queue.persistent, rows.size]).toEqual(['ok', true, 1])
  state.fault = new DOMException('', 'QuotaExceededError')
  for (let i = 1; i < 5; i++) await queue.put(frameAt(i))
  expect(told).toEqual(['full false'])
  expect(await queue.takes()).toEqual([{ take: 1, from: 0, end: 5 * FRAME }])
  expect((await queue.pending(1, 3 * FRAME + 7))?.at).toBe(3 * FRAME)
  expect(await queue.hole(1, 3 * FRAME)).toBe(null)
  state.fault = null
  await queue.acknowledged(1, 2 * FRAME)
  await turns()
  expect([...rows.values()].map((row) => row.at)).toEqual([2 * FRAME, 3 * FRAME, 4 * FRAME])
  expect(told).toEqual(['full false', 'ok true'])
  state.fault = new Error('the disk is gone')
  await queue.put(frameAt(5))
  expect(queue.health()).toBe('failed')
  state.canSeal = false
  queue.retry()
  await turns()
  expect(queue.health()).toBe('unprotected')
  expect(await queue.discard()).toEqual([{ take: 1, samples: 4 * FRAME }])
  expect(await queue.takes()).toEqual([])
  expect(await queue.held()).toEqual([{ take: 1, samples: 2 * FRAME }])
})

test('[DQ3] writes do not pile up: what comes during one goes together with the next; acknowledged meanwhile, it goes', async () => {
  const { store, rows, state } = disk()
  const queue = new DurableQueue(
    async () => store,
    () => 0,
  )
  await queue.attached
  state.release = waits
  const puts = [queue.put(frameAt(0))]
  await turns()
  for (let i = 1; i < 50; i++) puts.push(queue.put(frameAt(i)))
  const gone = queue.acknowledged(1, 10 * FRAME)
  expect((await queue.pending(1, 20 * FRAME))?.at).toBe(20 * FRAME)
  // The disk hears of it before it has the frames.
  await gone
  state.release()
  state.release = null
  await Promise.all(puts)
  expect(state.writes).toBe(2)
  const left = Array.from({ length: 40 }, (_, i) => (10 + i) * FRAME)
  await vi.waitFor(() => expect([...rows.values()].map((row) => row.at)).toEqual(left))
})

test('[DQ6] more than memory holds is a hole at the end; without a key nothing is called a hole', async () => {
  const { store, state } = disk()
  state.fault = new DOMException('', 'QuotaExceededError')
  const queue = new DurableQueue(
    async () => store,
    () => 0,
  )
  await queue.attached
  const MOST = 7_200
  const short = (i: number) => ({ take: 1, at: i, samples: new Int16Array(1) })
  for (let i = 0; i < MOST + 3; i++) await queue.put(short(i))
  expect(await queue.hole(1, MOST - 1)).toBe(null)
  expect(await queue.hole(1, MOST)).toEqual({ end: MOST + 3 })
  state.locked = true
  expect([await queue.hole(1, MOST), await queue.pending(1, MOST)]).toEqual([null, null])
})

test('[DQ5] a connection to the disk that broke is opened anew, also when nothing is recorded', async () => {
  const { store, rows, lengths, state } = disk()
  lengths.set(1, FRAME)
  rows.set('1 0', frameAt(0))
  let [now, opened] = [0, 0]
  const openStore = async () => {
    opened++
    state.locked = false
    return store
  }
  const queue = new DurableQueue(openStore, () => now)
  await queue.attached
  state.locked = true
  now = 4_999
  expect([await queue.pending(1, 0), opened]).toEqual([null, 1])
  now = 5_000
  expect(await queue.pending(1, 0)).toBe(null)
  await turns()
  expect([(await queue.pending(1, 0))?.at, opened]).toEqual([0, 2])
})

test('[DQ10] lengths are known without a key; a disk that fails, or does not answer in two seconds, cannot tell', async () => {
  const { store, lengths } = disk()
  const known = [{ take: 1, samples: 2 * FRAME }]
  const queueOn = (openStore: () => Promise<FrameStore | null>, read: () => Promise<TakeLength[] | null>) =>
    new DurableQueue(openStore, () => 0, read)
  const locked = queueOn(
    async () => null,
    async () => known,
  )
  await locked.put(frameAt(0, 2))
  expect([await locked.held(), await locked.lengths()]).toEqual([null, [...known, { take: 2, samples: FRAME }]])
  const failing: FrameStore = Object.assign(Object.create(store), {
    held: () => Promise.reject(new Error('the disk is gone')),
  })
  const broken = queueOn(
    async () => failing,
    () => Promise.reject(new Error('the disk is gone')),
  )
  await broken.attached
  expect([await broken.held(), await broken.lengths()]).toEqual([null, null])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const asked = queueOn(
      async () => null,
      () => new Promise(() => undefined),
    ).lengths()
    vi.advanceTimersByTime(2_000)
    expect(await asked).toBeNull()
  } finally {
    vi.useRealTimers()
  }

  // What another page left cannot be sent, nor called empty, before the disk can be read.
  lengths.set(1, 2 * FRAME)
  const state = { broken: false }
  const moody: FrameStore = Object.assign(Object.create(store), {
    held: () => (state.broken ? failing.held() : store.held()),
  })
  const queue = queueOn(
    async () => moody,
    async () => null,
  )
  await queue.attached
  const { locks, open } = doors()
  const sender = new Sender(
    queue,
    wire().socket,
    () => undefined,
    () => 0,
    { locks },
  )
  await sender.restore()
  state.broken = true
  open(1)
  await turns()
  expect([sender.sends, sender.recorded()]).toEqual([false, []])
  state.broken = false
  sender.tick()
  await turns()
  expect([sender.sends, sender.recorded()]).toEqual([true, known])
})

test('[DQ6] the sender fills a hole with silence and tells it once, before it is sent', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 10 * FRAME)
  for (const i of [0, 1, 6, 7, 8]) rows.set(`1 ${i * FRAME}`, frameAt(i))
  const queue = new DurableQueue(
    async () => store,
    () => 0,
  )
  await queue.attached
  const { sent, socket } = wire()
  const told: unknown[] = []
  const sender = new Sender(
    queue,
    socket,
    () => undefined,
    () => 0,
    {
      lost: (gap) => told.push({ ...gap, after: sent.length }),
    },
  )
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
  expect(told).toEqual([
    { take: 1, at: 2 * FRAME, ms: 1_000, after: 2 },
    { take: 1, at: 9 * FRAME, ms: 250, after: 9 },
  ])
})

test('[DQ7] a take is sent by who holds it; who comes into it asks the room anew before calling anything lost', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 6 * FRAME)
  for (let i = 0; i < 6; i++) rows.set(`1 ${i * FRAME}`, frameAt(i))
  const queue = new DurableQueue(
    async () => store,
    () => 0,
  )
  await queue.attached
  const { sent, renewed, socket } = wire()
  const { locks, open } = doors()
  const taken: number[] = []
  const told: unknown[] = []
  const sender = new Sender(
    queue,
    socket,
    () => undefined,
    () => 0,
    { locks, lost: (gap) => told.push(gap), taken: () => taken.push(...sender.takes) },
  )
  await sender.restore()
  await sender.connected([{ take: 1, stored: 0, transcribed: 0 }])
  await turns()
  expect([sent, sender.sends, sender.waiting]).toEqual([[], false, 0])
  // As long as that page lives, it alone says where the take ends.
  const length = { take: 1, samples: 6 * FRAME }
  expect([sender.takes, sender.stated([length])]).toEqual([[], [{ ...length, open: true }]])
  // The page that holds it has sent two, recorded one more, and dies.
  await store.drop([{ take: 1, stored: 2 * FRAME }])
  await store.keep([frameAt(6)], [{ take: 1, samples: 7 * FRAME }], 0)
  open(1)
  await turns()
  expect([sent, renewed, sender.sends]).toEqual([[], ['take taken up'], true])
  expect([taken, sender.stated([length])]).toEqual([[1], [length]])
  sender.disconnected()
  await sender.connected([{ take: 1, stored: 2 * FRAME, transcribed: 0 }])
  await turns(40)
  expect(sent.map(({ at, silent }) => [at / FRAME, silent])).toEqual([2, 3, 4, 5, 6].map((at) => [at, false]))
  expect(told).toEqual([])
  // What was given back is not sent any more.
  sender.close()
  sender.disconnected()
  await sender.connected([{ take: 1, stored: 2 * FRAME, transcribed: 0 }])
  await turns()
  expect(sent).toHaveLength(5)
})

test('[DQ8] what was taken back while the device was away goes nowhere, and holds up nothing that came after it', async () => {
  const { store, rows, lengths } = disk()
  lengths.set(1, 60 * FRAME).set(2, 2 * FRAME)
  for (let i = 2; i < 60; i++) rows.set(`1 ${i * FRAME}`, frameAt(i))
  for (let i = 0; i < 2; i++) rows.set(`2 ${i * FRAME}`, frameAt(i, 2))
  const queue = new DurableQueue(
    async () => store,
    () => 0,
  )
  await queue.attached
  const { sent, socket } = wire()
  const sender = new Sender(
    queue,
    socket,
    () => undefined,
    () => 0,
  )
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
  expect([await queue.held(), [...rows.values()].filter((row) => row.take === 1)]).toEqual([
    [
      { take: 1, samples: 2 * FRAME },
      { take: 2, samples: 2 * FRAME },
    ],
    [],
  ])
  expect(await sender.discardWithdrawn(progress)).toEqual([])
})

test('[DQ9] the screen hears of a backlog ten times a second, and at once when there is one and when it is gone', async () => {
  const { store } = disk()
  let now = 0
  const queue = new DurableQueue(
    async () => store,
    () => now,
  )
  await queue.attached
  const { socket } = wire()
  const seen: number[] = []
  const sender: Sender = new Sender(
    queue,
    socket,
    () => seen.push(sender.waiting / FRAME),
    () => now,
  )
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
