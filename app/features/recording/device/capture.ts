import { listeningHere } from '#app/lib/recording-here.ts'
import { readStored, writeStored } from '#app/lib/stored.ts'
import { type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import type { LocalRecording } from './local-recording.ts'
import { type AudioSink, type DeviceChoice, type Microphone, openMicrophone, TakeRuns } from './microphone.ts'

export type AudioDevice = { deviceId: string; label: string; groupId: string }

export type CaptureEvents = {
  onFailed: (fault: RecorderFault) => void
  /** A microphone that was silenced can be opened again. */
  onBack: () => void
  /** Samples of this track belong to the take from now on. */
  onRun?: (take: number, track: MediaStreamTrack) => void
  /** The run ends; the promise resolves when its last frame is in the device queue. */
  onHalt?: (stored: Promise<void>) => void
  /** True while the doctor lets no sound leave this device: the room gets silence of the same length. */
  isSoundKeptHere?: () => boolean
}

/** The microphone chosen on this device; the id is valid in this browser only. */
const CHOSEN = 'relato-microphone'

/** The microphone in use and the take that its samples belong to. */
export class Capture {
  #microphone: Microphone | null = null
  /** Silenced by the system. Watched until it works again or the doctor continues with another one. */
  #watched: Microphone | null = null
  #preferred = readStored(CHOSEN)
  /** Set between a run and its halt. */
  #endListening: (() => void) | null = null
  #choices = 0
  /** Some systems allow one microphone: opening the next one silences the previous one. */
  #swapping = 0
  #missedFault: RecorderFault | null = null
  #take: number | null = null
  #halting: Promise<unknown> = Promise.resolve()
  /** The last frame of a microphone that was replaced while it ran. */
  #replaced: Promise<unknown> = Promise.resolve()
  readonly runs: TakeRuns
  readonly #events: CaptureEvents
  readonly #local: LocalRecording | null
  readonly #open: typeof openMicrophone

  constructor(sink: AudioSink, events: CaptureEvents, local: LocalRecording | null = null, open = openMicrophone) {
    this.runs = new TakeRuns(sink, () => events.onFailed(recorderFaults.processing), events.isSoundKeptHere)
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
    writeStored(CHOSEN, deviceId)
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
    const run = this.runs.last
    this.#microphone = microphone
    this.#swapping--
    this.#missedFault = null
    this.#replaced = Promise.all([this.#replaced, before.halt()])
    await this.#replaced
    before.close()
    // Do not restart after a pause during the wait, nor replace a run of the new microphone.
    if (!this.#endListening || this.runs.last !== run || this.#microphone !== microphone) return
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
      frame: this.runs.frame,
      slept: (run, at, ms) => {
        // The local recording's clock kept running during the sleep: restart it at the audio clock.
        if (this.runs.slept(run, at, ms) && this.#endListening && run === this.runs.last) this.#recordHere()
      },
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
    this.#take = take
    this.#listen(true)
    this.#microphone?.run(this.runs.begin(take))
    this.#recordHere()
    const track = this.#microphone?.stream.getAudioTracks()[0]
    if (track) this.#events.onRun?.(take, track)
  }

  #listen(running: boolean): void {
    if (running) this.#endListening ??= listeningHere()
    else {
      this.#endListening?.()
      this.#endListening = null
    }
  }

  /** Starts a new segment of the local recording. */
  #recordHere(): void {
    const take = this.#take
    if (this.#microphone && take !== null)
      this.#local?.start(this.#microphone.stream, take, () => this.runs.position(take))
  }

  /** Ends the run. Resolves when its frames are all delivered. */
  halt(): Promise<unknown> {
    const { last } = this.runs
    this.#listen(false)
    this.#local?.stop()
    this.#halting = Promise.all([this.#replaced, this.#microphone?.halt()]).then(() => this.runs.end(last))
    this.#events.onHalt?.(this.stored())
    return this.#halting
  }

  /** Resolves when the frames of the last run are in the device queue. */
  async stored(): Promise<void> {
    await this.#halting
    await this.runs.stored
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

  device(devices: readonly AudioDevice[]): { deviceId: string; label: string } | null {
    const { deviceId, label } = this.#microphone ?? {
      deviceId: this.#preferred ?? devices[0]?.deviceId ?? '',
      label: '',
    }
    if (!deviceId && !label) return null
    return devices.find((one) => one.deviceId === deviceId) ?? { deviceId, label }
  }
}
