import {
  type DeviceSpeechEffect,
  type DeviceSpeechEvent,
  initialDeviceSpeech,
  placeOf,
  transition,
} from '#domain/recorder/device-speech.ts'

/** The Web Speech API as far as this file uses it. */
type RecognitionResult = { isFinal: boolean; length: number; [n: number]: { transcript: string; confidence: number } }
type RecognitionResultEvent = { resultIndex: number; results: ArrayLike<RecognitionResult> }
interface Recognition {
  processLocally?: boolean
  lang: string
  continuous: boolean
  interimResults: boolean
  maxAlternatives: number
  phrases?: unknown
  onstart: (() => void) | null
  onspeechstart: (() => void) | null
  onspeechend: (() => void) | null
  onaudioend: (() => void) | null
  onresult: ((event: RecognitionResultEvent) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(track: MediaStreamTrack): void
  stop(): void
  abort(): void
}
type RecognitionClass = {
  new (): Recognition
  available?: unknown
}
type SpeechGlobals = {
  SpeechRecognition?: RecognitionClass
  webkitSpeechRecognition?: RecognitionClass
  SpeechRecognitionPhrase?: new (phrase: string, boost: number) => unknown
}

const LANGUAGE = 'pt-BR'
const TICK_MS = 500
/** A halted session is aborted when its finals take longer. */
const HALT_MS = 2_000

const globals = () => globalThis as SpeechGlobals
const recognitionClass = (): RecognitionClass | undefined =>
  globals().SpeechRecognition ?? globals().webkitSpeechRecognition

/**
 * The only place that constructs a recogniser. Returns null unless the browser promises to recognise on the device: then
 * no audio can leave it.
 */
function createLocal(phrases: readonly Phrase[]): Recognition | null {
  const Recogniser = recognitionClass()
  if (!Recogniser?.available) return null
  const recognition = new Recogniser()
  // An older browser would take the assignment as a property of our own and use its server.
  if (!('processLocally' in recognition)) return null
  recognition.processLocally = true
  if (recognition.processLocally !== true) return null
  recognition.lang = LANGUAGE
  recognition.continuous = true
  recognition.interimResults = true
  recognition.maxAlternatives = 1
  addPhrases(recognition, phrases)
  return recognition
}

function addPhrases(recognition: Recognition, phrases: readonly Phrase[]): void {
  const RecognitionPhrase = globals().SpeechRecognitionPhrase
  if (!RecognitionPhrase || !('phrases' in recognition) || phrases.length === 0) return
  try {
    recognition.phrases = phrases.map(({ phrase, boost }) => new RecognitionPhrase(phrase, boost))
  } catch {
    // The recogniser hears without them.
  }
}

/** `boost`: from 0 to 10. */
export type Phrase = { phrase: string; boost: number }
type Command = Extract<DeviceSpeechEffect, { type: 'start' | 'stop' | 'abort' }>
/** Effects for the host; the commands to the browser stay here. */
export type DeviceReport = Exclude<DeviceSpeechEffect, Command>
/** An event without its moment: `#dispatch` adds it. */
type Unplaced = DeviceSpeechEvent extends infer E
  ? E extends DeviceSpeechEvent
    ? Omit<E, 'at' | 'now'>
    : never
  : never

export type DeviceSpeechPorts = {
  /** Place of this moment on the audio clock of the take, in samples. */
  position(take: number): number
  emit(report: DeviceReport): void
  /** Words to expect, read when a session starts. */
  phrases(): readonly Phrase[]
}

/** Runs the state machine of the browser's recogniser on the track that the page records. */
export class DeviceSpeech {
  #state = initialDeviceSpeech
  #track: MediaStreamTrack | null = null
  #recognition: Recognition | null = null
  #takesPhrases = true
  #ticking: ReturnType<typeof setInterval> | null = null
  #events: Unplaced[] = []
  #isDispatching = false
  #isDisposed = false
  #halts: { session: number; resolve: () => void }[] = []
  readonly #ports: DeviceSpeechPorts

  constructor(ports: DeviceSpeechPorts) {
    this.#ports = ports
  }

  /** Hears this take from here on; call it again after a pause and for another microphone. */
  run(take: number, track: MediaStreamTrack): void {
    if (this.#isDisposed) return
    this.#track = track
    this.#dispatch({ type: 'run', take })
  }

  /** Stops hearing. Resolves when the last results are emitted, after 2 s at most. */
  halt(): Promise<void> {
    const session = this.#state.session?.id
    this.#dispatch({ type: 'halt' })
    if (session === undefined || session !== this.#state.session?.id) return Promise.resolve()
    return new Promise((resolve) => {
      this.#halts.push({ session, resolve })
      // The next regular tick would come up to half a second late.
      setTimeout(() => this.#dispatch({ type: 'tick' }), HALT_MS)
    })
  }

  /** The patient withdrew: aborts at once and emits nothing more until the next run. */
  withdraw(): void {
    this.#dispatch({ type: 'withdraw' })
    this.#track = null
  }

  /** Ends for good, without another emit. */
  dispose(): void {
    this.withdraw()
    this.#isDisposed = true
  }

  #dispatch(event: Unplaced): void {
    this.#events.push(event)
    // An effect may cause the next event: it waits its turn.
    if (this.#isDispatching) return
    this.#isDispatching = true
    for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#apply(next)
    this.#isDispatching = false
    this.#tickWhileRunning()
    const isOver = ({ session }: { session: number }) => session !== this.#state.session?.id
    for (const { resolve } of this.#halts.filter(isOver)) resolve()
    this.#halts = this.#halts.filter((halt) => !isOver(halt))
  }

  #apply(event: Unplaced): void {
    const take = placeOf(this.#state)
    const at = take === null ? 0 : this.#ports.position(take)
    const { state, effects } = transition(this.#state, { ...event, at, now: performance.now() })
    this.#state = state
    for (const effect of effects) {
      if (effect.type === 'start') this.#start(effect.session)
      else if (effect.type === 'stop') this.#recognition?.stop()
      else if (effect.type === 'abort') this.#recognition?.abort()
      else this.#ports.emit(effect)
    }
  }

  #tickWhileRunning(): void {
    const isRunning = placeOf(this.#state) !== null
    if (isRunning) this.#ticking ??= setInterval(() => this.#dispatch({ type: 'tick' }), TICK_MS)
    else if (this.#ticking !== null) {
      clearInterval(this.#ticking)
      this.#ticking = null
    }
  }

  #start(session: number): void {
    const recognition = createLocal(this.#takesPhrases ? this.#ports.phrases() : [])
    this.#recognition = recognition
    if (!recognition || !this.#track) {
      this.#dispatch({ type: 'error', session, code: 'service-not-allowed' })
      return
    }
    recognition.onstart = () => this.#dispatch({ type: 'started', session })
    recognition.onspeechstart = () => this.#dispatch({ type: 'speech', session, on: true })
    recognition.onspeechend = () => this.#dispatch({ type: 'speech', session, on: false })
    recognition.onaudioend = () => this.#dispatch({ type: 'audio_end', session })
    recognition.onresult = (event) => this.#dispatch({ type: 'text', session, ...textOf(event) })
    recognition.onend = () => this.#dispatch({ type: 'ended', session })
    recognition.onerror = ({ error }) => {
      // It ends now, and the next session hears without phrases.
      if (error === 'phrases-not-supported') this.#takesPhrases = false
      else this.#dispatch({ type: 'error', session, code: error })
    }
    try {
      recognition.start(this.#track)
    } catch (error) {
      const isRefused = error instanceof Error && error.name === 'NotAllowedError'
      this.#dispatch({ type: 'error', session, code: isRefused ? 'not-allowed' : 'audio-capture' })
      this.#dispatch({ type: 'ended', session })
    }
  }
}

/** Returns the finals that this event brings, and the text of all results that are not final. */
function textOf({ resultIndex, results }: RecognitionResultEvent) {
  const finals: { index: number; text: string; confidence?: number }[] = []
  const interims: string[] = []
  for (let index = 0; index < results.length; index++) {
    const result = results[index]
    const best = result?.[0]
    if (!result || !best) continue
    if (!result.isFinal) interims.push(best.transcript)
    else if (index >= resultIndex) finals.push({ index, text: best.transcript, confidence: best.confidence })
  }
  return { finals, interim: interims.join(' ') }
}
