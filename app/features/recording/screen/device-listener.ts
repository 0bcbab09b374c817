import { readSettings } from '#app/lib/settings.ts'
import type { DeviceSpan } from '#domain/recorder/device-speech.ts'
import type { DeviceHearing } from '#domain/recorder/device-speech-line.ts'
import { type DeviceAvailability, isServerLost, wantsDevice } from '#domain/recorder/engine-order.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import { availability } from '../device/device-availability.ts'
import { type DeviceReport, DeviceSpeech, type Phrase } from '../device/device-speech.ts'
import type { Uplink } from '../uplink/uplink.ts'

type Parts = {
  uplink: Uplink
  view(): RoomView
  /** This moment on the audio clock of a take, in samples. */
  position(take: number): number
  /** Words to expect in this consultation. */
  phrases(): readonly Phrase[]
  onHearing(hearing: DeviceHearing, isSoundKeptHere: boolean): void
}

/** Lets this page's recogniser hear what the page records, and hands what it hears to the uplink. */
export class DeviceListener {
  /** The take and track that the page records; null while it rests. */
  #run: { take: number; track: MediaStreamTrack } | null = null
  #availability: DeviceAvailability | null = null
  /** Null until it has heard for the first time. */
  #speech: DeviceSpeech | null = null
  #isListening = false
  /** The recogniser failed for good in this run. */
  #hasFailed = false
  /** The last spans that the recogniser reported for each take. */
  readonly #spans = new Map<number, readonly DeviceSpan[]>()
  /** The room gets silence. Stays after a failure: only a setting or the order of the engines ends it, with a run. */
  #isSoundKeptHere = false
  #ending: Promise<void> = Promise.resolve()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Asks the browser what it can do, and starts to listen if the order of the engines says so. */
  async look(): Promise<void> {
    this.#availability = await availability()
    this.consider()
  }

  /** [DS16] The doctor wants this device to hear again after it failed. */
  async tryAgain(): Promise<void> {
    this.#availability = await availability()
    this.#startListening()
  }

  /** The page records this track into the take from now on. [DS16] Tries again after a failure. */
  begin(take: number, track: MediaStreamTrack): void {
    this.#run = { take, track }
    this.#isListening = false
    this.#hasFailed = false
    this.#isSoundKeptHere &&= this.#mayKeepSound()
    this.consider()
    this.#tell()
    // The doctor may have downloaded the language meanwhile.
    if (!this.#isListening && !this.#hasFailed) void this.look()
  }

  get isSoundKeptHere(): boolean {
    return this.#isSoundKeptHere
  }

  /** The doctor lets no sound out while the device hears, and the order of the engines wants the device to hear. */
  #mayKeepSound(): boolean {
    return !readSettings().audio.storeInRoom && this.#isWanted({ state: 'available', quality: 'unknown' })
  }

  #isWanted(availability: DeviceAvailability | null): boolean {
    const { deviceSpeech: operator, engine } = this.#parts.view()
    const { engine: doctor } = readSettings().transcription
    return wantsDevice({ operator, doctor, availability, serverLost: isServerLost(engine) })
  }

  /** Starts to listen if the order of the engines says so. Call it when the room's engine changes. */
  consider(): void {
    if (!this.#hasFailed) this.#startListening()
  }

  #startListening(): void {
    if (!this.#run || this.#isListening || !this.#isWanted(this.#availability)) return
    this.#isListening = true
    this.#hasFailed = false
    // Sound that stays here does not begin to leave in the middle of a run.
    this.#isSoundKeptHere ||= this.#mayKeepSound()
    this.#tell()
    this.#speech ??= new DeviceSpeech({
      position: (take) => this.#parts.position(take),
      emit: (effect) => this.#onEffect(effect),
      phrases: () => this.#parts.phrases(),
    })
    const { take, track } = this.#run
    // The page announces the span before the recogniser starts, so that no engine of the room begins meanwhile.
    this.#parts.uplink.statements.hears(take, [...(this.#spans.get(take) ?? []), { from: this.#parts.position(take) }])
    this.#speech.run(take, track)
  }

  /** The recording rests. `captured` resolves when its last frame is in the device queue. */
  halt(captured: Promise<unknown>): void {
    const take = this.#run?.take
    this.#run = null
    this.#isListening = false
    this.#tell()
    if (!this.#speech || take === undefined) return
    const halting = this.#speech.halt()
    this.#ending = Promise.all([halting, captured]).then(() => {
      const { sender, statements } = this.#parts.uplink
      const end = sender?.end(take) ?? 0
      statements.endResults(take, end)
    })
  }

  /** Resolves when the last results of the last run are with the uplink. */
  halted(): Promise<void> {
    return this.#ending
  }

  /** The patient withdrew: drops the running text. */
  withdraw(): void {
    this.#run = null
    this.#isListening = false
    this.#spans.clear()
    this.#tell()
    this.#speech?.withdraw()
  }

  dispose(): void {
    this.#speech?.dispose()
  }

  #tell(): void {
    this.#parts.onHearing(this.#hearing(), this.#isSoundKeptHere)
  }

  #hearing(): DeviceHearing {
    if (!this.#run) return 'resting'
    if (this.#isListening) return 'hears'
    if (this.#isSoundKeptHere) return 'unheard'
    return this.#hasFailed ? 'failed' : 'aside'
  }

  #onEffect(effect: DeviceReport): void {
    const { uplink } = this.#parts
    switch (effect.type) {
      case 'spans':
        this.#spans.set(effect.take, effect.spans)
        uplink.statements.hears(effect.take, effect.spans)
        break
      case 'result': {
        const { type: _, ...result } = effect
        uplink.statements.result({ id: crypto.randomUUID(), wall: Date.now(), ...result })
        break
      }
      case 'partial': {
        const { type: _, ...partial } = effect
        uplink.sendPartial(partial)
        break
      }
      case 'fault': {
        if (effect.forGood) {
          this.#hasFailed = true
          this.#isListening = false
          this.#tell()
        }
        const take = this.#run?.take
        if (take !== undefined) uplink.statements.hears(take, this.#spans.get(take) ?? [])
        break
      }
      default:
        effect satisfies never
    }
  }
}
