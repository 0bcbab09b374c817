import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { CountingRoom } from './counting-room.ts'
import { type Session, serveDevice } from './harness/serve.ts'
import { launch } from './page.ts'

export const FRAME = 4_000

/** A browser with a profile on the disk, its page, and a room that counts; all of it new for every test. */
export class Stage {
  readonly session: Session = { doctorId: 'doctor-1', secret: 'one' }
  room = new CountingRoom()
  context!: BrowserContext
  #profile = ''
  url = ''

  constructor(port: number) {
    const directory = join(import.meta.dirname, `../../.local/device-profiles-${port}`)
    let served: Awaited<ReturnType<typeof serveDevice>>
    beforeAll(async () => {
      rmSync(directory, { recursive: true, force: true })
      mkdirSync(directory, { recursive: true })
      served = await serveDevice(port, this.session, () => this.room)
      this.url = served.url
    }, 120_000)
    afterAll(() => served?.close())
    beforeEach(async () => {
      this.room = new CountingRoom()
      Object.assign(this.session, { doctorId: 'doctor-1', secret: 'one' })
      this.#profile = mkdtempSync(join(directory, 'profile-'))
      await this.launch()
    })
    afterEach(async () => {
      await this.context.close()
      rmSync(this.#profile, { recursive: true, force: true })
    })
  }

  /** The same profile, another browser. */
  async launch(): Promise<void> {
    this.context = await launch(this.#profile)
  }
  openPage = async (): Promise<Page> => {
    const page = await this.context.newPage()
    await page.goto(this.url)
    await page.waitForFunction(() => 'device' in window)
    return page
  }
  stored = (take: number): number => this.room.stored.get(take) ?? 0
}
