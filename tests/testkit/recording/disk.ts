import { DeviceQueue } from '#app/features/recording/device/device-queue.ts'
import type { FrameStore, QueuedFrame, TakeLength } from '#app/lib/device/frames.ts'
import { parseFrame, samplesIn } from '#domain/consultation/frame.ts'

export const FRAME = 4_000
export const frameAt = (index: number, take = 1): QueuedFrame => ({
  take,
  at: index * FRAME,
  samples: new Int16Array(FRAME).fill(index + 1),
})
const turn = () => new Promise((resolve) => setImmediate(resolve))
export const turns = async (count = 8) => {
  for (let i = 0; i < count; i++) await turn()
}

/** A disk in memory: `fault` is what its next writes fail with; `holdUp` keeps a write waiting until it is called. */
export function disk() {
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
    takeLengths: async () => [...lengths].map(([take, samples]) => ({ take, samples })),
    count: async () => rows.size,
    async discard(only?: number) {
      for (const { take, from } of await takes()) if (take === (only ?? take)) lengths.set(take, from)
      for (const [key, row] of rows) if (row.take === (only ?? row.take)) rows.delete(key)
    },
  } as unknown as FrameStore
  return { store, rows, lengths, state }
}
export const waits = () => undefined

/** A device queue on this disk, or in memory alone, opened. */
export async function queueOn(store: FrameStore | null, now = () => 0): Promise<DeviceQueue> {
  const queue = new DeviceQueue(async () => store, now)
  await queue.attached
  return queue
}

export function wire() {
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
export function doors() {
  const waiting = new Map<number, () => void>()
  const claim = (take: number, granted: () => void) => {
    waiting.set(take, granted)
    return () => void waiting.delete(take)
  }
  return { locks: { claim }, open: (take: number) => waiting.get(take)?.() }
}
