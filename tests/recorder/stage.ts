import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { ClientMessage } from '#domain/consultation/protocol.ts'
import { createResampler } from '#domain/recorder/resample.ts'
import { writeWav } from '#local/speech/pcm.ts'
import { accessible } from '../testkit/accessible.ts'
import { servePage } from '../testkit/built-pages.ts'
import { launchOptions } from '../testkit/chromium.ts'
import { FakeRoom } from './fake-room.ts'

/** 109.25 periods a frame: a frame lost or doubled leaves a step in the tone. */
const TONE_HZ = 437
const TONE_RATE = 48_000
/** Samples from -1 to 1 that the fake microphone plays again and again. */
type Sound = { samples: ArrayLike<number>; rate: number }
/** Ten seconds of whole periods: it repeats without a step. */
const tone: Sound = {
  rate: TONE_RATE,
  samples: Float64Array.from(
    { length: TONE_RATE * 10 },
    (_, i) => 0.4 * Math.sin((2 * Math.PI * TONE_HZ * i) / TONE_RATE),
  ),
}
/** The rate of a device whose samples the test reads. */
const TAPPED_RATE = 48_000

type Entrance = {
  /** The first recording on this device: its notice has not been read. */
  fresh?: boolean
  /** Runs before the page's own scripts. */
  before?: string
  /** The doctor's settings of the audio. */
  audio?: object
  query?: string
}

/** The consultation's screen in Chromium, with a sound for a microphone and a room of the tests. One stage a file. */
export class Stage {
  room = new FakeRoom()
  page!: Page
  context!: BrowserContext
  browser: Browser | null = null
  readonly #entrance: Entrance
  #url = ''

  /** `entrance`: how each test enters. */
  constructor(entrance: Entrance = {}, sound = tone) {
    this.#entrance = entrance
    vi.setConfig({ testTimeout: 120_000 })
    let served: Awaited<ReturnType<typeof servePage>> | undefined
    beforeAll(async () => {
      served = await servePage('recorder', () => this.room)
      this.#url = served.url
      await this.launch(sound)
    }, 120_000)
    afterAll(async () => {
      await this.browser?.close()
      await served?.close()
    })
    beforeEach(async () => {
      this.room = new FakeRoom()
      await this.enter()
    })
    afterEach(() => this.context.close())
  }

  /** Another browser, whose microphone plays this. */
  async launch({ samples, rate }: Sound): Promise<void> {
    await this.browser?.close()
    const directory = mkdtempSync(join(tmpdir(), 'relato-microphone-'))
    const wav = join(directory, 'microphone.wav')
    const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_767))
    writeFileSync(wav, writeWav(pcm, rate))
    this.browser = await chromium.launch(launchOptions(wav))
    this.browser.once('disconnected', () => rmSync(directory, { recursive: true, force: true }))
  }

  /** A doctor's browser: what it keeps lives as long as the context. */
  async enter(entrance: Entrance = {}): Promise<void> {
    const { fresh = false, before = '', audio = {}, query } = { ...this.#entrance, ...entrance }
    await this.context?.close()
    this.context = await (this.browser as Browser).newContext({
      permissions: ['microphone'],
      locale: 'pt-BR',
      viewport: { width: 1440, height: 900 },
    })
    // A browser without a head never promises to keep anything.
    await this.context.addInitScript(`
      localStorage.setItem('relato-settings', '${JSON.stringify({ audio })}')
      ${fresh ? '' : `localStorage.setItem('relato-recording-advice', 'read')`}
      navigator.storage.persist = async () => true
      ${before}`)
    await this.reopen(query)
  }

  /** The page is gone, as in a crash, and the doctor opens the consultation again. */
  async reopen(query = ''): Promise<void> {
    await this.page?.close()
    this.page = await this.context.newPage()
    await this.page.goto(this.#url + query)
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
  /** Samples that the room has of a take. */
  samples(take = 1): number[] {
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
  async pause(): Promise<void> {
    await this.button('Pausar gravação').click()
    await eventually(() => expect(this.said('toggle_transcription').at(-1)?.action).toBe('pause'))
  }
  async leave(): Promise<void> {
    await this.page.getByRole('link', { name: 'Sair' }).click()
  }
  /** Returns the distinct vertical positions, in CSS pixels, that a button has during two seconds. */
  heightsOf(name: string): Promise<number[]> {
    return this.button(name).evaluate(async (element) => {
      const tops = new Set<number>()
      const until = performance.now() + 2_000
      while (performance.now() < until) {
        await new Promise(requestAnimationFrame)
        tops.add(element.getBoundingClientRect().top)
      }
      return [...tops]
    })
  }
  cutOff(): void {
    this.room.closed = true
    this.room.cut()
  }
  /** Cut off until the screen says that it keeps so much audio. */
  offlineFor(seconds: RegExp): Promise<void> {
    this.cutOff()
    return this.seen(new RegExp(`guardado neste aparelho \\(${seconds.source} s\\)`))
  }
  async finishHere(): Promise<void> {
    await this.page.keyboard.press('Control+Enter')
    await this.button('Finalizar agora').click()
  }
  /** The screen shows the end. */
  async completed(): Promise<void> {
    this.room.broadcast({ type: 'consultation', status: 'completed' })
    await eventually(async () => expect(await this.page.title()).toBe('Finalizada'))
  }
  async alerts(): Promise<string> {
    return (await this.page.getByRole('alert').allInnerTexts()).join(' ')
  }

  async expectAccessible(): Promise<void> {
    for (const width of [390, 1440]) {
      await this.page.setViewportSize({ width, height: 900 })
      await accessible(this.page)
    }
  }

  /** The audio from the browser to the recorder, one array per run, at the device's rate. */
  async tappedRuns(): Promise<Float32Array[]> {
    const runs = await this.page.evaluate(() => window.harness.readTap?.() ?? [])
    return runs.map((base64) => new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer))
  }
  /**
   * The input of the page's only recording run, at 16 kHz; of one that goes on, as far as it is resampled. On a loaded
   * machine the fake microphone drops audio itself, so the tone alone does not show which step lost it.
   */
  async given({ isOver = true } = {}): Promise<Int16Array> {
    const [run, ...more] = await this.tappedRuns()
    expect(more).toEqual([])
    return resampled(run as Float32Array, TAPPED_RATE, isOver)
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

/** Our resampler's output for exactly these samples: 16 kHz. */
export function resampled(samples: Float32Array, rate: number, isOver = true): Int16Array {
  const resampler = createResampler(rate)
  return Int16Array.from([...resampler.push(samples), ...(isOver ? resampler.flush() : [])])
}

export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })
