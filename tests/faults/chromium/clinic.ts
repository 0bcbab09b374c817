import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { ROOT, type Running } from '#local/stack/processes.ts'
import { storedFrames } from '#tests/e2e/ledger.ts'
import { type App, prepareApp, startApp, stateOf } from '#tests/e2e/stack.ts'
import { chromiumArgs, ensureChromium } from '#tests/testkit/chromium.ts'
import { type Doctor, signIn, startConsultation } from '#tests/testkit/doctor.ts'
import { EngineServer } from '#tests/testkit/engine/server.ts'
import { CuttableNetwork } from '#tests/testkit/network.ts'
import { pause } from '#tests/testkit/until.ts'
import { Consultation } from '../consultation.ts'
import { pageScript, type Told } from './page-script.ts'
import { BrowserScreen } from './screen.ts'

const PORTS = { app: 4500, engine: 4501, network: 4502 }
/** How long nothing serves at least. */
const DEAD_MS = 3_000
/** Words of one page. */
const NUMBERS = 4_000
/** Loud enough to be a voice. */
const FIRST_WORD = 6_000

/** The product as it is built and served, the engine of the tests, and the network between it and the doctor's browser. */
export class Clinic {
  readonly network = new CuttableNetwork(PORTS.app)
  readonly engine = new EngineServer()
  /** Past the network. */
  readonly url = `http://localhost:${PORTS.app}`
  readonly directory = join(ROOT, '.local/faults/chromium')
  /** One session for all consultations: signing in is limited. */
  doctor!: Doctor
  readonly #app: App = { directory: this.directory, port: PORTS.app, speechPort: PORTS.engine }
  #worker: Running | undefined

  static async open(): Promise<Clinic> {
    const clinic = new Clinic()
    await prepareApp(clinic.#app)
    await Promise.all([clinic.engine.listen(PORTS.engine), clinic.network.listen(PORTS.network)])
    clinic.#worker = await startApp(clinic.#app)
    clinic.doctor = await signIn(clinic.url)
    return clinic
  }
  get state(): string {
    return stateOf(this.#app)
  }

  async killServer(back?: () => void): Promise<void> {
    const worker = this.#worker as Running
    process.kill(-(worker.child.pid as number), 'SIGKILL')
    await worker.ended
    await pause(DEAD_MS)
    back?.()
    this.#worker = await startApp(this.#app)
  }
  /** `script` runs in its pages before their own scripts. */
  async consultation(script = ''): Promise<BrowserConsultation> {
    const profile = await mkdtemp(join(this.directory, 'profile-'))
    const consultation = new BrowserConsultation(this, await startConsultation(this.doctor), profile, script)
    await consultation.launch()
    return consultation
  }
  async restore(): Promise<void> {
    this.engine.mood = 'well'
    this.engine.tooFast = 0
    this.network.heal()
  }
  async close(): Promise<void> {
    await this.#worker?.stop()
    await this.network.close()
    await this.engine.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** A consultation in a doctor's browser, which has a profile on the disk. */
export class BrowserConsultation extends Consultation {
  readonly clinic: Clinic
  doctor: Doctor
  override readonly screens: BrowserScreen[] = []
  context!: BrowserContext
  readonly #profile: string
  readonly #script: string
  /** Pages by the order in which they began to capture. */
  readonly #capturing: BrowserScreen[] = []

  constructor(clinic: Clinic, id: string, profile: string, script: string) {
    super(id)
    this.clinic = clinic
    this.doctor = clinic.doctor
    this.#profile = profile
    this.#script = script
  }
  get network(): CuttableNetwork {
    return this.clinic.network
  }
  get engine(): EngineServer {
    return this.clinic.engine
  }

  /** Starts the browser with what its profile kept. */
  async launch(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: process.env.CHROMIUM ?? ensureChromium(),
      args: chromiumArgs(),
      headless: true,
      baseURL: `http://localhost:${PORTS.network}`,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1440, height: 900 },
      permissions: ['microphone'],
    })
    this.context.setDefaultTimeout(30_000)
    await this.context.exposeBinding('tellTest', ({ page }, told: Told) => this.#onReport(page, told))
    await this.context.addInitScript(`${pageScript()}; ${this.#script}`)
    await this.#enter()
  }
  async #enter(): Promise<void> {
    const cookies = this.doctor.cookie.split('; ').map((cookie) => {
      const [name = '', ...value] = cookie.split('=')
      return { name, value: value.join('='), domain: 'localhost', path: '/', secure: name.startsWith('__') }
    })
    await this.context.addCookies(cookies)
  }
  async signIn(): Promise<void> {
    this.doctor = await signIn(this.clinic.url)
    await this.#enter()
  }

  /** A page of this browser, at the consultation or where `path` says. */
  async screen(path = `/app/dashboard?consulta=${this.id}`): Promise<BrowserScreen> {
    const screen = new BrowserScreen(this, await this.context.newPage())
    await screen.page.goto(path)
    return screen
  }
  async resume(): Promise<BrowserScreen> {
    const screen = await this.screen('/app/history')
    await screen.page.getByRole('link', { name: 'Retomar a consulta de Rita Moura' }).click()
    return screen
  }

  #onReport(page: Page, told: Told): number {
    const screen = this.screens.find((one) => one.page === page)
    if (told.type === 'begun') {
      if (screen) this.#capturing.push(screen)
      return FIRST_WORD + (this.#capturing.length - 1) * NUMBERS
    }
    if (told.type === 'captured') screen?.captured.push(...told.frames.map((n) => ({ n, take: 0 })))
    else screen?.lines.push(told)
    return 0
  }

  /** Processes of this very browser, by its own word. */
  async #processes(): Promise<{ type: string; id: number }[]> {
    const cdp = await this.context.browser()?.newBrowserCDPSession()
    const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
    await cdp?.detach()
    return processInfo
  }
  async crash(screen: BrowserScreen, wholeBrowser: boolean): Promise<void> {
    const processes = await this.#processes()
    if (!wholeBrowser) {
      const crashed = screen.page.waitForEvent('crash')
      for (const { type, id } of processes) if (type === 'renderer') process.kill(id, 'SIGKILL')
      await crashed
      screen.goneAt = Date.now()
      return
    }
    const closed = new Promise((resolve) => this.context.once('close', resolve))
    for (const { id } of processes.sort((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser')))
      killIfAlive(id)
    await closed
    for (const one of this.screens) one.goneAt = Math.min(one.goneAt, Date.now())
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      rmSync(join(this.#profile, name), { force: true })
    this.network.heal()
    await this.launch()
  }
  /** As with the lid closed. */
  async sleep(ms: number): Promise<void> {
    const processes = await this.#processes()
    for (const { id } of processes) process.kill(id, 'SIGSTOP')
    await pause(ms)
    for (const { id } of processes.reverse()) process.kill(id, 'SIGCONT')
  }
  killServer(back?: () => void): Promise<void> {
    return this.clinic.killServer(back)
  }

  protected storedFrames(): Map<string, string> {
    return storedFrames(this.id, this.clinic.state)
  }
  async transcript(): Promise<string[] | null> {
    type Detail = { consultation: { status: string }; transcriptions: { text: string }[] }
    const { body } = await this.clinic.doctor.call<Detail>('GET', `/api/consultations/${this.id}`)
    if (body.consultation.status !== 'completed') return null
    return body.transcriptions.flatMap(({ text }) => text.split(' '))
  }
  async close(): Promise<void> {
    await this.context.close().catch(() => undefined)
    rmSync(this.#profile, { recursive: true, force: true })
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with another.
  }
}
