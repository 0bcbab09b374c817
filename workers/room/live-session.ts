import { type AudioFrame, SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { type Span, withoutSpans } from '#domain/consultation/spans.ts'
import {
  beginUtterance,
  endUtterance,
  type HeardLine,
  type Hearing,
  hear,
  isOnAudio,
  placesIn,
  type Utterance,
} from '#domain/consultation/utterance.ts'
import {
  LISTEN_KEEP_ALIVE_MS,
  LISTEN_MAX_RATE,
  type ListenMetadata,
  type ListenResults,
  type ListenServerMessage,
} from '#domain/speech/listen.ts'
import type { EngineSession, EngineSettings, SpeechEngine } from '../speech/engine.ts'

export type LiveSettings = {
  take: number
  from: number
  feedFrom: number
  done: readonly Span[]
  now(): number
  after(ms: number, work: () => void): () => void
  audio(span: Span): Uint8Array
  /** End of the take's audio. */
  stored(): number
  paused(): boolean
  /** False: no more audio will follow, so the engine may finish. */
  expectsMore(): boolean
  results(message: ListenResults | ListenMetadata): void
  /** `empty`: parts of the span that the engine answered without words. */
  heard(span: Span, lines: readonly HeardLine[], empty: readonly Span[]): void
  partial(line: HeardLine): void
  /** Called once: 'drained', or the reason of the failure. */
  ended(outcome: 'drained' | string): void
}

const PIECE = SAMPLE_RATE / 4
/** Samples that may be sent ahead of the allowed rate. */
const BURST = 2 * SAMPLE_RATE
const CATCH_UP_MS = 250
const TICK_MS = 1_000
/** After this time without audio the engine's socket closes, so that the object can sleep. */
const IDLE_MS = 60_000
/** Time without an engine message, while it owes results, after which it counts as stalled. */
const STALL_MS = 15_000
const STALL_SAMPLES = (STALL_MS / 1_000) * SAMPLE_RATE

/** One engine socket, fed from one take's stored audio. */
export class LiveSession {
  readonly take: number
  readonly from: number
  readonly #settings: LiveSettings
  #engine: EngineSession | null = null
  #utterance: Utterance
  #doneTo: number
  #fedTo: number
  /** Samples sent ahead of the allowed rate at `#aheadAt`. Idle time does not add allowance. */
  #ahead = 0
  #aheadAt = 0
  #sentAt = 0
  #fedAt = 0
  /** Pending results: since when and up to which sample; null when the engine has answered all audio. */
  #owed: { since: number; samples: number } | null = null
  #paused = false
  #finishing = false
  #over = false
  #stopTimer = () => {}

  constructor(settings: LiveSettings) {
    this.#settings = settings
    this.take = settings.take
    this.from = settings.from
    this.#doneTo = settings.from
    this.#fedTo = settings.feedFrom
    this.#utterance = beginUtterance(settings.feedFrom, settings.from, settings.done)
  }

  async open(engine: SpeechEngine, settings: EngineSettings): Promise<void> {
    const opened = await engine.open(settings, {
      message: (message) => this.#said(message),
      // Garbled messages are not trusted: another session transcribes the rest.
      garbage: () => this.#fail('garbage'),
      // Some servers close without the last message.
      closed: (code) => (this.#finishing && code === 1000 ? this.#drained() : this.#end('closed')),
    })
    // Aborted while it opened: send nothing.
    if (this.#over) return opened.close()
    this.#engine = opened
    const now = this.#settings.now()
    this.#aheadAt = this.#sentAt = this.#fedAt = now
    this.#tick()
  }

  /** Audio before this sample is transcribed or belongs to another session. */
  get doneTo(): number {
    return this.#doneTo
  }
  get fedTo(): number {
    return this.#fedTo
  }
  /** It may end before `open` resolves: the first audio is sent earlier. */
  get over(): boolean {
    return this.#over
  }

  /** Sends a live frame at once if all earlier audio is sent, without waiting for the disk. */
  forward({ at, pcm }: AudioFrame): void {
    if (at === this.#fedTo && this.#maySend()) this.#send(pcm)
  }

  /** Sends stored audio as far as the rate allows. */
  pump(): void {
    if (this.#over || this.#finishing || !this.#engine) return
    const stored = this.#settings.stored()
    while (this.#fedTo < stored && this.#maySend()) {
      const pcm = this.#settings.audio({ from: this.#fedTo, to: this.#fedTo + PIECE })
      if (pcm.byteLength === 0) break
      this.#send(pcm)
    }
    const more = this.#fedTo < stored
    const paused = this.#settings.paused()
    if (paused && !this.#paused && !more) this.#engine.finalize()
    this.#paused = paused
    if (!more && !this.#settings.expectsMore()) this.finish()
  }

  #maySend(): boolean {
    if (this.#over || this.#finishing || !this.#engine) return false
    const now = this.#settings.now()
    const passed = ((now - this.#aheadAt) / 1_000) * SAMPLE_RATE * LISTEN_MAX_RATE
    this.#ahead = Math.max(0, this.#ahead - passed)
    this.#aheadAt = now
    return this.#ahead + PIECE <= BURST
  }

  #send(pcm: Uint8Array): void {
    const now = this.#settings.now()
    const samples = pcm.byteLength / 2
    this.#owed ??= { since: now, samples: 0 }
    this.#owed.samples += samples
    this.#engine?.send(pcm)
    this.#ahead += samples
    this.#fedTo += samples
    this.#sentAt = this.#fedAt = now
  }

  finish(): void {
    if (this.#finishing || this.#over) return
    this.#finishing = true
    this.#owed = { since: this.#settings.now(), samples: 0 }
    this.#engine?.finish()
  }

  /** Ends silently: another session transcribes what is left. */
  abort(): void {
    this.#over = true
    this.#stopTimer()
    this.#engine?.close()
  }

  #tick(): void {
    if (this.#over) return
    const now = this.#settings.now()
    this.pump()
    if (this.#over) return
    // Live frames are sent on arrival; the timer only resumes audio that exceeded the rate.
    const pause = this.#fedTo < this.#settings.stored() ? CATCH_UP_MS : TICK_MS
    this.#stopTimer = this.#settings.after(pause, () => this.#tick())
    if (this.#isStalled(now)) this.#fail('stalled')
    else if (now - this.#fedAt > IDLE_MS) this.finish()
    if (this.#over || this.#finishing) return
    if (now - this.#sentAt < LISTEN_KEEP_ALIVE_MS) return
    this.#sentAt = now
    this.#engine?.keepAlive()
  }

  /** Some engines hold their last words until more audio comes, so the delay counts audio as well as time. */
  #isStalled(now: number): boolean {
    if (!this.#owed || now - this.#owed.since <= STALL_MS) return false
    return this.#finishing || this.#owed.samples >= STALL_SAMPLES
  }

  #said(message: ListenServerMessage): void {
    if (this.#over) return
    if (message.type === 'Results' && !isOnAudio(this.#settings.feedFrom, this.#fedTo, placesIn(message))) {
      this.#fail('garbage')
      return
    }
    this.#owed = this.#finishing ? { since: this.#settings.now(), samples: 0 } : null
    switch (message.type) {
      case 'Results':
        this.#settings.results(message)
        this.#keep(hear(this.#utterance, message))
        break
      case 'UtteranceEnd':
        this.#keep(endUtterance(this.#utterance))
        break
      case 'Metadata':
        this.#settings.results(message)
        if (this.#finishing) this.#drained()
        break
      case 'Error':
        this.#fail('engine_error')
        break
      case 'SpeechStarted':
        break
      default:
        message satisfies never
    }
  }

  /** All audio sent has its results. */
  #drained(): void {
    this.#keep({ ...endUtterance(this.#utterance), doneTo: this.#fedTo })
    this.#end('drained')
  }

  #keep({ utterance, lines, doneTo, partial, said }: Hearing): void {
    this.#utterance = utterance
    const to = Math.min(doneTo ?? this.#doneTo, this.#fedTo, this.#settings.stored())
    const from = this.#doneTo
    this.#doneTo = Math.max(from, to)
    const span = { from, to: this.#doneTo }
    if (lines.length > 0 || to > from) this.#settings.heard(span, lines, withoutSpans([span], said))
    if (partial) this.#settings.partial(partial)
  }

  #fail(reason: string): void {
    if (this.#over) return
    this.#engine?.close()
    this.#end(reason)
  }

  #end(outcome: 'drained' | string): void {
    if (this.#over) return
    // Final pieces become a line even without an end of speech.
    if (outcome !== 'drained') this.#keep(endUtterance(this.#utterance))
    this.#over = true
    this.#stopTimer()
    this.#engine?.close()
    this.#settings.ended(outcome)
  }
}
