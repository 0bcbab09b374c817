import { announceSessionRenewed } from '#app/lib/session-events.ts'
import { recorderFaults } from '#domain/recorder/microphone.ts'
import { breakFrame } from '#tests/testkit/broken-frames.ts'
import { chosen } from '#tests/testkit/random.ts'
import type { Measure } from '../fault.ts'
import { Consultation, type Variant } from './consultation.ts'
import type { Device } from './device.ts'
import type { Schedule, Step, StepName } from './schedule.ts'

const LOOK_MS = 500
/** A clock's possible error when a device wakes. */
const JUMP_MS = 600_000
/** Everything is well again by then: a room that still asks 'Finalizar com lacuna?' has lost something. */
const COMPLETE_WITHIN_MS = 15 * 60_000
/** A deliberate bug never is. */
const SOON_MS = 30_000

/** Lets one schedule happen, and judges it. */
export async function play(schedule: Schedule, variant: Variant): Promise<Measure> {
  const hasRecogniser = schedule.steps.some((step) => step.do === 'recogniser')
  const consultation = new Consultation(schedule.seed, variant, hasRecogniser)
  try {
    return await happen(consultation, schedule)
  } finally {
    consultation.close()
  }
}

async function happen(consultation: Consultation, { seconds, devices, steps }: Schedule): Promise<Measure> {
  const { world } = consultation
  const first = consultation.device()
  for (let i = 1; i < devices; i++) consultation.device()
  const doctor = new Doctor(consultation)
  doctor.wants(first)
  await world.until(() => first.page.capturing, 20_000)
  for (const step of steps) world.after((step.at / 1_000) * seconds * 1_000, () => doctor.strike(step), null)
  await world.pass(seconds * 1_000)
  await world.until(() => doctor.troubles === 0, 1_500_000)
  doctor.heal()
  await world.pass(1_000)
  consultation.isSilent = true
  doctor.rests()
  await world.until(() => !consultation.isSending, 60_000)
  consultation.compareStored()
  doctor.finish()
  const within = consultation.variant === 'right' ? COMPLETE_WITHIN_MS : SOON_MS
  const asks = () => !consultation.isSending && first.page.view.askGap
  await world.until(() => consultation.isCompleted || asks(), within)
  // 'Transcrever de novo': the engine is well by now.
  if (!consultation.isCompleted && first.page.view.wordlessMs > 0) {
    first.as((page) => page.hearAgain())
    await world.until(() => consultation.isCompleted || !asks(), SOON_MS)
    await world.until(() => consultation.isCompleted || asks(), within)
  }
  // No response is pending: the request died with its page, and the doctor repeats it.
  if (!consultation.isCompleted && asks()) doctor.finish(true)
  const completed = await world.until(() => consultation.isCompleted, within)
  if (consultation.revokedBy) await world.until(() => consultation.isRevocationTold, 60_000)
  const measure = consultation.measure()
  if (!completed) {
    const { page } = first
    const { status, takes, missing, askGap, wordlessMs, connection } = page.view
    const state = { status, takes, missing, askGap, wordlessMs, connection, waiting: page.waiting }
    measure.faults.push(`never complete: ${page.recorder.name} ${JSON.stringify(state)}`)
  }
  return measure
}

/** Done on the consultation's page. */
const atPage: readonly StepName[] = ['microphone', 'pause', 'take-over', 'revoke']

/** Does what a doctor would: records again where it broke off. And strikes. */
class Doctor {
  troubles = 0
  readonly #room: Consultation
  #recording: Device | null = null
  #finished = false
  /** Pauses may overlap: it is over when the last one is. */
  #pauses = 0

  constructor(room: Consultation) {
    this.#room = room
    this.#look()
  }

  wants(device: Device | null): void {
    this.#recording = device
  }
  rests(): void {
    this.#recording = null
  }
  finish(acceptGap = false): void {
    this.#finished = true
    this.#room.finishedAt = Math.min(this.#room.finishedAt, this.#room.world.now)
    const [first] = this.#room.devices
    first?.as((page) => page.finish(acceptGap))
  }
  heal(): void {
    for (const device of this.#room.devices) {
      if (device.network.mood !== 'well') device.network.heal()
      device.network.slowMs = 0
      device.disk.full = false
    }
    this.#room.engine.mood = 'well'
    if (this.#room.recogniser) this.#room.recogniser.mood = 'well'
    this.#room.d1.failing = 0
  }

  #look(): void {
    this.#room.world.after(LOOK_MS, () => this.#look(), null)
    // The word that a session has ended may come after the next one began: the screen asks, and the doctor signs in.
    const { devices } = this.#room
    if (devices.some(({ page, network }) => page.signedOut && network.session !== 'ended')) announceSessionRenewed()
    const device = this.#recording
    if (!device || this.#finished || this.#pauses > 0) return
    device.as((page) => {
      const { recorder, view } = page
      const idle = ['ready', 'idle', 'error', 'paused'].includes(recorder.name)
      if (idle && view.hasWelcome && view.connection === 'connected' && view.recorder !== 'other') page.press()
    })
  }

  /** Something is wrong from now on, for so long. */
  #endsAfter(ms: number, end: () => void = () => {}): void {
    this.troubles++
    const over = () => {
      this.troubles--
      end()
    }
    this.#room.world.after(ms, over, null)
  }
  /** The same, where some values are different meanwhile. */
  #for<T extends object>(ms: number, of: T, meanwhile: Partial<T>, then: Partial<T>): void {
    Object.assign(of, meanwhile)
    this.#endsAfter(ms, () => Object.assign(of, then))
  }

  strike(step: Step): unknown {
    const { world, engine, recogniser, d1, devices } = this.#room
    const device = devices[step.device % devices.length] as Device
    const { network } = device
    const { ms } = step
    if (device.isAway && atPage.includes(step.do)) return
    switch (step.do) {
      case 'cut':
        network.cut()
        return this.#endsAfter(ms, () => network.heal())
      case 'swallow':
        network.swallow()
        return this.#endsAfter(ms, () => network.heal())
      case 'reset':
        return network.reset()
      case 'slow':
        return this.#for(ms, network, { slowMs: world.between(100, 2_000) }, { slowMs: 0 })
      case 'mangle':
        return this.#for(ms, network, { mangle: (frame) => mangled(frame, world.random) }, { mangle: null })
      case 'engine':
        this.#for(ms, engine, { mood: step.mood }, { mood: 'well' })
        return step.dies && engine.die()
      case 'recogniser':
        if (!recogniser) return
        this.#for(ms, recogniser, { mood: step.mood }, { mood: 'well' })
        return step.dies && recogniser.die()
      case 'd1':
        return this.#for(ms, d1, { failing: step.share }, { failing: 0 })
      case 'disk-full':
        return this.#for(ms, device.disk, { full: true }, { full: false })
      case 'kill':
      case 'evict':
        return this.#endServer(step)
      case 'page-crash':
        return device.crash()
      case 'reload':
        return device.reload()
      case 'history':
        return this.#leave(device, ms)
      case 'microphone':
        return device.as((page) => page.fail(recorderFaults.silent))
      case 'pause':
        return this.#pause(device, ms)
      case 'take-over':
        this.#recording = device
        return device.as((page) => page.takeOver())
      case 'session-ends':
        return this.#endSession(device, ms)
      case 'skew':
        device.skewMs = chosen(world.random, [-JUMP_MS, JUMP_MS])
        return device.reload()
      case 'sleep':
        device.sleep(ms, chosen(world.random, [0, JUMP_MS]))
        return this.#endsAfter(ms)
      case 'revoke':
        this.#recording = null
        return device.as((page) => {
          this.#room.revokedBy ??= device
          void page.revoke()
        })
      case 'finish':
        return this.finish()
      default:
        return step satisfies never
    }
  }

  #endServer({ do: how, ms }: Step): void {
    const { host } = this.#room
    if (host.isDown) return
    if (how === 'kill') {
      host.crash(ms)
      this.#room.compareStored()
      this.#endsAfter(ms)
    } else host.evict()
  }
  #leave(device: Device, ms: number): void {
    const [first] = this.#room.devices
    if (device.isAway) return
    device.openHistory()
    // The first device has to finish; what another one left is all there is of it.
    if (device === first) this.#endsAfter(ms, () => device.closeHistory())
    else if (this.#recording === device) this.#recording = first ?? null
  }
  #pause(device: Device, ms: number): void {
    // Where nothing is recorded there is nothing to pause: another device would only record on all that time.
    if (device.page.recorder.name !== 'recording') return
    this.#pauses++
    device.as((page) => page.recorder.name === 'recording' && page.press())
    this.#endsAfter(ms, () => {
      this.#pauses--
    })
  }
  #endSession({ network }: Device, ms: number): void {
    this.#room.host.cutSession(network.session)
    network.session = 'ended'
    this.#endsAfter(ms, () => {
      network.session = `session ${Math.floor(this.#room.world.random() * 1e9)}`
      announceSessionRenewed()
    })
  }
}

/** Twice, late, or broken; what is broken comes beside what is not. */
function mangled(frame: ArrayBuffer, random: () => number): ArrayBuffer[] {
  const chance = random()
  if (chance < 0.15) return [frame, frame]
  if (chance < 0.25) return []
  if (chance > 0.4) return [frame]
  return [breakFrame(frame, random).data, frame]
}
