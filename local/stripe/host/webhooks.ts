import { createHmac } from 'node:crypto'
import type { Event } from '../core/stored.ts'
import type { Delivery, Ledger } from './ledger.ts'

export type WebhookOptions = {
  url?: string
  secret: string
  /** How long after each failure the next attempt follows; after the last the event waits to be asked for. */
  retryDelaysMs: number[]
  save: () => void
}
export type Signed = { id: string; type: string; body: string; signature: string }
export type Waiting = { id: string; type: string; created: number } & Delivery

const PATIENCE_MS = 10_000

/** `at`: when it says it was sent, in seconds of the real clock; receivers refuse what is old. */
function sign(event: Event, secret: string, at = Math.floor(Date.now() / 1_000)): Signed {
  const body = JSON.stringify(event, null, 2)
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { id: event.id, type: event.type, body, signature: `t=${at},v1=${digest}` }
}

/** Tells the app of events: at once and again until it takes them, or, when held, only as a test wants it. */
export class Webhooks {
  #ledger: () => Ledger
  #options: WebhookOptions
  #timers = new Set<NodeJS.Timeout>()
  #held = false
  #closed = false

  constructor(ledger: () => Ledger, options: WebhookOptions) {
    this.#ledger = ledger
    this.#options = options
  }

  get held() {
    return this.#held
  }
  get url() {
    return this.#options.url
  }

  waiting(): Waiting[] {
    const { state, deliveries } = this.#ledger()
    return Object.values(state.events).flatMap(({ id, type, created }) => {
      const delivery = deliveries[id] ?? { attempts: 0, lastStatus: null, delivered: false }
      return delivery.delivered ? [] : [{ id, type, created, ...delivery }]
    })
  }

  /** Sends what nobody was told of yet. */
  announce(): void {
    const { state, deliveries } = this.#ledger()
    if (this.#held || !this.#options.url) return
    for (const { id } of Object.values(state.events)) {
      if (deliveries[id]) continue
      deliveries[id] = { attempts: 0, lastStatus: null, delivered: false }
      void this.#try(id)
    }
  }

  /** What was left undelivered, by an earlier run or while it was held, is sent again. */
  resume(): void {
    const { deliveries } = this.#ledger()
    if (this.#held || !this.#options.url) return
    for (const { id } of this.waiting()) if (deliveries[id]) void this.#try(id)
    this.announce()
  }

  set(change: { held?: boolean; url?: string }): void {
    if (change.url !== undefined) this.#options.url = change.url
    if (change.held === undefined) return
    this.#held = change.held
    if (change.held) this.#forget()
    else this.resume()
  }

  /** These, one after the other and in this order, however often one is named. Answers each one's status. */
  async deliver(ids: string[], at?: number): Promise<(number | null)[]> {
    const statuses: (number | null)[] = []
    for (const id of ids) statuses.push(await this.#send(id, at))
    return statuses
  }

  signed(ids: string[], at?: number): Signed[] {
    const { state } = this.#ledger()
    return ids.flatMap((id) => (state.events[id] ? [sign(state.events[id], this.#options.secret, at)] : []))
  }

  close(): void {
    this.#closed = true
    this.#forget()
  }
  #forget(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async #try(id: string): Promise<void> {
    const status = await this.#send(id)
    const delivery = this.#ledger().deliveries[id]
    if (this.#closed || this.#held || !delivery || (status !== null && status < 300)) return
    const wait = this.#options.retryDelaysMs[delivery.attempts - 1]
    if (wait === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#try(id)
    }, wait)
    this.#timers.add(timer.unref())
  }

  /** One attempt. Null: nobody answered. */
  async #send(id: string, at?: number): Promise<number | null> {
    const event = this.#ledger().state.events[id]
    const { url, secret } = this.#options
    if (!event || !url) return null
    const { body, signature } = sign(event, secret, at)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const status = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.status
      },
      () => null,
    )
    const { deliveries } = this.#ledger()
    const known = deliveries[id] ?? { attempts: 0, lastStatus: null, delivered: false }
    const taken = status !== null && status >= 200 && status < 300
    deliveries[id] = { attempts: known.attempts + 1, lastStatus: status, delivered: known.delivered || taken }
    if (taken) event.pending_webhooks = 0
    this.#options.save()
    return status
  }
}
