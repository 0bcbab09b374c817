import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { ROOT, type Running } from '#local/stack/processes.ts'
import { storedFrames } from '#tests/e2e/ledger.ts'
import { type App, prepareApp, startApp, stateOf } from '#tests/e2e/stack.ts'
import { killRenderer, launchOptions, processesOf } from '#tests/testkit/chromium.ts'
import { type Doctor, signIn, startConsultation } from '#tests/testkit/doctor.ts'
import { FIRST_WORD } from '#tests/testkit/engine/engine.ts'
import { EngineServer } from '#tests/testkit/engine/server.ts'
import type { Frames } from '#tests/testkit/ledger.ts'
import { CuttableNetwork, freePorts } from '#tests/testkit/network.ts'
import { pause } from '#tests/testkit/until.ts'
import { Clinic, Consultation } from '../consultation.ts'
import { pageScript, recogniserScript, type Told } from './page-script.ts'
import { BrowserScreen } from './screen.ts'

/** How long nothing serves at least. */
const DEAD_MS = 3_000
/** Words of one page. */
const NUMBERS = 4_000

/** The product as it is built and served, the engine of the tests, and the network between it and the doctor's browser. */
export class BrowserClinic extends Clinic {
  readonly network: CuttableNetwork
  readonly app: App
  #worker: Running

  constructor(app: App, worker: Running, engine: EngineServer, network: CuttableNetwork, doctor: Doctor) {
    super(engine, doctor, urlOf(app))
    this.app = app
    this.network = network
    this.#worker = worker
  }

  static async open(): Promise<BrowserClinic> {
    const engine = await new EngineServer().listen()
    const [port] = (await freePorts(1)) as [number]
    const app = { directory: join(ROOT, '.local/faults/chromium'), port, speechPort: engine.port }
    await prepareApp(app)
    const network = await new CuttableNetwork(port).listen()
    const worker = await startApp(app)
    return new BrowserClinic(app, worker, engine, network, await signIn(urlOf(app)))
  }

  async killServer(back?: () => void): Promise<void> {
    process.kill(-(this.#worker.child.pid as number), 'SIGKILL')
    await this.#worker.ended
    await pause(DEAD_MS)
    back?.()
    this.#worker = await startApp(this.app)
  }
  async consultation(script = ''): Promise<BrowserConsultation> {
    const profile = await mkdtemp(join(this.app.directory, 'profile-'))
    const consultation = new BrowserConsultation(this, await startConsultation(this.doctor), profile, script)
    await consultation.launch()
    return consultation
  }
  override async restore(): Promise<void> {
    await super.restore()
    this.network.heal()
  }
  async close(): Promise<void> {
    await this.#worker.stop()
    await this.network.close()
    await this.engine.close()
    rmSync(this.app.directory, { recursive: true, force: true })
  }
}

const urlOf = ({ port }: App): string => `http://localhost:${port}`

/** A consultation in a doctor's browser, which has a profile on the disk. */
export class BrowserConsultation extends Consultation<BrowserClinic> {
  override readonly screens: BrowserScreen[] = []
  context!: BrowserContext
  readonly #profile: string
  readonly #script: string
  /** Pages by the order in which they began to capture. */
  readonly #capturing: BrowserScreen[] = []

  constructor(clinic: BrowserClinic, id: string, profile: string, script: string) {
    super(clinic, id)
    this.#profile = profile
    this.#script = script
  }
  get network(): CuttableNetwork {
    return this.clinic.network
  }

  /** Starts the browser with what its profile kept. */
  async launch(): Promise<void> {
    this.context = await chromium.launchPersistentContext(this.#profile, {
      ...launchOptions(),
      baseURL: `http://localhost:${this.network.port}`,
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
  protected async installRecogniser(seed: number): Promise<void> {
    await this.context.addInitScript(await recogniserScript(seed))
  }
  override async signIn(): Promise<void> {
    await super.signIn()
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
    if (told.type === 'captured') screen?.captured.push(...told.frames.map((word) => ({ word, take: 0 })))
    else screen?.lines.push(told)
    return 0
  }

  async crash(screen: BrowserScreen, wholeBrowser: boolean): Promise<void> {
    if (!wholeBrowser) {
      await killRenderer(screen.page)
      screen.goneAt = Date.now()
      return
    }
    const processes = await processesOf(this.context.browser())
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
  killServer(back?: () => void): Promise<void> {
    return this.clinic.killServer(back)
  }

  protected storedFrames(): Frames {
    return storedFrames(this.id, stateOf(this.clinic.app))
  }
  async transcript(): Promise<string[] | null> {
    type Detail = { consultation: { status: string }; transcriptions: { text: string; original?: string }[] }
    const { body } = await this.clinic.doctor.call<Detail>('GET', `/api/consultations/${this.id}`)
    if (body.consultation.status !== 'completed') return null
    return body.transcriptions.flatMap(({ text, original = text }) => original.split(' '))
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
