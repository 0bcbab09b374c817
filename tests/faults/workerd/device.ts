import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import { encodeFrame } from '#domain/consultation/frame.ts'
import { spoken } from '#tests/testkit/engine/engine.ts'
import { installBrowser } from '../device/browser.ts'
import { Disk } from '../device/disk.ts'
import { DeviceLocks } from '../device/locks.ts'
import { Page } from '../device/page.ts'
import { untruth } from '../device/truth.ts'
import type { CuttableNetwork } from '../proxy.ts'

export const FRAME_SECONDS = 0.25
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const sha256 = (pcm: Uint8Array): string => createHash('sha256').update(pcm).digest('hex')

/** Waits until it is so; fails with what was waited for. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs / 1_000} s: ${what}`)
    await pause(10)
  }
}

const cookies = new Map<string, () => string>()

/** A browser's socket: it carries the cookie and origin of the network it is in. */
class DeviceSocket extends WebSocket {
  constructor(url: string) {
    const { host } = new URL(url)
    super(url, { headers: { cookie: cookies.get(host)?.() ?? '', origin: `http://${host}` }, perMessageDeflate: false })
    mangler?.(this, host)
  }
}
/** A test's change to the frames of a socket. */
let mangler: ((socket: WebSocket, host: string) => void) | null = null
export const mangleSockets = (next: typeof mangler): void => {
  mangler = next
}
installBrowser(DeviceSocket)

export type Recorded = { take: number; at: number; n: number; sha256: string }

/** A doctor's device: a disk, a network of its own, and at most one page. */
export class Device {
  readonly disk = new Disk()
  readonly recorded: Recorded[] = []
  /** Frames in hand when a page crashed: at most the last one of each, and only if it was not stored yet. */
  readonly diedInHand: Recorded[] = []
  readonly untruths: string[] = []
  cookie: string
  page: Page
  #n: number
  readonly proxy: CuttableNetwork
  readonly #locks = new DeviceLocks()
  readonly #consultationId: string

  constructor(consultationId: string, proxy: CuttableNetwork, cookie: string, firstWord: number) {
    this.#consultationId = consultationId
    this.proxy = proxy
    this.cookie = cookie
    this.#n = firstWord
    cookies.set(this.host, () => this.cookie)
    this.page = this.open()
  }

  get host(): string {
    return `127.0.0.1:${this.proxy.port}`
  }

  /** A new page, as after a reload or a crash. */
  open(): Page {
    const page: Page = new Page({
      consultationId: this.#consultationId,
      host: this.host,
      disk: this.disk,
      working: async () => {},
      locks: this.#locks,
      captured: ({ take, at, samples }) =>
        this.recorded.push({ take, at, n: this.#n, sha256: sha256(new Uint8Array(encodeFrame(take, at, samples), 8)) }),
      after(ms, callback) {
        const timer = setTimeout(callback, ms)
        return () => clearTimeout(timer)
      },
    })
    // A screen is drawn when a change is through, not in the middle of it.
    page.store.subscribe(() => setImmediate(() => this.#look(page)))
    this.page = page
    return page
  }

  #look(page: Page): void {
    const lie = page.isGone ? null : untruth(page)
    if (lie && !this.untruths.includes(lie)) this.untruths.push(lie)
  }

  crash(): void {
    this.proxy.reset()
    this.page.crash()
    const last = this.recorded.at(-1)
    if (!last) return
    const acknowledged = this.page.view.takes.find(({ take }) => take === last.take)?.stored ?? 0
    const isStored = this.disk.frames.get(last.take)?.some(({ at }) => at === last.at) || acknowledged > last.at
    if (!isStored) this.diedInHand.push(last)
  }

  async record(): Promise<void> {
    await until('ready to record', () => this.page.view.known && this.page.view.connection === 'connected', 15_000)
    this.page.press()
    await until('recording', () => this.page.capturing, 15_000)
  }

  /** `count` words, at a multiple of real time. */
  async speak(count: number, speed: number): Promise<void> {
    const startedAt = performance.now()
    for (let spokenCount = 0; spokenCount < count; spokenCount++) {
      const due = startedAt + (spokenCount * FRAME_SECONDS * 1_000) / speed
      const early = due - performance.now()
      if (early > 1) await pause(early)
      else if (spokenCount % 8 === 0) await pause(0)
      const before = this.recorded.length
      this.page.hear(spoken(this.#n))
      if (this.recorded.length > before) this.#n++
    }
  }

  /** Goes on speaking until told to stop. */
  keepSpeaking(speed: number): () => Promise<void> {
    let on = true
    const speaking = (async () => {
      while (on) await this.speak(4, speed)
    })()
    return () => {
      on = false
      return speaking
    }
  }

  /** The next words start at `n`, regardless of the words before. */
  sayAgain(n: number): void {
    this.#n = n
  }

  /** Until everything recorded on this device is acknowledged. */
  async drained(withinMs = 60_000): Promise<void> {
    await until(
      'all audio is stored',
      () => this.page.view.connection === 'connected' && this.page.waiting === 0,
      withinMs,
    )
  }

  async close(): Promise<void> {
    this.page.leave()
    await this.proxy.close()
  }
}
