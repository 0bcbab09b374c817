import { DeviceQueue } from '#app/features/recording/device/device-queue.ts'
import type { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import { Drain } from '#app/features/recording/uplink/background.ts'
import { takeLocks } from '#app/features/recording/uplink/sender.ts'
import { sendRevocation } from '#app/features/recording/uplink/withdrawal.ts'
import { enterBrowser } from './browser.ts'
import { PageNotes, PageStore } from './disk.ts'
import type { PageSettings } from './page.ts'

const TICK_MS = 500
/** Ticks until a revocation that did not reach the server is sent again. */
const TELL_EVERY = 10

/** Another page of the app, which sends what an earlier one left: as long as there is something, as the product does. */
export class History {
  readonly #drain: Drain
  readonly #notes: PageNotes
  readonly #onDisk: PageStore
  readonly #settings: PageSettings
  /** It came to something. A page with nothing to send says nothing, and the room goes by the clock. */
  readonly hadWork: boolean
  #gone = false
  #ticks = 0

  constructor(settings: PageSettings) {
    this.#settings = settings
    this.hadWork = settings.disk.frames.size > 0
    const { consultationId, disk, working } = settings
    this.#onDisk = new PageStore(disk, working)
    const queue = new DeviceQueue(
      async () => this.#onDisk.store,
      () => performance.now(),
    )
    this.#notes = new PageNotes(disk)
    this.#enter()
    const opening = queue.attached.then(() => queue)
    const kept = this.#notes as unknown as KeptStatements
    this.#drain = new Drain(consultationId, { queue: opening, kept, locks: takeLocks(consultationId) }, () => undefined)
    this.#tick()
  }

  /** Something of this device is still to be sent, or told. */
  get isSending(): boolean {
    return !this.#gone && (this.#settings.disk.frames.size > 0 || this.#drain.owes)
  }

  leave(): void {
    if (this.#gone) return
    this.#gone = true
    this.#onDisk.crash()
    this.#settings.locks.gone(this)
    this.#drain.stop()
  }

  #enter(): void {
    enterBrowser(this.#settings.host, this.#settings.locks.of(this))
  }
  #tick(): void {
    this.#settings.after(TICK_MS, () => {
      if (this.#gone) return
      this.#enter()
      if (this.isSending) this.#drain.tick()
      else this.#drain.stop()
      if (++this.#ticks % TELL_EVERY === 0)
        void sendRevocation(this.#settings.consultationId, this.#notes as unknown as KeptStatements)
      this.#tick()
    })
  }
}
