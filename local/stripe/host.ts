import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Account, emptyState, type State } from './account.ts'
import { runDueTasks } from './clock.ts'
import { Webhooks } from './webhooks.ts'

export type Request = { method: string; url: URL; headers: Headers; body: string }
export type Reply = { status: number; headers: Record<string, string>; body: string }
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body, null, 2),
})

export type HostOptions = {
  secretKey: string
  webhookSecret: string
  webhookUrl?: string
  retryDelaysMs?: number[]
  /** Stores the account. Without one it ends with the process. */
  file?: string
}
const RETRY_DELAYS_MS = [500, 2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000]

/** Holds the account. Every change goes through `work`, which runs due tasks, stores the state and sends events. */
export class Host {
  url = ''
  readonly secretKey: string
  /** By idempotency key: a repeated call gets the first answer, errors included. */
  readonly answers = new Map<string, { request: string; reply: Reply }>()
  /** Calls that must fail once: see the `fail` control. */
  readonly failures: { path: string; about: string }[] = []
  readonly webhooks: Webhooks
  #state: State
  #file: string | undefined
  #saved = ''

  constructor({ secretKey, webhookSecret, webhookUrl, retryDelaysMs = RETRY_DELAYS_MS, file }: HostOptions) {
    this.secretKey = secretKey
    this.#file = file
    const saved = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    this.#state = { ...emptyState(), ...saved.account }
    const onDelivered = () => this.#save()
    this.webhooks = new Webhooks({ url: webhookUrl, secret: webhookSecret, retryDelaysMs, onDelivered })
  }

  work<T>(act: (account: Account) => T): T {
    const account = { state: this.#state, now: () => Math.floor(Date.now() / 1_000), pages: this.url }
    try {
      runDueTasks(account)
      const result = act(account)
      runDueTasks(account)
      return result
    } finally {
      this.webhooks.send(Object.values(this.#state.events))
      this.#save()
    }
  }

  /** Renames a complete file, so that a crash cannot leave half of one. */
  #save(): void {
    const text = JSON.stringify({ account: this.#state })
    if (!this.#file || text === this.#saved) return
    this.#saved = text
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(`${this.#file}.new`, text)
    renameSync(`${this.#file}.new`, this.#file)
  }
}
