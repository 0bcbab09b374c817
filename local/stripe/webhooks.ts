import { createHmac } from 'node:crypto'
import type { Event } from './account.ts'

type Options = {
  /** Without one nothing is sent: tests read the events and deliver them. */
  url: string | undefined
  secret: string
  /** The wait after each failed attempt. After the last one the event is sent again at the next start. */
  retryDelaysMs: number[]
  onDelivered: () => void
}

const TIMEOUT_MS = 10_000

/** Signs as Stripe does: https://docs.stripe.com/webhooks/signature */
function signatureOf(body: string, secret: string): string {
  const at = Math.floor(Date.now() / 1_000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Sends events until the app accepts them. Events of one moment leave together and arrive in any order. */
export class Webhooks {
  #options: Options
  #attempts = new Map<string, number>()
  #timers = new Set<NodeJS.Timeout>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Sends every event that is pending and not on its way. */
  send(events: Event[]): void {
    if (!this.#options.url) return
    for (const event of events)
      if (event.pending_webhooks > 0 && !this.#attempts.has(event.id)) {
        this.#attempts.set(event.id, 0)
        void this.#attempt(event)
      }
  }

  close(): void {
    this.#options.url = undefined
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async #attempt(event: Event): Promise<void> {
    const { url, secret, retryDelaysMs, onDelivered } = this.#options
    if (!url) return
    const body = JSON.stringify(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, secret) }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const isAccepted = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
    if (isAccepted) {
      event.pending_webhooks = 0
      onDelivered()
      return
    }
    const failures = this.#attempts.get(event.id) ?? 0
    this.#attempts.set(event.id, failures + 1)
    const wait = retryDelaysMs[failures]
    if (wait === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#attempt(event)
    }, wait)
    this.#timers.add(timer.unref())
  }
}
