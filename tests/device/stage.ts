import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { servePage } from '../testkit/built-pages.ts'
import { launchOptions } from '../testkit/chromium.ts'
import { CountingRoom } from './counting-room.ts'

export const CONSULTATION = '00000000-0000-4000-8000-000000000001'

/** A browser with a profile on the disk, its page, and a room that counts; all of it new for every test. */
export class Stage {
  room = new CountingRoom()
  context!: BrowserContext
  #profile = ''
  url = ''

  constructor() {
    let served: Awaited<ReturnType<typeof servePage>> | undefined
    beforeAll(async () => {
      served = await servePage('device', () => this.room)
      this.url = served.url
    }, 120_000)
    afterAll(() => served?.close())
    beforeEach(async () => {
      this.room = new CountingRoom()
      this.#profile = mkdtempSync(join(tmpdir(), 'relato-device-'))
      await this.launch()
    })
    afterEach(async () => {
      await this.context.close()
      rmSync(this.#profile, { recursive: true, force: true })
    })
  }

  /** The same profile, another browser. */
  async launch(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.#profile, launchOptions())
  }
  openPage = async (): Promise<Page> => {
    const page = await this.context.newPage()
    await page.goto(this.url)
    await page.waitForFunction(() => 'device' in window)
    return page
  }
  stored = (take: number): number => this.room.takes.get(take)?.length ?? 0
}

export const eventually = <T>(check: () => T | Promise<T>, timeout = 20_000) =>
  vi.waitFor(check, { timeout, interval: 50 })

/** Samples recorded, from the first frame to the last. */
export const record = (page: Page, take: number, from: number, count: number, consultation = CONSULTATION) =>
  page.evaluate(([c, t, f, n]) => window.device.record(c, t, f, n), [consultation, take, from, count] as const)
export const send = (page: Page) => page.evaluate((c) => window.device.send(c), CONSULTATION)
export const queueOf = (page: Page) =>
  page.evaluate(async (c) => {
    const queue = await window.device.openDeviceQueue(c)
    const [size, takes, held] = [await queue.size(), await queue.takes(), await queue.takeLengths()]
    return { health: queue.health(), persistent: queue.persistent, size, takes, held }
  }, CONSULTATION)

/** The contents of the first doctor's database, as a person with the disk would read them. */
export const rawRows = (page: Page, store: 'frame' | 'note') =>
  page.evaluate(async (store) => {
    const rows = await (await window.device.openDeviceDatabase('doctor-1')).getAll(store)
    return rows.map(({ iv, data }) => ({ iv: [...iv], data: [...new Uint8Array(data)] }))
  }, store)
