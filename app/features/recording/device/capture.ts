import { FRAME_MS, SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import type { KeptGap } from './kept-statements.ts'
import type { LocalRecording } from './local-recording.ts'
import {
  type AudioDevice,
  chosenDevice,
  type DeviceChoice,
  type Microphone,
  openMicrophone,
  rememberDevice,
  setListening,
} from './microphone.ts'

/** Where captured audio goes. */
export type AudioSink = {
  /** Rejects when the device cannot store the frame: it is lost. */
  put(take: number, samples: Int16Array): Promise<void>
  /** Returns the position in the take where the next sample belongs, in samples. */
  end(take: number): number
  gap(gap: KeptGap): void
}

export type CaptureEvents = {
  onFailed: (fault: RecorderFault) => void
  /** A microphone that was silenced can be opened again. */
  onBack: () => void
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
  #missedFault: RecorderFault | null = null
  #take: number | null = null
  #halting: Promise<unknown> = Promise.resolve()
  /** The last frame of a microphone that was replaced while it ran. */
  #replaced: Promise<unknown> = Promise.resolve()
  #lastFrameAt = 0
  #looks = 0
  /** The patient withdrew: late frames of the microphone are dropped. */
  #isWithdrawn = false
  #storing: Promise<unknown> = Promise.resolve()
  readonly #sink: AudioSink
  readonly #events: CaptureEvents
  readonly #local: LocalRecording | null
  readonly #open: typeof openMicrophone

  constructor(sink: AudioSink, events: CaptureEvents, local: LocalRecording | null = null, open = openMicrophone) {
    this.#sink = sink
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
    this.#missedFault = null
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
    const fault = this.#missedFault
    this.#missedFault = null
    if (fault && this.#microphone) this.#events.onFailed(fault)
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
        if (this.#swapping > 0) this.#missedFault = fault
        else this.#events.onFailed(fault)
      },
      back: () => {
        if (!opened.microphone || opened.microphone !== this.#watched) return
        this.#unwatch()
        this.#events.onBack()
      },
    }).then((microphone) => {
      opened.microphone = microphone
      return microphone
    })
  }

  /** Starts a run: later samples belong to `take`. */
  run(take: number): void {
    this.#isWithdrawn = false
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

  /** Ends the run. Resolves when its frames are all delivered. */
  halt(): Promise<unknown> {
    const last = this.#run
    this.#listen(false)
    this.#local?.stop()
    this.#halting = Promise.all([this.#replaced, this.#microphone?.halt()]).then(() => {
      for (const run of this.#runs.keys()) if (run <= last) this.#runs.delete(run)
    })
    return this.#halting
  }

  /** Drops frames that arrive from now on, until the next run. */
  withdraw(): void {
    this.#isWithdrawn = true
  }

  /** Resolves when the frames of the last run are in the device queue. */
  async stored(): Promise<void> {
    await this.#halting
    await this.#storing
  }

  /** Resolves when the frames of the last run are all delivered. */
  halted(): Promise<unknown> {
    return this.#halting
  }

  /** Closes the microphone. With `awaited`, watches a silenced one until it works again, is closed or replaced. */
  close(awaited = false): void {
    const microphone = this.#microphone
    this.#microphone = null
    this.#listen(false)
    this.#local?.stop()
    this.#unwatch()
    if (awaited && microphone?.silenced) this.#watched = microphone
    else if (microphone) void this.#halting.then(() => microphone.close())
  }

  #unwatch(): void {
    this.#watched?.close()
    this.#watched = null
  }

  waveform(into: Uint8Array<ArrayBuffer>): boolean {
    this.#microphone?.waveform(into)
    return this.#microphone !== null
  }

  /** Returns ms since the last frame, at most one frame. */
  sinceLastFrame(): number {
    return Math.min(FRAME_MS, performance.now() - this.#lastFrameAt)
  }

  /** Returns true when no frame came for several calls; call it each second while it records. */
  isStill(): boolean {
    this.#looks++
    return this.#looks > STILL_LOOKS
  }

  device(devices: readonly AudioDevice[]): { deviceId: string; label: string } | null {
    const { deviceId, label } = this.#microphone ?? {
      deviceId: this.#preferred ?? devices[0]?.deviceId ?? '',
      label: '',
    }
    if (!deviceId && !label) return null
    return devices.find((one) => one.deviceId === deviceId) ?? { deviceId, label }
  }

  /** Position of this moment on the audio clock, in samples. */
  #position(take: number): number {
    return this.#sink.end(take) + Math.round((this.sinceLastFrame() * SAMPLE_RATE) / 1_000)
  }

  #frame(run: number, samples: Int16Array): void {
    const period = this.#runs.get(run)
    if (period === undefined) return
    period.from ??= this.#sink.end(period.take)
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    if (this.#isWithdrawn) return
    // Audio that cannot be stored is lost: stop recording.
    const storing = this.#sink.put(period.take, samples).catch(() => this.#events.onFailed(recorderFaults.processing))
    this.#storing = this.#storing.then(() => storing)
  }

  #slept(run: number, at: number, ms: number): void {
    const period = this.#runs.get(run)
    if (period === undefined) return
    period.from ??= this.#sink.end(period.take)
    this.#looks = 0
    this.#sink.gap({ type: 'gap', take: period.take, at: period.from + at, ms, reason: 'asleep' })
    // The local recording's clock kept running during the sleep: restart it at the audio clock.
    if (this.#running && run === this.#run) this.#recordHere()
  }
}
