import type { KeptStatements } from '#app/features/recording/device/kept-statements.ts'
import { Drain } from '#app/features/recording/uplink/background.ts'
import { takeLocks } from '#app/features/recording/uplink/sender.ts'
import { sendRevocation } from '#app/features/recording/uplink/withdrawal.ts'
import { AppPage, type PageSettings } from './app-page.ts'

/** Another page of the app, which sends what an earlier one left: as long as there is something, as the product does. */
export class History extends AppPage {
  readonly #drain: Drain
  /** It came to something. A page with nothing to send says nothing, and the room goes by the clock. */
  readonly hadWork: boolean

  constructor(settings: PageSettings) {
    super(settings)
    const { consultationId, disk } = settings
    this.hadWork = disk.frames.size > 0
    this.enter()
    const queue = this.queue.attached.then(() => this.queue)
    const parts = { queue, kept: this.notes as unknown as KeptStatements, locks: takeLocks(consultationId) }
    this.#drain = new Drain(consultationId, parts, () => undefined)
    this.tick()
  }

  /** Something of this device is still to be sent, or told. */
  get isSending(): boolean {
    return !this.isGone && (this.settings.disk.frames.size > 0 || this.#drain.owes)
  }

  protected onTick(): void {
    this.enter()
    if (this.isSending) this.#drain.tick()
    else this.#drain.stop()
  }
  protected tellRevocation(): void {
    void sendRevocation(this.settings.consultationId, this.notes as unknown as KeptStatements)
  }
  protected disconnect(): void {
    this.#drain.stop()
  }
}
