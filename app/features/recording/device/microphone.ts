import { readSettings } from '#app/lib/settings.ts'
import type { AudioSettings } from '#domain/account/settings.ts'
import { FRAME_MS, SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { microphoneFault, type RecorderFault, recorderFaults } from '#domain/recorder/microphone.ts'
import type { Sender } from '../uplink/sender.ts'
import type { KeptGap } from './kept-statements.ts'
import type { WorkletCommand, WorkletOptions, WorkletReport } from './worklet.ts'
import workletUrl from './worklet.ts?worker&url'

export type MicrophoneEvents = {
  /** 250 ms of 16 kHz mono; the last one of a run is shorter. */
  frame: (run: number, samples: Int16Array) => void
  /** The device was removed, silenced or taken: later samples are not the doctor's voice. */
  failed: (fault: RecorderFault) => void
  /** A silenced microphone works again. */
  back: () => void
  /** The device slept: `ms` of audio are missing before sample `at` of the run. */
  slept: (run: number, at: number, ms: number) => void
}

/** `exact`: this device or none; otherwise the closest available one. */
export type DeviceChoice = { deviceId: string | null; exact: boolean }

export type Microphone = {
  readonly deviceId: string
  readonly label: string
  readonly stream: MediaStream
  /** Muted by the system or used by a call: it may recover by itself. */
  readonly silenced: boolean
  run(run: number): void
  /** Resolves when the last frame of the run has been delivered. */
  halt(): Promise<void>
  /** Fills `into` with the current waveform, 0 to 255 around 128. */
  waveform(into: Uint8Array<ArrayBuffer>): void
  close(): void
}

export const ANALYSER_SIZE = 256
const HALT_TIMEOUT_MS = 1_000
/** Some tracks begin muted and unmute at once; a longer mute would record silence unnoticed. */
const MUTED_START_MS = 1_000

/** Failure of opening, as a fault code of the recorder. */
class MicrophoneError extends Error {
  readonly fault: RecorderFault
  constructor(fault: RecorderFault) {
    super(fault.technical ?? fault.message)
    this.fault = fault
  }
}

export const faultIn = (error: unknown): RecorderFault =>
  error instanceof MicrophoneError ? error.fault : recorderFaults.start

export async function openMicrophone(choice: DeviceChoice, events: MicrophoneEvents): Promise<Microphone> {
  const { audio } = readSettings()
  const stream = await openStream(constraintsOf(choice, audio))
  let context: AudioContext | null = null
  try {
    context = new AudioContext({ latencyHint: 'interactive' })
    await context.audioWorklet.addModule(workletUrl)
    if (context.state !== 'running') await context.resume()
    return connect(stream, context, events, { levelling: audio.autoAdjustVolume })
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    await context?.close().catch(() => undefined)
    const name = error instanceof Error ? error.name : ''
    throw new MicrophoneError({
      ...recorderFaults.processing,
      technical: `Failed to process audio data (${name})`,
    })
  }
}

const constraintsOf = ({ deviceId, exact }: DeviceChoice, settings: AudioSettings): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: settings.noiseReduction,
  autoGainControl: true,
  sampleRate: { ideal: 48_000 },
  channelCount: 1,
  ...(deviceId ? { deviceId: exact ? { exact: deviceId } : { ideal: deviceId } } : {}),
})

async function openStream(audio: MediaTrackConstraints): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new MicrophoneError(microphoneFault('SecurityError'))
  try {
    return await navigator.mediaDevices.getUserMedia({ audio })
  } catch (error) {
    throw new MicrophoneError(microphoneFault(error instanceof Error ? error.name : ''))
  }
}

function connect(
  stream: MediaStream,
  context: AudioContext,
  events: MicrophoneEvents,
  processorOptions: WorkletOptions,
): Microphone {
  const track = stream.getAudioTracks()[0] as MediaStreamTrack
  const { source, analyser, node } = graphOf(stream, context, processorOptions)
  let closed = false
  let silenced = false
  let halts = 0
  const halting = new Map<number, () => void>()
  const fail = (fault: RecorderFault) => {
    if (!closed) events.failed(fault)
  }
  const send = (command: WorkletCommand) => node.port.postMessage(command)
  node.port.onmessage = ({ data }: MessageEvent<WorkletReport>) => {
    if (data.type === 'frame') return events.frame(data.run, data.samples)
    if (data.type === 'slept') return events.slept(data.run, data.at, data.ms)
    halting.get(data.id)?.()
    halting.delete(data.id)
  }
  node.onprocessorerror = () => fail(recorderFaults.processing)
  track.onended = () => fail(recorderFaults.ended)
  // Muted by the system, a switch or a call: Safari reports 'interrupted', others mute the track.
  const mute = () => {
    if (closed || silenced) return
    silenced = true
    fail(recorderFaults.muted)
  }
  const unmute = () => {
    if (closed || !silenced || track.muted || context.state !== 'running') return
    silenced = false
    events.back()
  }
  track.onmute = mute
  track.onunmute = unmute
  context.onstatechange = () => {
    if (context.state === 'running') return unmute()
    if ((context.state as string) === 'interrupted') mute()
    else fail(recorderFaults.silent)
  }

  return {
    deviceId: track.getSettings().deviceId ?? '',
    label: track.label,
    stream,
    get silenced() {
      return silenced
    },
    run(run) {
      send({ type: 'run', run })
      if (track.muted) setTimeout(() => track.muted && mute(), MUTED_START_MS)
    },
    halt: () =>
      new Promise((resolve) => {
        const id = ++halts
        halting.set(id, resolve)
        send({ type: 'halt', id })
        // A suspended audio thread never answers: do not wait for it.
        if (closed || context.state !== 'running') resolve()
        else setTimeout(resolve, HALT_TIMEOUT_MS)
      }),
    waveform: (into) => analyser.getByteTimeDomainData(into),
    close() {
      if (closed) return
      closed = true
      for (const resolve of halting.values()) resolve()
      node.port.onmessage = null
      track.onended = track.onmute = track.onunmute = null
      for (const one of stream.getTracks()) one.stop()
      source.disconnect()
      context.onstatechange = null
      void context.close().catch(() => undefined)
    },
  }
}

/** Returns the nodes between the stream and the worklet. They mix to mono, so that the worklet gets one channel. */
function graphOf(stream: MediaStream, context: AudioContext, processorOptions: WorkletOptions) {
  const source = context.createMediaStreamSource(stream)
  const analyser = new AnalyserNode(context, { fftSize: ANALYSER_SIZE })
  const node = new AudioWorkletNode(context, 'recorder', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
    channelInterpretation: 'speakers',
    processorOptions,
  })
  source.connect(analyser)
  source.connect(node)
  return { source, analyser, node }
}

/** Where captured audio goes. */
export type AudioSink = {
  /** Null before recording is possible. */
  readonly sender: Pick<Sender, 'put' | 'end'> | null
  gap(gap: KeptGap): void
}

/** Number of looks without a frame before audio counts as stopped. Time would blame a device that slept. */
const STILL_LOOKS = 5

/** Hands the frames of numbered runs to the take that each run belongs to, so that no frame enters another take. */
export class TakeRuns {
  /** Number of the last run. */
  last = 0
  #runs = new Map<number, { take: number; from: number | null }>()
  #lastFrameAt = 0
  #looks = 0
  /** The patient withdrew: late frames of the microphone are dropped. */
  #isWithdrawn = false
  #storing: Promise<unknown> = Promise.resolve()
  readonly #sink: AudioSink
  readonly #onLost: () => void
  readonly #isSoundKeptHere: () => boolean

  /** `onLost`: a frame could not be stored. `isSoundKeptHere`: frames leave the page as silence. */
  constructor(sink: AudioSink, onLost: () => void, isSoundKeptHere = () => false) {
    this.#sink = sink
    this.#onLost = onLost
    this.#isSoundKeptHere = isSoundKeptHere
  }

  /** Begins a run: its samples belong to `take`. Returns its number. */
  begin(take: number): number {
    this.#isWithdrawn = false
    this.#lastFrameAt = performance.now()
    this.#looks = 0
    this.#runs.set(++this.last, { take, from: null })
    return this.last
  }
  /** All frames of the runs up to this one have arrived. */
  end(last: number): void {
    for (const run of this.#runs.keys()) if (run <= last) this.#runs.delete(run)
  }
  /** Drops frames that arrive from now on, until the next run. */
  withdraw(): void {
    this.#isWithdrawn = true
  }
  /** Resolves when the frames that arrived so far are in the device queue. */
  get stored(): Promise<unknown> {
    return this.#storing
  }

  /** Bound, so that the microphone calls it directly. */
  readonly frame = (run: number, samples: Int16Array): void => {
    const take = this.#takeOf(run)?.take
    if (take === undefined) return
    this.#lastFrameAt = performance.now()
    if (this.#isWithdrawn) return
    if (this.#isSoundKeptHere()) samples.fill(0)
    // Audio that cannot be stored is lost: stop recording.
    const storing = this.#sink.sender?.put(take, samples).catch(this.#onLost)
    this.#storing = this.#storing.then(() => storing)
  }

  /** Returns false when the run is over. */
  slept(run: number, at: number, ms: number): boolean {
    const found = this.#takeOf(run)
    if (!found) return false
    this.#sink.gap({ type: 'gap', take: found.take, at: found.from + at, ms, reason: 'asleep' })
    return true
  }

  #takeOf(run: number): { take: number; from: number } | null {
    const found = this.#runs.get(run)
    if (!found) return null
    this.#looks = 0
    found.from ??= this.#end(found.take)
    return { take: found.take, from: found.from }
  }

  #end(take: number): number {
    return this.#sink.sender?.end(take) ?? 0
  }

  /** Returns ms since the last frame, at most one frame. */
  sinceLastFrame(): number {
    return Math.min(FRAME_MS, performance.now() - this.#lastFrameAt)
  }
  /** Position of this moment on the audio clock, in samples. */
  position(take: number): number {
    return this.#end(take) + Math.round((this.sinceLastFrame() * SAMPLE_RATE) / 1_000)
  }
  /** Returns true when no frame came for several calls; call it each second while it records. */
  isStill(): boolean {
    this.#looks++
    return this.#looks > STILL_LOOKS
  }
}
