import { WebSocket } from 'ws'
import { announceSessionRenewed } from '#app/lib/session-events.ts'
import { FRAME_MS } from '#domain/consultation/frame.ts'
import { installBrowser, installSocket } from '#tests/testkit/device/browser.ts'
import { Disk } from '#tests/testkit/device/disk.ts'
import { DeviceLocks } from '#tests/testkit/device/locks.ts'
import { Page } from '#tests/testkit/device/page.ts'
import { type Doctor, signIn, startConsultation } from '#tests/testkit/doctor.ts'
import { FIRST_WORD, numberIn, spoken } from '#tests/testkit/engine/engine.ts'
import { EngineServer } from '#tests/testkit/engine/server.ts'
import { type Frames, Ledger } from '#tests/testkit/ledger.ts'
import { CuttableNetwork } from '#tests/testkit/network.ts'
import { pause, until } from '#tests/testkit/until.ts'
import { startWorkerd, type Workerd } from '#tests/testkit/worker.ts'
import { Clinic, Consultation, Screen } from '../consultation.ts'
import {
  enterRecogniser,
  installRecognition,
  type RecogniserMood,
  type RecogniserReport,
  type RecogniserWorld,
  ScriptedRecogniser,
  Track,
} from '../recogniser.ts'

const WORDS_OF_A_DEVICE = 10_000

type Send = (data: unknown) => void
/** A test's change to what sockets send. */
let mangle: ((send: Send, socket: WebSocket) => Send) | null = null
export const mangleSockets = (next: typeof mangle): void => {
  mangle = next
}

const devices = new Map<string, Device>()

/** A browser's socket: it carries the cookie of its device, and writes the ledger of its page. */
class DeviceSocket extends WebSocket {
  constructor(url: string) {
    const { host } = new URL(url)
    const device = devices.get(host)
    super(url, { headers: { cookie: device?.cookie, origin: `http://${host}` }, perMessageDeflate: false })
    if (device) keepLedger(this, device.screen.ledger)
  }
}
installBrowser()
installSocket(DeviceSocket)

function keepLedger(socket: WebSocket, ledger: Ledger): void {
  const sendNow = socket.send.bind(socket) as Send
  const send = mangle?.(sendNow, socket) ?? sendNow
  socket.send = ((data: string | ArrayBuffer) => {
    ledger.onSent(data)
    send(data)
  }) as typeof socket.send
  socket.on('message', (data) => ledger.onReceived(String(data)))
}

/** A doctor's device: a disk, a network of its own, somebody who speaks, and at most one page. */
class Device {
  readonly disk = new Disk()
  readonly locks = new DeviceLocks()
  readonly network: CuttableNetwork
  cookie: string
  screen!: NodeScreen
  /** Words a person says in the time of one. */
  speed = 1
  nextWord: number
  isClosed = false

  constructor(network: CuttableNetwork, cookie: string, number: number) {
    this.network = network
    this.cookie = cookie
    this.nextWord = FIRST_WORD + number * WORDS_OF_A_DEVICE
    devices.set(this.host, this)
    void this.#speak()
  }
  get host(): string {
    return `127.0.0.1:${this.network.port}`
  }

  async #speak(): Promise<void> {
    for (let due = performance.now(); !this.isClosed; ) {
      if (!this.screen?.page.capturing) due = performance.now() + 5
      await pause(Math.max(0, due - performance.now()))
      if (!this.screen?.page.capturing) continue
      const word = this.nextWord++
      this.screen.page.hear(spoken(word))
      this.screen.track.hear(word, performance.now())
      due += FRAME_MS / this.speed
    }
  }
}

const recogniserWorld = (): RecogniserWorld => ({
  get now() {
    return performance.now()
  },
  faults: [],
  // Timers are late.
  blurMs: 30,
  after: (ms, run, owner) => setTimeout(() => (owner as NodeScreen).page.isGone || run(), ms),
})

export class NodeScreen extends Screen {
  readonly ledger = new Ledger()
  /** Without the app around it a page only learns that the room refuses it. */
  override readonly signedOutLine = /^Offline: áudio guardado neste aparelho/
  readonly device: Device
  readonly page: Page
  readonly track = new Track(this)
  readonly #recogniser: ScriptedRecogniser | null
  readonly #lies = new Set<string>()

  constructor(consultation: NodeConsultation, device: Device) {
    super(consultation)
    this.device = device
    device.screen = this
    this.#recogniser = consultation.recogniser
    this.page = new Page({
      consultationId: consultation.id,
      host: device.host,
      disk: device.disk,
      working: async () => {},
      locks: device.locks,
      track: this.track as unknown as MediaStreamTrack,
      onRun: () => this.track.begin(performance.now()),
      captured: ({ take, samples }) => this.captured.push({ word: numberIn(samples), take }),
      after(ms, callback) {
        const timer = setTimeout(callback, ms)
        return () => clearTimeout(timer)
      },
    })
    // A screen is drawn when a change is through, not in the middle of it.
    this.page.store.subscribe(() => setImmediate(() => this.#look()))
  }

  #look(): void {
    if (this.page.isGone) return
    const { text } = this.page.status
    if (text !== this.lines.at(-1)?.text) this.lines.push({ at: Date.now(), text })
    const { untruth } = this.page
    if (untruth) this.#lies.add(untruth)
  }
  override lies(): string[] {
    return [...super.lies(), ...this.#lies]
  }

  async record(): Promise<void> {
    const isReady = () => this.page.view.hasWelcome && this.page.view.connection === 'connected'
    await until('ready to record', isReady, 15_000)
    this.page.press()
    await until('recording', () => this.page.capturing, 15_000)
  }
  async pauseRecording(): Promise<void> {
    if (this.page.capturing) this.page.press()
  }
  async speed(times: number): Promise<void> {
    this.device.speed = times
  }
  async takeOver(): Promise<void> {
    this.page.takeOver()
  }
  async canRecord(): Promise<boolean> {
    this.page.press()
    await pause(1_000)
    return this.page.capturing
  }
  async isRecording(): Promise<boolean> {
    return this.page.capturing
  }
  async unplugMicrophone(): Promise<void> {
    this.page.fail()
  }
  async changeMicrophone(): Promise<void> {
    this.page.press()
    await until('it records again', () => this.page.capturing, 10_000)
  }
  async fillDisk(isFull: boolean): Promise<void> {
    this.device.disk.full = isFull
  }
  async signInAgain(cookie = this.device.screen.freshCookie): Promise<void> {
    this.device.cookie = cookie
    announceSessionRenewed()
  }
  freshCookie = ''
  async askFinish(): Promise<void> {
    this.page.finish()
  }
  async recogniserBecomes(mood: RecogniserMood): Promise<void> {
    this.#recogniser?.become(mood)
  }
  async recogniserReport(): Promise<RecogniserReport> {
    return this.#recogniser?.report() ?? { struck: [], heard: [], faults: [] }
  }
  async waiting(): Promise<number> {
    return this.page.view.connection === 'connected' ? this.page.waiting : Number.POSITIVE_INFINITY
  }
  async timer(): Promise<string> {
    return ''
  }
}

export class NodeConsultation extends Consultation<NodeClinic> {
  override readonly screens: NodeScreen[] = []
  #devices: Device[] = []
  recogniser: ScriptedRecogniser | null = null

  protected async installRecogniser(seed: number): Promise<void> {
    installRecognition()
    this.recogniser = new ScriptedRecogniser(recogniserWorld(), seed)
    enterRecogniser(this.recogniser)
  }
  get network(): CuttableNetwork {
    return (this.#devices[0] as Device).network
  }

  /** A page on a device of its own. */
  async screen(): Promise<NodeScreen> {
    const number = this.#devices.length
    const network = await new CuttableNetwork(this.clinic.workerd.port).listen()
    const device = new Device(network, this.doctor.cookie, number)
    this.#devices.push(device)
    return this.#open(device)
  }
  #open(device: Device): NodeScreen {
    const screen = new NodeScreen(this, device)
    screen.freshCookie = this.clinic.doctor.cookie
    return screen
  }
  async crash({ page, device }: NodeScreen): Promise<void> {
    device.network.reset()
    page.crash()
    device.screen.goneAt = Date.now()
  }
  async resume(): Promise<NodeScreen> {
    const closedScreen = this.screens.findLast(({ page }) => page.isGone)
    return this.#open((closedScreen as NodeScreen).device)
  }
  async killServer(back?: () => void): Promise<void> {
    back?.()
    await this.clinic.workerd.kill()
  }
  protected async storedFrames(): Promise<Frames> {
    return new Map(await this.clinic.workerd.control<[string, string][]>(`frames/${this.id}`))
  }
  async transcript(): Promise<string[] | null> {
    const sql = 'SELECT status FROM consultations WHERE id = ?'
    const [row] = await this.clinic.workerd.rows<{ status: string }>(sql, this.id)
    return row?.status === 'completed' ? this.words() : null
  }
  async words(): Promise<string[]> {
    const sql =
      'SELECT coalesce(original, text) AS text FROM transcript_entries WHERE consultation_id = ? ORDER BY position'
    const rows = await this.clinic.workerd.rows<{ text: string }>(sql, this.id)
    return rows.flatMap((row) => row.text.split(' '))
  }
  override look(): string {
    const pages = this.screens.map(({ page }) => {
      const { status, takes, missing, askGap, wordlessMs, engine, connection } = page.view
      const state = { status, takes, missing, askGap, wordlessMs, engine: engine.state, connection }
      return `${page.recorder.name}, waiting ${page.waiting}, ${JSON.stringify(state)}`
    })
    return [super.look(), ...pages].join('\n')
  }
  async close(): Promise<void> {
    enterRecogniser(null)
    for (const { page } of this.screens) page.leave()
    for (const device of this.#devices) {
      device.isClosed = true
      devices.delete(device.host)
      await device.network.close()
    }
  }
}

export class NodeClinic extends Clinic {
  readonly workerd: Workerd
  constructor(workerd: Workerd, engine: EngineServer, doctor: Doctor) {
    super(engine, doctor, workerd.url)
    this.workerd = workerd
  }

  static async open(started: Parameters<typeof startWorkerd>[1] = {}): Promise<NodeClinic> {
    const engine = await new EngineServer().listen()
    const workerd = await startWorkerd(engine.url, started)
    return new NodeClinic(workerd, engine, await signIn(workerd.url))
  }

  async consultation(): Promise<NodeConsultation> {
    return new NodeConsultation(this, await startConsultation(this.doctor))
  }
  override async restore(): Promise<void> {
    await super.restore()
    await this.workerd.control('database', { share: 0, seed: 0 }).catch(() => {})
  }
  async close(): Promise<void> {
    await this.workerd.stop()
    await this.engine.close()
  }
}
