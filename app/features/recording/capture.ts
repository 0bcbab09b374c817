import { FRAME_MS, SAMPLE_RATE } from '#domain/consultation/frame.ts'
import type { RecorderFault } from '#domain/recorder/microphone.ts'
import { chosenDevice, rememberDevice } from './chosen-device.ts'
import { setListening } from './listening.ts'
import type { LocalRecording } from './local-recording.ts'
import { type AudioDevice, type DeviceChoice, type Microphone, openMicrophone } from './microphone.ts'

export type CaptureEvents = {
  frame: (take: number, samples: Int16Array) => void
  failed: (fault: RecorderFault) => void
  /** The position in the take where the next sample belongs. */
  end: (take: number) => number
  /** The device slept: before sample `at` of the take there are `ms` that no sample tells of. */
  asleep: (take: number, at: number, ms: number) => void
  /** A microphone that was silenced can be opened again. */
  back: () => void
}

/** Looks without a frame until the audio counts as stopped; looks, not time: a device that slept is not accused. */
const STILL_LOOKS = 5

/** The microphone in use, and which take its samples belong to. Runs are numbered: no frame slips into another take. */
export class Capture {
  #microphone: Microphone | null = null
  /** Silenced by the system: watched until it is back, or until the doctor goes on without it. */
  #watched: Microphone | null = null
  #preferred = chosenDevice()
  #runs = new Map<number, { take: number; from: number | null }>()
  #run = 0
  /** Samples are wanted now: between a run and its halt. */
  #running = false
  #choices = 0
  /** A system with one microphone for all silences the one before while the next one opens. */
  #swapping = 0
  #missed: RecorderFault | null = null
  #take: number | null = null
  #halted: Promise<unknown> = Promise.resolve()
  /** The last frame of a microphone that was replaced while it ran. */
  #replaced: Promise<unknown> = Promise.resolve()
  #lastFrameAt = 0
  #looks = 0
  readonly #events: CaptureEvents
  readonly #local: LocalRecording | null
  readonly #open: typeof openMicrophone

  constructor(events: CaptureEvents, local: LocalRecording | null = null, open = openMicrophone) {
    this.#events = events
    this.#local = local
    this.#open = open
  }

  get isOpen(): boolean {
    return this.#microphone !== null
  }
  /** The take being recorded, or the last one. */
  get take(): number | null {
    return this.#take
  }
  prefer(deviceId: string): void {
    this.#preferred = deviceId
    rememberDevice(deviceId)
  }

  /** Opens the microphone unless one is open. One that arrives when nobody waits for it any more is closed at once. */
  async open(stillWanted: () => boolean): Promise<void> {
    if (this.#microphone) return
    this.#unwatch()
    // The chosen one may be unplugged today: the consultation goes on with the one there is.
    const microphone = await this.#openOne(false)
    if (!stillWanted() || this.#microphone) return microphone.close()
    this.#microphone = microphone
  }

  /** Goes over to the preferred microphone; the one before works until the new one does. */
  async swap(): Promise<void> {
    const choice = ++this.#choices
    this.#swapping++
    const microphone = await this.#openOne(true).catch((error: unknown) => {
      this.#stay()
      throw error
    })
    const before = this.#microphone
    // Closed meanwhile, or another was chosen after this one.
    if (!before || choice !== this.#choices) {
      this.#stay()
      return microphone.close()
    }
    const run = this.#run
    this.#microphone = microphone
    this.#swapping--
    this.#missed = null
    this.#replaced = Promise.all([this.#replaced, before.halt()])
    await this.#replaced
    before.close()
    // A pause within the wait is kept, and so is a run that began on the new microphone.
    if (!this.#running || this.#run !== run || this.#microphone !== microphone) return
    if (this.#take !== null) this.run(this.#take)
  }

  /** No new one took its place: what happened to the one in use counts. */
  #stay(): void {
    this.#swapping--
    if (this.#swapping > 0) return
    const missed = this.#missed
    this.#missed = null
    if (missed && this.#microphone) this.#events.failed(missed)
  }

  #openOne(exact: boolean): Promise<Microphone> {
    const opened: { microphone?: Microphone } = {}
    const choice: DeviceChoice = { deviceId: this.#preferred, exact }
    return this.#open(choice, {
      frame: (run, samples) => this.#frame(run, samples),
      slept: (run, at, ms) => this.#slept(run, at, ms),
      // A microphone that was replaced has nothing more to say.
      failed: (fault) => {
        if (opened.microphone !== this.#microphone) return
        if (this.#swapping > 0) this.#missed = fault
        else this.#events.failed(fault)
      },
      back: () => {
        if (!opened.microphone || opened.microphone !== this.#watched) return
        this.#unwatch()
        this.#events.back()
      },
    }).then((microphone) => {
      opened.microphone = microphone
      return microphone
    })
  }

  run(take: number): void {
    this.#take = take
    this.#listen(true)
    this.#runs.set(++this.#run, { take, from: null })
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#microphone?.run(this.#run)
    this.#recordHere()
  }

  #listen(running: boolean): void {
    this.#running = running
    setListening(this, running)
  }

  /** The copy that stays on this device: a new segment each time. */
  #recordHere(): void {
    const take = this.#take
    if (this.#microphone && take !== null) this.#local?.start(this.#microphone.stream, take, () => this.#position(take))
  }

  halt(): Promise<unknown> {
    const last = this.#run
    this.#listen(false)
    this.#local?.stop()
    this.#halted = Promise.all([this.#replaced, this.#microphone?.halt()]).then(() => {
      for (const run of this.#runs.keys()) if (run <= last) this.#runs.delete(run)
    })
    return this.#halted
  }

  /** Resolves when the frames of the last run are all delivered. */
  halted(): Promise<unknown> {
    return this.#halted
  }

  /** One that was silenced is watched until it is back, where somebody waits for it; closing again, or opening another, ends that. */
  close(awaited = false): void {
    const microphone = this.#microphone
    this.#microphone = null
    this.#listen(false)
    this.#local?.stop()
    this.#unwatch()
    if (awaited && microphone?.silenced) this.#watched = microphone
    else if (microphone) void this.#halted.then(() => microphone.close())
  }

  #unwatch(): void {
    this.#watched?.close()
    this.#watched = null
  }

  waveform(into: Uint8Array<ArrayBuffer>): boolean {
    this.#microphone?.waveform(into)
    return this.#microphone !== null
  }

  /** Never more than one frame ahead of what has arrived. */
  sinceLastFrame(): number {
    return Math.min(FRAME_MS, performance.now() - this.#lastFrameAt)
  }

  standsStill(): boolean {
    this.#looks++
    return this.#looks > STILL_LOOKS
  }

  device(known: readonly AudioDevice[]): { deviceId: string; label: string } | null {
    const { deviceId, label } = this.#microphone ?? { deviceId: this.#preferred ?? known[0]?.deviceId ?? '', label: '' }
    if (!deviceId && !label) return null
    return known.find((one) => one.deviceId === deviceId) ?? { deviceId, label }
  }

  /** Where on the audio clock the sound of this moment lies. */
  #position(take: number): number {
    return this.#events.end(take) + Math.round((this.sinceLastFrame() * SAMPLE_RATE) / 1_000)
  }

  #frame(run: number, samples: Int16Array): void {
    const known = this.#runs.get(run)
    if (known === undefined) return
    known.from ??= this.#events.end(known.take)
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#events.frame(known.take, samples)
  }

  #slept(run: number, at: number, ms: number): void {
    const known = this.#runs.get(run)
    if (known === undefined) return
    known.from ??= this.#events.end(known.take)
    this.#looks = 0
    this.#events.asleep(known.take, known.from + at, ms)
    // The copy's own clock may have gone on: it begins anew where the audio clock stands.
    if (this.#running && run === this.#run) this.#recordHere()
  }
}
