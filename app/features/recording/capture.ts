import { FRAME_MS } from '#domain/consultation/frame.ts'
import type { RecorderFault } from '#domain/recorder/microphone.ts'
import { type AudioDevice, type Microphone, openMicrophone } from './microphone.ts'

type CaptureEvents = {
  frame: (take: number, samples: Int16Array) => void
  failed: (fault: RecorderFault) => void
}

/** Looks without a frame until the audio counts as stopped; looks, not time: a device that slept is not accused. */
const STILL_LOOKS = 5

/** The microphone in use, and which take its samples belong to. Runs are numbered: no frame slips into another take. */
export class Capture {
  #microphone: Microphone | null = null
  #preferred: string | null = null
  #runs = new Map<number, number>()
  #run = 0
  /** Samples are wanted now: between a run and its halt. */
  #running = false
  #choices = 0
  #take: number | null = null
  #halted: Promise<unknown> = Promise.resolve()
  /** The last frame of a microphone that was replaced while it ran. */
  #replaced: Promise<unknown> = Promise.resolve()
  #lastFrameAt = 0
  #looks = 0
  readonly #events: CaptureEvents
  readonly #open: typeof openMicrophone

  constructor(events: CaptureEvents, open = openMicrophone) {
    this.#events = events
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
  }

  /** Opens the microphone unless one is open. One that arrives when nobody waits for it any more is closed at once. */
  async open(stillWanted: () => boolean): Promise<void> {
    if (this.#microphone) return
    const microphone = await this.#openOne()
    if (!stillWanted() || this.#microphone) return microphone.close()
    this.#microphone = microphone
  }

  /** Goes over to the preferred microphone; the one before works until the new one does. */
  async swap(): Promise<void> {
    const choice = ++this.#choices
    const microphone = await this.#openOne()
    const before = this.#microphone
    // Closed meanwhile, or another was chosen after this one.
    if (!before || choice !== this.#choices) return microphone.close()
    const run = this.#run
    this.#microphone = microphone
    this.#replaced = Promise.all([this.#replaced, before.halt()])
    await this.#replaced
    before.close()
    // A pause within the wait is kept, and so is a run that began on the new microphone.
    if (!this.#running || this.#run !== run || this.#microphone !== microphone) return
    if (this.#take !== null) this.run(this.#take)
  }

  #openOne(): Promise<Microphone> {
    const opened: { microphone?: Microphone } = {}
    return this.#open(this.#preferred, {
      frame: (run, samples) => this.#frame(run, samples),
      // A microphone that was replaced has nothing more to say.
      failed: (fault) => opened.microphone === this.#microphone && this.#events.failed(fault),
    }).then((microphone) => {
      opened.microphone = microphone
      return microphone
    })
  }

  run(take: number): void {
    this.#take = take
    this.#running = true
    this.#runs.set(++this.#run, take)
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#microphone?.run(this.#run)
  }

  halt(): Promise<unknown> {
    const last = this.#run
    this.#running = false
    this.#halted = Promise.all([this.#replaced, this.#microphone?.halt()]).then(() => {
      for (const run of this.#runs.keys()) if (run <= last) this.#runs.delete(run)
    })
    return this.#halted
  }

  /** Resolves when the frames of the last run are all delivered. */
  halted(): Promise<unknown> {
    return this.#halted
  }

  close(): void {
    const microphone = this.#microphone
    this.#microphone = null
    this.#running = false
    if (microphone) void this.#halted.then(() => microphone.close())
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

  #frame(run: number, samples: Int16Array): void {
    const take = this.#runs.get(run)
    if (take === undefined) return
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#events.frame(take, samples)
  }
}
