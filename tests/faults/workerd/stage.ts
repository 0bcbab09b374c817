import { wordOf } from '#tests/testkit/engine/engine.ts'
import { EngineServer } from '#tests/testkit/engine/server.ts'
import type { Measure } from '../measure.ts'
import { nothingWrong } from '../measure.ts'
import { CuttableNetwork } from '../proxy.ts'
import { Device, FRAME_SECONDS, type Recorded, until } from './device.ts'
import { type Doctor, signIn, startConsultation } from './doctor.ts'
import type { StoredFrame } from './rooms.ts'
import { startWorkerd, type Workerd } from './workerd.ts'

/** The first of a few: another run on the same machine takes others. */
const FIRST = Number(process.env.FAULTS_PORT ?? 4470)
const PORTS = { workerd: FIRST, engine: FIRST + 1, devices: FIRST + 2 }

/** Loud enough to be a voice. */
const FIRST_WORD = 6_000

/** The server and the engine, once for all faults; a consultation for each. */
export class Clinic {
  readonly workerd: Workerd
  readonly engine: EngineServer
  readonly doctor: Doctor
  constructor(workerd: Workerd, engine: EngineServer, doctor: Doctor) {
    this.workerd = workerd
    this.engine = engine
    this.doctor = doctor
  }

  static async open(room?: 'AbsentMindedRoom'): Promise<Clinic> {
    const engine = await new EngineServer().listen(PORTS.engine)
    const settings = { name: 'rooms', port: PORTS.workerd, speechUrl: engine.url, ...(room && { room }) }
    const workerd = await startWorkerd(settings)
    return new Clinic(workerd, engine, await signIn(workerd.url))
  }

  async consultation(): Promise<Consultation> {
    this.engine.mood = 'well'
    this.engine.tooFast = 0
    return new Consultation(this, await startConsultation(this.doctor))
  }

  async close(): Promise<void> {
    await this.workerd.stop()
    await this.engine.close()
  }
}

/** One consultation, its devices, and what must be true of it in the end. */
export class Consultation {
  readonly clinic: Clinic
  readonly id: string
  readonly devices: Device[] = []
  readonly #recoveries: number[] = []
  #lost = 0

  constructor(clinic: Clinic, id: string) {
    this.clinic = clinic
    this.id = id
  }

  async device(cookie = this.clinic.doctor.cookie): Promise<Device> {
    const proxy = await new CuttableNetwork(PORTS.workerd).listen(PORTS.devices + this.devices.length)
    const device = new Device(this.id, proxy, cookie, FIRST_WORD + this.devices.length * 10_000)
    this.devices.push(device)
    return device
  }

  /** A device that records. */
  async recorder(): Promise<Device> {
    const device = await this.device()
    await device.record()
    return device
  }

  /** How long it takes until audio recorded from now on is acknowledged. */
  async recovered(device: Device, withinMs = 30_000): Promise<void> {
    const startedAt = performance.now()
    const stored = () => device.page.view.takes.reduce((sum, one) => sum + one.stored, 0)
    const before = stored()
    await until('audio is acknowledged again', () => stored() > before, withinMs)
    this.#recoveries.push((performance.now() - startedAt) / 1_000)
  }

  /** [LA] What was acknowledged and is not stored, or stored otherwise than it was recorded. */
  async compareStored(): Promise<number> {
    // Frames acknowledged while the ledger is on its way are not in it.
    const storedByTake = this.devices.map(({ page }) => new Map(page.view.takes.map((one) => [one.take, one.stored])))
    const rows = await this.clinic.workerd.control<StoredFrame[]>(`ledger/${this.id}`)
    const stored = new Map(rows.map((row) => [`${row.take}:${row.at}`, row.sha256]))
    let lost = 0
    for (const [i, device] of this.devices.entries()) {
      // A frame that died with its page before it was kept leaves its place to the next one.
      const last = new Map(device.recorded.map((one) => [`${one.take}:${one.at}`, one]))
      for (const [place, { take, at, sha256 }] of last) {
        if (at < (storedByTake[i]?.get(take) ?? 0) && stored.get(place) !== sha256) lost++
      }
    }
    this.#lost = Math.max(this.#lost, lost)
    return lost
  }

  /** Until the engine has heard everything that is stored. */
  async transcribed(withinMs = 90_000): Promise<void> {
    const [device] = this.devices as [Device]
    const behind = () => device.page.view.takes.filter((one) => one.transcribed < one.stored).length
    await until('all audio is transcribed', () => behind() === 0, withinMs)
  }

  /** Finishes on the first device and waits for the row in D1; answers with its words in order. */
  async finish(withinMs = 120_000): Promise<string[]> {
    const [device] = this.devices as [Device]
    device.page.finish()
    return this.completed(withinMs)
  }

  async completed(withinMs = 120_000): Promise<string[]> {
    await until('the consultation is complete', () => this.isCompleted(), withinMs)
    return this.words()
  }

  async isCompleted(): Promise<boolean> {
    const sql = 'SELECT status FROM consultations WHERE id = ?'
    const [row] = await this.clinic.workerd.rows<{ status: string }>(sql, this.id)
    return row?.status === 'completed'
  }

  /** How things stand, for who has to find out why. */
  look(): string {
    const pages = this.devices.map(({ page }) => {
      const { status, takes, missing, askGap, wordlessMs, engine, connection } = page.view
      const state = { status, takes, missing, askGap, wordlessMs, engine: engine.state, connection }
      return `${page.recorder.name}, waiting ${page.waiting}, ${JSON.stringify(state)}`
    })
    return ['as it stands:', ...pages].join('\n')
  }

  async words(): Promise<string[]> {
    const sql = 'SELECT text FROM transcript_entries WHERE consultation_id = ? ORDER BY position'
    const rows = await this.clinic.workerd.rows<{ text: string }>(sql, this.id)
    return rows.flatMap((row) => row.text.split(' '))
  }

  /** The cost of the fault, once `words` is the complete transcript. */
  measure(words: readonly string[]): Measure {
    const measure = nothingWrong(1)
    const spokenNumbers = this.devices.flatMap((device) => device.recorded.map((one) => one.n))
    const spoken = new Set(spokenNumbers.map((n) => wordOf(n)))
    const heardWords = new Set(words)
    measure.la = this.#lost
    measure.lu = [...spoken].filter((word) => !heardWords.has(word)).length * FRAME_SECONDS
    measure.dv = words.length - heardWords.size
    measure.rt = this.#recoveries.length > 0 ? Math.max(...this.#recoveries) : null
    const untruths = this.devices.flatMap((device) => device.untruths)
    measure.sil = untruths.length
    measure.faults.push(...untruths)
    const foreign = [...heardWords].filter((word) => !spoken.has(word))
    if (foreign.length > 0) measure.faults.push(`words nobody said: ${foreign.slice(0, 3).join(' ')}`)
    // Speech faster than real time makes the takes of a device overlap: the order counts within each.
    for (const recorded of this.devices.flatMap((device) => byTake(device.recorded))) {
      const own = new Map(recorded.map((one, i) => [wordOf(one.n), i]))
      const order = words.flatMap((word) => own.get(word) ?? [])
      if (order.some((place, i) => i > 0 && place <= (order[i - 1] as number)))
        measure.faults.push('words are out of order')
    }
    const { tooFast } = this.clinic.engine
    if (tooFast > 0) measure.faults.push(`the engine was fed too fast ${tooFast} times`)
    return measure
  }

  async close(): Promise<void> {
    for (const device of this.devices) await device.close()
  }
}

const byTake = (recorded: readonly Recorded[]): Recorded[][] =>
  [...new Set(recorded.map((one) => one.take))].map((take) => recorded.filter((one) => one.take === take))
