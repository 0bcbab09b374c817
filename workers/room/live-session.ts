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
  /** False: nothing will be added, so the engine may finish once it has everything. */
  expectsMore(): boolean
  results(message: ListenResults | ListenMetadata): void
  /** `empty`: what of the span was answered without a word. */
  heard(span: Span, lines: readonly HeardLine[], empty: readonly Span[]): void
  partial(line: HeardLine): void
  /** Once: 'drained', or why it broke off. */
  ended(outcome: 'drained' | string): void
}

const PIECE = SAMPLE_RATE / 4
/** How much may be sent ahead of the allowed rate. */
const BURST = 2 * SAMPLE_RATE
const CATCH_UP_MS = 250
const TICK_MS = 1_000
/** Without new audio for this long the engine's socket closes, so that the object can sleep. */
const IDLE_MS = 60_000
/** Audio is under way and the engine says nothing it understands to be an answer. */
const STALL_MS = 15_000
const STALL_SAMPLES = (STALL_MS / 1_000) * SAMPLE_RATE

/** One socket of the engine, fed from the spool of one take. */
export class LiveSession {
  readonly take: number
  readonly from: number
  readonly #settings: LiveSettings
  #engine: EngineSession | null = null
  #utterance: Utterance
  #doneTo: number
  #fedTo: number
  /** Samples sent ahead of the allowed rate at `#aheadAt`. Time in which nothing came cannot be saved up. */
  #ahead = 0
  #aheadAt = 0
  #sentAt = 0
  #fedAt = 0
  /** Since when the engine owes an answer, and to how many samples; null when it answered after the last audio. */
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
      // What it says cannot be believed: what is not done yet is heard by another session.
      garbage: () => this.#fail('garbage'),
      // Some servers close without the last message.
      closed: (code) => (this.#finishing && code === 1000 ? this.#drained() : this.#end('closed')),
    })
    // Nobody wants it any more: it is sent nothing.
    if (this.#over) return opened.close()
    this.#engine = opened
    const now = this.#settings.now()
    this.#aheadAt = this.#sentAt = this.#fedAt = now
    this.#tick()
  }

  /** Before this everything is done, or somebody else's. */
  get doneTo(): number {
    return this.#doneTo
  }
  get fedTo(): number {
    return this.#fedTo
  }
  /** It may end while it opens: its first audio goes out before `open` is through. */
  get over(): boolean {
    return this.#over
  }

  /** A frame that comes when everything before it has been sent: it is not waited for until it is on the disk. */
  forward({ at, pcm }: AudioFrame): void {
    if (at === this.#fedTo && this.#maySend()) this.#send(pcm)
  }

  /** Sends what is stored, as far as the rate allows. */
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

  /** Without a word to the room: what was not done will be heard by another. */
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
    // What arrives is sent as it comes; only a rest that was too fast for the engine is waited for.
    const pause = this.#fedTo < this.#settings.stored() ? CATCH_UP_MS : TICK_MS
    this.#stopTimer = this.#settings.after(pause, () => this.#tick())
    if (this.#isStalled(now)) this.#fail('stalled')
    else if (now - this.#fedAt > IDLE_MS) this.finish()
    if (this.#over || this.#finishing) return
    if (now - this.#sentAt < LISTEN_KEEP_ALIVE_MS) return
    this.#sentAt = now
    this.#engine?.keepAlive()
  }

  /** In a pause an engine may keep its last words until more audio comes: what it owes is counted in audio, too. */
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

  /** Everything that was sent has its results. */
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
    // Final pieces were final: they become a line even if their end of speech never came.
    if (outcome !== 'drained') this.#keep(endUtterance(this.#utterance))
    this.#over = true
    this.#stopTimer()
    this.#engine?.close()
    this.#settings.ended(outcome)
  }
}
