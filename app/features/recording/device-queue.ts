/** Where audio waits until the room has stored it. One consultation each; the interface is that of the durable queue. */
export type QueuedFrame = { take: number; at: number; samples: Int16Array }
type QueueHealth = 'ok' | 'full' | 'failed'

export type DeviceQueue = {
  /** True when what lies here survives the page. */
  readonly persistent: boolean
  health(): QueueHealth
  /** Resolves when the frame is kept. */
  put(frame: QueuedFrame): Promise<void>
  /** The frame that holds sample `from` of the take, or the first one after it; null when there is none. */
  pending(take: number, from: number): Promise<QueuedFrame | null>
  /** The room has stored everything before sample `stored`: it may go. The only way out of the queue. */
  acknowledged(take: number, stored: number): Promise<void>
  /** What waits, per take: samples from `from` to `end`. */
  takes(): Promise<{ take: number; from: number; end: number }[]>
  size(): Promise<{ frames: number; samples: number }>
}

const endOf = (frame: QueuedFrame): number => frame.at + frame.samples.length

function createMemoryQueue(): DeviceQueue {
  const frames = new Map<number, QueuedFrame[]>()
  return {
    persistent: false,
    health: () => 'ok',
    async put(frame) {
      const waiting = frames.get(frame.take) ?? []
      waiting.push(frame)
      frames.set(frame.take, waiting)
    },
    async pending(take, from) {
      return frames.get(take)?.find((frame) => endOf(frame) > from) ?? null
    },
    async acknowledged(take, stored) {
      const waiting = frames.get(take)
      if (!waiting) return
      const keep = waiting.findIndex((frame) => endOf(frame) > stored)
      waiting.splice(0, keep < 0 ? waiting.length : keep)
      if (waiting.length === 0) frames.delete(take)
    },
    async takes() {
      return [...frames].map(([take, waiting]) => ({
        take,
        from: waiting[0]?.at ?? 0,
        end: endOf(waiting.at(-1) as QueuedFrame),
      }))
    },
    async size() {
      const all = [...frames.values()].flat()
      return { frames: all.length, samples: all.reduce((sum, frame) => sum + frame.samples.length, 0) }
    },
  }
}

const open = new Map<string, DeviceQueue>()

/** The same queue for every screen of this page: leaving the consultation and coming back keeps what waits. */
export async function openDeviceQueue(consultationId: string): Promise<DeviceQueue> {
  const known = open.get(consultationId)
  if (known) return known
  const queue = createMemoryQueue()
  open.set(consultationId, queue)
  return queue
}

/** The consultation is over, and nothing of it waits here. */
export function forgetDeviceQueue(consultationId: string): void {
  open.delete(consultationId)
}

/** At sign-out: what was recorded under an account does not stay behind it. */
export function forgetDeviceQueues(): void {
  open.clear()
}
