import { DeviceQueue } from '#app/features/recording/device/device-queue.ts'
import type { FrameStore, QueuedFrame } from '#app/lib/device/frames.ts'
import { parseFrame, samplesIn } from '#domain/consultation/frame.ts'
import { Disk, storeOn } from '../device/disk.ts'

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

/** A disk in memory: `fault` is what its next writes fail with; `release` keeps a write waiting until it is called. */
export function disk() {
  const own = new Disk()
  const state = {
    fault: null as Error | null,
    writes: 0,
    release: null as (() => void) | null,
    canSeal: true,
    locked: false,
  }
  const store = storeOn(own, async (operation) => {
    if (operation === 'read' && state.locked) throw new Error('no key')
    if (operation !== 'keep') return
    state.writes++
    if (state.release === waits) await new Promise<void>((resolve) => Object.assign(state, { release: resolve }))
    if (state.fault) throw state.fault
  }) as unknown as FrameStore
  Object.defineProperty(store, 'canSeal', { get: () => state.canSeal })
  return { store, rows: own.frames, lengths: own.lengths, state }
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
