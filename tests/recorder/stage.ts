import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { chromiumArgs, ensureChromium } from '../testkit/chromium.ts'
import { FakeRoom } from './fake-room.ts'
import { serveHarness } from './harness/serve.ts'
import { resampled, resampledSoFar, tappedRuns } from './tapped.ts'
import { toneWav } from './tone.ts'

/** 109.25 periods a frame: a frame lost or doubled leaves a step in the tone. */
export const TONE_HZ = 437

const TAPPED_RATE = 48_000

type Options = {
  /** The first recording on this device: its notice has not been read. */
  fresh?: boolean
  /** Runs before the page's own scripts. */
  before?: string
}

/** The consultation's screen in Chromium, with a tone for a microphone and a room of the tests. One stage a file. */
export class Stage {
  room = new FakeRoom()
  page!: Page
  context!: BrowserContext
  #browser: Browser | undefined
  #harness: Awaited<ReturnType<typeof serveHarness>> | undefined

  constructor(port: number) {
    beforeAll(() => this.#open(port), 120_000)
    afterAll(async () => {
      await this.#browser?.close()
      await this.#harness?.close()
    })
    beforeEach(async () => {
      this.room = new FakeRoom()
      await this.enter()
    })
    afterEach(() => this.context.close())
  }

  async #open(port: number): Promise<void> {
    const directory = join(import.meta.dirname, '../../.local/recorder-input')
    mkdirSync(directory, { recursive: true })
    const microphone = join(directory, `tone-${port}.wav`)
    writeFileSync(microphone, toneWav(TONE_HZ, 48_000, 10))
    this.#harness = await serveHarness(port, () => this.room)
    const args = chromiumArgs().concat(`--use-file-for-fake-audio-capture=${microphone}`)
    this.#browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? ensureChromium(), args })
  }

  /** A doctor's browser: what it keeps lives as long as the context. */
  async enter({ fresh = false, before = '' }: Options = {}): Promise<void> {
    await this.context?.close()
    this.context = await (this.#browser as Browser).newContext({
      permissions: ['microphone'],
      locale: 'pt-BR',
      viewport: { width: 1440, height: 900 },
    })
    const read = fresh ? '' : `localStorage.setItem('relato-recording-advice', 'read');`
    // A browser without a head never promises to keep anything.
    await this.context.addInitScript(`${read} navigator.storage.persist = async () => true; ${before}`)
    await this.reopen()
  }

  /** The page is gone, as in a crash, and the doctor opens the consultation again. */
  async reopen(query = ''): Promise<void> {
    await this.page?.close()
    this.page = await this.context.newPage()
    await this.page.goto((this.#harness as { url: string }).url + query)
  }
  /** The page again, with what the browser gives its recorder kept beside: given() reads it. */
  reopenTapped(): Promise<void> {
    return this.reopen(`/?rate=${TAPPED_RATE}`)
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }
  seen(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor({ timeout: 30_000 })
  }
  samples(take: number): number[] {
    return this.room.takes.get(take) ?? []
  }
  recorded(take: number, count: number): Promise<void> {
    return eventually(() => expect(this.samples(take).length).toBeGreaterThan(count))
  }

  said<T extends ClientMessage['type']>(type: T) {
    return this.room.said.filter((message): message is Extract<ClientMessage, { type: T }> => message.type === type)
  }
  async start(samples = 16_000): Promise<void> {
    await this.button('Iniciar gravação').click()
    await this.recorded(1, samples)
  }
  cutOff(): void {
    this.room.closed = true
    this.room.cut()
  }
  offlineFor(seconds: RegExp): Promise<void> {
    return this.seen(new RegExp(`guardado neste aparelho \\(${seconds.source} s\\)`))
  }
  async finishHere(): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
  }

  async expectAccessible(): Promise<void> {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await this.page.setViewportSize(size)
      const { violations } = await new AxeBuilder({ page: this.page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
    await this.page.setViewportSize({ width: 1440, height: 900 })
  }

  /**
   * The input of the page's only recording run, at 16 kHz, after the run is over. On a loaded machine the fake
   * microphone drops audio itself, so the tone alone does not show which step lost it.
   */
  async given(): Promise<Int16Array> {
    return resampled(await this.#onlyRun(), TAPPED_RATE)
  }
  /** The same of a run that goes on. */
  async givenSoFar(): Promise<Int16Array> {
    return resampledSoFar(await this.#onlyRun(), TAPPED_RATE)
  }
  async #onlyRun(): Promise<Float32Array> {
    const [run, ...more] = await tappedRuns(this.page)
    expect(more).toEqual([])
    return run as Float32Array
  }

  /** The room has what was given, to the sample. */
  expectExact(take: number, given: Int16Array): void {
    expect(this.samples(take)).toHaveLength(given.length)
    this.expectBegins(take, given)
  }
  /** As far as both reach. */
  expectBegins(take: number, given: Int16Array): void {
    const pcm = this.samples(take)
    const differs = given.subarray(0, pcm.length).findIndex((value, i) => value !== pcm[i])
    expect(differs, 'first sample that is not the one the browser gave').toBe(-1)
  }
}

export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })
