import { randomBytes } from 'node:crypto'
import { stockCatalogue } from '../catalogue.ts'
import type { Account } from '../core/account.ts'
import { settle } from '../core/clock.ts'
import { type Subscriber, stockDemonstration } from '../demonstration.ts'
import { emptyLedger, type Ledger, readLedger, writeLedger } from './ledger.ts'
import { type WebhookOptions, Webhooks } from './webhooks.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** As long as Stripe's are; a session's is what keeps its page from strangers. */
const idLength = (prefix: string) => (prefix === 'cs_test' ? 58 : prefix === 'cus' ? 14 : 24)
export function randomId(prefix: string): string {
  const letters = Array.from(randomBytes(idLength(prefix)), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return prefix ? `${prefix}_${letters}` : letters
}

export type DeskOptions = {
  file?: string
  now: () => number
  newId: (prefix: string) => string
  subscriber?: Subscriber
  empty: boolean
  webhooks: Omit<WebhookOptions, 'save'>
}

/** The one place where the account is worked on: whatever is due is done first, whatever came of it is kept and told. */
export class Desk {
  ledger: Ledger
  pages = ''
  readonly webhooks: Webhooks
  #options: DeskOptions
  #written = ''
  #failing: { path: string; about: string }[] = []

  constructor(options: DeskOptions) {
    this.#options = options
    this.ledger = readLedger(options.file)
    this.webhooks = new Webhooks(() => this.ledger, { ...options.webhooks, save: () => this.#save() })
  }

  open(pages: string): void {
    this.pages = pages
    this.work((account) => this.#stock(account))
    this.webhooks.resume()
  }

  account(request: Account['request']): Account {
    const { state } = this.ledger
    const now = () => Math.floor(this.#options.now() / 1_000) + state.ahead
    return { state, now, newId: this.#options.newId, pages: this.pages, request }
  }

  work<T>(act: (account: Account) => T, request: Account['request'] = null): T {
    try {
      settle(this.account(null))
      const result = act(this.account(request))
      settle(this.account(null))
      return result
    } finally {
      this.webhooks.announce()
      this.#save()
    }
  }

  /** The next call there that speaks of `about` and is begun ends in an error of Stripe's own. */
  failNext(path: string, about: string): void {
    this.#failing.push({ path, about })
  }

  fails(path: string, body: string): boolean {
    const at = this.#failing.findIndex((one) => one.path === path && body.includes(one.about))
    return at >= 0 && this.#failing.splice(at, 1).length > 0
  }

  reset(): void {
    this.#failing = []
    this.ledger = emptyLedger()
    this.work((account) => this.#stock(account))
  }

  #stock(account: Account): void {
    if (!this.#options.empty) stockCatalogue(account)
    if (this.#options.subscriber) stockDemonstration(account, this.#options.subscriber)
  }

  #save(): void {
    if (!this.#options.file) return
    const text = JSON.stringify(this.ledger)
    if (text !== this.#written) writeLedger(this.#options.file, text)
    this.#written = text
  }
}
