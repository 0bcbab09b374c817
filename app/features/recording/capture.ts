import { FRAME_MS } from '#domain/consultation/frame.ts'
import type { RecorderFault } from '#domain/recorder/microphone.ts'
import { type AudioDevice, type Microphone, openMicrophone } from './microphone.ts'

export type CaptureEvents = {
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
  #take: number | null = null
  #halted: Promise<void> = Promise.resolve()
  #lastFrameAt = 0
  #looks = 0
  readonly #events: CaptureEvents

  constructor(events: CaptureEvents) {
    this.#events = events
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
    const microphone = await this.#openOne()
    const before = this.#microphone
    if (!before) return microphone.close()
    const running = this.#runs.has(this.#run)
    this.#microphone = microphone
    await before.halt()
    before.close()
    if (running && this.#take !== null && this.#microphone === microphone) this.run(this.#take)
  }

  #openOne(): Promise<Microphone> {
    const opened: { microphone?: Microphone } = {}
    return openMicrophone(this.#preferred, {
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
    this.#runs.set(++this.#run, take)
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#microphone?.run(this.#run)
  }

  halt(): Promise<void> {
    const last = this.#run
    this.#halted = (this.#microphone?.halt() ?? Promise.resolve()).then(() => {
      for (const run of this.#runs.keys()) if (run <= last) this.#runs.delete(run)
    })
    return this.#halted
  }

  /** Resolves when the frames of the last run are all delivered. */
  halted(): Promise<void> {
    return this.#halted
  }

  close(): void {
    const microphone = this.#microphone
    this.#microphone = null
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
