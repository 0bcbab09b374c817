import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { currentNotice } from '#domain/consent/notice.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { storedFrames } from '#tests/e2e/ledger.ts'
import { chromiumArgs, ensureChromium } from '#tests/testkit/chromium.ts'
import { wordOf } from '#tests/testkit/engine/engine.ts'
import { type Measure, nothingWrong } from '../measure.ts'
import { FRAME_SECONDS, until } from '../workerd/device.ts'
import type { Clinic } from './clinic.ts'
import { pageScript, type Told } from './page-script.ts'
import { Screen } from './screen.ts'

/** Frame numbers of one page: it can be told by them what each has lost. */
const NUMBERS = 4_000
/** Loud enough to be a voice. */
const FIRST_WORD = 6_000

/** A doctor's browser with a profile on the disk, one consultation, and the ledger of all it has recorded. */
export class Desk {
  readonly clinic: Clinic
  readonly profile: string
  readonly recoveries: number[] = []
  context!: BrowserContext
  consultationId = ''
  readonly screens: Screen[] = []
  /** By the page that captured them. */
  readonly captured: number[][] = []
  #pages = new Map<Page, Screen>()
  #lost = 0
  readonly #script: string

  private constructor(clinic: Clinic, profile: string, script: string) {
    this.clinic = clinic
    this.profile = profile
    this.#script = script
  }

  static async open(clinic: Clinic, script = ''): Promise<Desk> {
    const desk = new Desk(clinic, await mkdtemp(join(clinic.directory, 'profile-')), script)
    await desk.launch()
    const { patient } = await desk.call<{ patient: { id: string } }>('POST', '/api/patients', { name: 'Rita Moura' })
    const started = await desk.call<{ consultation: { id: string } }>('POST', '/api/consultations', {
      patientId: patient.id,
    })
    desk.consultationId = started.consultation.id
    const answer = { notice_version: currentNotice.version, answers: { ai: 'accepted', recording: 'accepted' } }
    await desk.call('POST', `/api/consultations/${desk.consultationId}/consents`, answer)
    return desk
  }

  /** The browser, with what its profile kept, and the doctor signed in. */
  async launch(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.profile, {
      executablePath: process.env.CHROMIUM ?? ensureChromium(),
      args: chromiumArgs(),
      headless: true,
      baseURL: this.clinic.url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1440, height: 900 },
      permissions: ['microphone'],
    })
    this.context.setDefaultTimeout(30_000)
    await this.context.exposeBinding('tellTest', ({ page }, told: Told) => this.#told(page, told))
    await this.context.addInitScript(`${pageScript()}; ${this.#script}`)
    if (this.clinic.cookies.length > 0) return this.context.addCookies(this.clinic.cookies)
    await this.signIn()
    this.clinic.cookies = await this.context.cookies()
  }

  /** A session of its own; the others share one, for signing in is limited. */
  async signIn(): Promise<void> {
    await this.call('POST', '/api/auth/sign-in/email', { email: DEMO_EMAIL, password: DEMO_PASSWORD })
  }

  async call<T>(method: string, path: string, data?: unknown): Promise<T> {
    const headers = { origin: this.clinic.url }
    const response = await this.context.request.fetch(path, { method, headers, ...(data !== undefined && { data }) })
    if (!response.ok()) throw new Error(`${method} ${path} was answered with ${response.status()}`)
    return (await response.json()) as T
  }

  /** A page of this browser, at the consultation or where `path` says. */
  async screen(path = `/app/dashboard?consulta=${this.consultationId}`): Promise<Screen> {
    const page = await this.context.newPage()
    const screen = new Screen(this, page)
    this.screens.push(screen)
    this.#pages.set(page, screen)
    await page.goto(path)
    return screen
  }
  async recorder(): Promise<Screen> {
    const screen = await this.screen()
    await screen.record()
    return screen
  }

  #told(page: Page, told: Told): number {
    if (told.type === 'begun') {
      this.captured.push([])
      return FIRST_WORD + (this.captured.length - 1) * NUMBERS
    }
    if (told.type === 'captured')
      for (const n of told.frames) this.captured[Math.floor((n - FIRST_WORD) / NUMBERS)]?.push(n)
    else this.#pages.get(page)?.lines.push(told)
    return 0
  }

  /** Processes of this very browser, by its own word. */
  async #processes(): Promise<{ type: string; id: number }[]> {
    const cdp = await this.context.browser()?.newBrowserCDPSession()
    const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
    await cdp?.detach()
    return processInfo
  }
  async killRenderer(screen: Screen): Promise<void> {
    const crashed = screen.page.waitForEvent('crash')
    for (const { type, id } of await this.#processes()) if (type === 'renderer') process.kill(id, 'SIGKILL')
    await crashed
    screen.gone()
  }
  /** All of the browser at once; `launch` opens another on the same profile. */
  async killBrowser(): Promise<void> {
    const processes = await this.#processes()
    const closed = new Promise((resolve) => this.context.once('close', resolve))
    for (const { id } of processes.sort((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser')))
      killed(id)
    await closed
    for (const screen of this.screens) screen.gone()
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      rmSync(join(this.profile, name), { force: true })
  }
  /** As with the lid closed. */
  async sleep(ms: number): Promise<void> {
    const processes = await this.#processes()
    for (const { id } of processes) process.kill(id, 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, ms))
    for (const { id } of processes.reverse()) process.kill(id, 'SIGCONT')
  }

  /** [LA] What was acknowledged and is not stored, or stored otherwise than it was sent. */
  compareStored(): void {
    const stored = storedFrames(this.consultationId, this.clinic.state)
    for (const { ledger } of this.screens)
      for (const [place, sum] of ledger.sent) {
        const [take, at] = place.split(':').map(Number) as [number, number]
        if (at < (ledger.acknowledged.get(take) ?? 0) && stored.get(place) !== sum) this.#lost++
      }
  }

  async isCompleted(): Promise<boolean> {
    type Detail = { consultation: { status: string } }
    const { consultation } = await this.call<Detail>('GET', `/api/consultations/${this.consultationId}`)
    return consultation.status === 'completed'
  }

  /** Waits for the end of the consultation, and says what the fault has cost. */
  async measure(withinMs = 90_000): Promise<Measure> {
    await until('the consultation is complete', () => this.isCompleted(), withinMs)
    type Detail = { transcriptions: { text: string }[] }
    const { transcriptions } = await this.call<Detail>('GET', `/api/consultations/${this.consultationId}`)
    const words = transcriptions.flatMap(({ text }) => text.split(' '))
    const heardWords = new Set(words)
    const measure = nothingWrong(1)
    measure.la = this.#lost
    // Each page's own: a crash may cost the frame in hand, and not more.
    const missing = this.captured.map((own) => own.filter((n) => !heardWords.has(wordOf(n))))
    measure.lu = Math.max(0, ...missing.map((own) => own.length)) * FRAME_SECONDS
    measure.dv = words.length - heardWords.size
    measure.rt = this.recoveries.length > 0 ? Math.max(...this.recoveries) : null
    const falseStatements = this.screens.flatMap((screen) => screen.lies())
    measure.sil = falseStatements.length
    measure.faults.push(...falseStatements)
    if (measure.lu > 0) measure.faults.push(`never became text: ${missing.map((own) => own.join(' ')).join(' | ')}`)
    const foreign = words.filter((word) => !/^palavra\d+$/.test(word))
    if (foreign.length > 0) measure.faults.push(`words nobody said: ${foreign.slice(0, 3).join(' ')}`)
    const numbers = words.map((word) => Number(word.slice('palavra'.length)))
    for (const own of this.captured) {
      const order = numbers.filter((n) => own.includes(n))
      if (order.some((n, i) => i > 0 && n <= (order[i - 1] as number))) measure.faults.push('words are out of order')
    }
    if (this.captured.flat().length === 0) measure.faults.push('nothing was recorded')
    if (this.clinic.engine.tooFast > 0) measure.faults.push('the engine was fed too fast')
    return measure
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined)
    rmSync(this.profile, { recursive: true, force: true })
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went with another.
  }
}
