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
  /** The device slept: `ms` of audio are missing before sample `at` of the take. */
  asleep: (take: number, at: number, ms: number) => void
  /** A microphone that was silenced can be opened again. */
  back: () => void
}

/** Number of looks without a frame before audio counts as stopped. Time would blame a device that slept. */
const STILL_LOOKS = 5

/**
 * The microphone in use and the take that its samples belong to. Runs are numbered so that no frame enters another
 * take.
 */
export class Capture {
  #microphone: Microphone | null = null
  /** Silenced by the system. Watched until it works again or the doctor continues with another one. */
  #watched: Microphone | null = null
  #preferred = chosenDevice()
  #runs = new Map<number, { take: number; from: number | null }>()
  #run = 0
  /** True between a run and its halt. */
  #running = false
  #choices = 0
  /** Some systems allow one microphone: opening the next one silences the previous one. */
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

  /** Opens the microphone unless one is open. Closes it at once if it opens after the request was cancelled. */
  async open(stillWanted: () => boolean): Promise<void> {
    if (this.#microphone) return
    this.#unwatch()
    // The chosen microphone may be unplugged: fall back to the one available.
    const microphone = await this.#openOne(false)
    if (!stillWanted() || this.#microphone) return microphone.close()
    this.#microphone = microphone
  }

  /** Switches to the preferred microphone; the previous one records until the new one works. */
  async swap(): Promise<void> {
    const choice = ++this.#choices
    this.#swapping++
    const microphone = await this.#openOne(true).catch((error: unknown) => {
      this.#stay()
      throw error
    })
    const before = this.#microphone
    // Closed meanwhile, or the doctor chose another one after this.
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
    // Do not restart after a pause during the wait, nor replace a run of the new microphone.
    if (!this.#running || this.#run !== run || this.#microphone !== microphone) return
    if (this.#take !== null) this.run(this.#take)
  }

  /** The swap failed: handle the events of the microphone in use again. */
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
      // Ignore events of a replaced microphone.
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

  /** Starts a new segment of the local recording. */
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

  /** Closes the microphone. With `awaited`, watches a silenced one until it works again, is closed or replaced. */
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

  /** Position of this moment on the audio clock, in samples. */
  #position(take: number): number {
    return this.#events.end(take) + Math.round((this.sinceLastFrame() * SAMPLE_RATE) / 1_000)
  }

  #frame(run: number, samples: Int16Array): void {
    const period = this.#runs.get(run)
    if (period === undefined) return
    period.from ??= this.#events.end(period.take)
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#events.frame(period.take, samples)
  }

  #slept(run: number, at: number, ms: number): void {
    const period = this.#runs.get(run)
    if (period === undefined) return
    period.from ??= this.#events.end(period.take)
    this.#looks = 0
    this.#events.asleep(period.take, period.from + at, ms)
    // The local recording's clock kept running during the sleep: restart it at the audio clock.
    if (this.#running && run === this.#run) this.#recordHere()
  }
}
