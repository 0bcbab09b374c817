import { DeviceQueue } from '#app/features/recording/device/device-queue.ts'
import type { Mark } from '#app/features/recording/screen/reload.ts'
import type { FrameStore, QueuedFrame } from '#app/lib/device/frames.ts'
import { enterBrowser } from './browser.ts'
import { type Disk, PageNotes, storeOn } from './disk.ts'
import type { DeviceLocks } from './locks.ts'

const TICK_MS = 500
/** Ticks until a revocation that did not reach the server is sent again. */
const TELL_EVERY = 10

export type PageSettings = {
  consultationId: string
  /** Which network it is in: its room socket connects to this host. */
  host: string
  disk: Disk
  /** How long the disk takes. */
  working(): Promise<void>
  locks: DeviceLocks
  /** Every frame that the microphone gives while it records. */
  captured(frame: QueuedFrame): void
  after(ms: number, callback: () => void): () => void
  /** The page is a reload without a network: what the one before it recorded. */
  reopened?: Mark | null
  /** Recorded by the page's microphone; without one, only frames arrive. */
  track?: MediaStreamTrack
  /** The microphone begins to deliver frames. */
  onRun?(): void
}

/** A page of the app on a device of the tests: its way to the disk, and its clock. */
export abstract class AppPage {
  isGone = false
  readonly queue: DeviceQueue
  protected readonly notes: PageNotes
  protected readonly settings: PageSettings
  #ticks = 0

  constructor(settings: PageSettings) {
    const { disk, working } = settings
    this.settings = settings
    this.notes = new PageNotes(disk)
    const store = storeOn(disk, async (operation) => {
      await working()
      // Operations pending when the page died never complete.
      if (this.isGone) await new Promise(() => {})
      if (operation === 'keep' && disk.full) throw new DOMException('full', 'QuotaExceededError')
    })
    this.queue = new DeviceQueue(
      async () => store as unknown as FrameStore,
      () => performance.now(),
    )
  }

  protected enter(): void {
    enterBrowser(this.settings.host, this.settings.locks.of(this))
  }
  protected tick(): void {
    this.settings.after(TICK_MS, () => {
      if (this.isGone) return
      this.onTick()
      if (++this.#ticks % TELL_EVERY === 0) this.tellRevocation()
      this.tick()
    })
  }
  protected abstract onTick(): void
  protected abstract tellRevocation(): void
  protected abstract disconnect(): void

  /** The renderer dies: it sends nothing and writes nothing. */
  crash(): void {
    if (this.isGone) return
    this.isGone = true
    this.settings.locks.gone(this)
    this.disconnect()
  }
}
