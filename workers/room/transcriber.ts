import {
  BATCH_SEGMENT,
  heardBefore,
  isTooFarBehind,
  LEAD_IN,
  liveFrom,
  liveTakeOf,
  nextSegment,
  quietCut,
  type Work,
} from '#domain/consultation/feeding.ts'

import type { AudioFrame } from '#domain/consultation/frame.ts'
import type { ServerMessageOf } from '#domain/consultation/protocol.ts'
import type { Span } from '#domain/consultation/spans.ts'
import { missingOf, type RoomState, takesOf } from '#domain/consultation/state.ts'
import { type Take, undoneIn } from '#domain/consultation/take.ts'
import { type HeardLine, hearBatch, isOnAudio } from '#domain/consultation/utterance.ts'
import { DEMONSTRATION_MODEL, type ListenMetadata, type ListenResults, modelName } from '#domain/speech/listen.ts'
import { EngineFailure, type EngineSettings, type SpeechEngine } from '../speech/engine.ts'
import { LiveSession } from './live-session.ts'

export type EngineView = Omit<ServerMessageOf<'engine'>, 'type'>

/** Interface through which the transcriber uses the room. */
export type TranscriberHost = {
  now(): number
  /** Runs `work` once later. Returns a function that cancels. */
  after(ms: number, work: () => void): () => void
  state(): RoomState
  audio(take: number, span: Span): Uint8Array
  /** Spans of the take that have words. */
  written(startedAt: number, take: Take): Span[]
  nextSession(): number
  /** Stores lines with the span they fill; `empty` are its parts answered without words. */
  heard(work: Work, lines: readonly HeardLine[], session: number, empty: readonly Span[]): void
  partial(take: number, line: HeardLine): void
  engine(view: EngineView, attempt: number, reason?: string): void
  /** Sets the alarm to the next retry, even if no audio arrives. */
  rearm(): void
}

/** Only an ongoing consultation is transcribed. */
type OpenRoom = Extract<RoomState, { phase: 'active' | 'finishing' }>

const SETTINGS: EngineSettings = { language: 'pt-BR', keyterms: [] }
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
/** Audio that is not transcribed live starts as a segment after this time without more of it. */
const SETTLE_MS = 2_000
/** Longest time between checks for pending work, so that an eviction cannot lose any. */
const WATCH_MS = 15_000

/** Transcribes what the room has stored. All its state can be rebuilt from the stored audio and done spans. */
export class Transcriber {
  #live: LiveSession | null = null
  /** A token per start: a session opened for an older one is closed. */
  #opening: { take: number; from: number; session: LiveSession } | null = null
  #batch: Work | null = null
  /** Arrival of each take's last frame, until the take has been quiet for a while. */
  readonly #arrivals = new Map<number, number>()
  #hasBatch = true
  #failures = 0
  #retryAt = 0
  #view: EngineView
  readonly #engine: SpeechEngine | null
  readonly #host: TranscriberHost

  constructor(engine: SpeechEngine | null, host: TranscriberHost, name: string) {
    this.#engine = engine
    this.#host = host
    this.#view = { state: engine ? 'idle' : 'lost', name, demonstration: name === DEMONSTRATION_MODEL }
  }

  get view(): EngineView {
    return this.#view
  }

  /** Time to wake the room; null when everything stored is transcribed. */
  get dueAt(): number | null {
    if (!this.#engine || !this.#hasWork) return null
    const now = this.#host.now()
    return this.#retryAt > now ? this.#retryAt : now + WATCH_MS
  }

  get #hasWork(): boolean {
    const state = this.#host.state()
    return (
      (state.phase === 'active' || state.phase === 'finishing') &&
      takesOf(state).some((take) => undoneIn(take).length > 0)
    )
  }

  /** Forwards a live frame that is next in order to the engine. */
  forward(frame: AudioFrame): void {
    if (this.#live?.take === frame.take) this.#live.forward(frame)
  }

  /** A frame of this take is stored. */
  arrived(take: number): void {
    const settling = this.#arrivals.has(take)
    this.#arrivals.set(take, this.#host.now())
    this.pump()
    // A live take needs no waiting.
    if (take === (this.#live ?? this.#opening)?.take || !this.#engine) this.#arrivals.delete(take)
    else if (!settling) this.#host.after(SETTLE_MS, () => this.#settle(take))
  }

  #settle(take: number): void {
    const rest = (this.#arrivals.get(take) ?? 0) + SETTLE_MS - this.#host.now()
    if (rest > 0) {
      this.#host.after(rest, () => this.#settle(take))
      return
    }
    this.#arrivals.delete(take)
    this.pump()
  }

  /** Continues after a change of audio, recorder or state. `due`: run a pending retry now. */
  pump(due = false): void {
    if (!this.#engine) return
    const state = this.#host.state()
    // [C24] Without consent no audio is transcribed, even if stored.
    if ((state.phase !== 'active' && state.phase !== 'finishing') || state.consent.state !== 'accepted') {
      this.stop()
      return
    }
    if (due) this.#retryAt = 0
    this.#live?.pump()
    if (this.#live && this.#hasBatch && isTooFarBehind(state, this.#live)) {
      this.#live.abort()
      this.#live = null
    }
    if (this.#host.now() < this.#retryAt) return
    if (!this.#live && !this.#opening) this.#openLive(state)
    const segment = this.#batch || !this.#hasBatch ? null : this.#segment(state)
    if (segment) void this.#runBatch(state, segment)
  }

  stop(): void {
    this.#opening?.session.abort()
    this.#opening = null
    this.#batch = null
    this.#live?.abort()
    this.#live = null
    this.#show('idle')
  }

  #openLive(state: OpenRoom): void {
    const wanted =
      liveFrom(state, this.#hasBatch, this.#batch) ?? (this.#hasBatch ? null : nextSegment(state, null, () => false))
    const take = takesOf(state).find((one) => one.take === wanted?.take)
    if (!wanted || !take) return
    // [C15] Segments transcribe stored audio; live begins with the next frame.
    if (take.stored <= wanted.from && !this.#arrivals.has(take.take)) return
    void this.#open(wanted, heardBefore(wanted.from, take, this.#host.written(state.startedAt, take), this.#batch))
  }

  async #open(wanted: { take: number; from: number }, done: readonly Span[]): Promise<void> {
    const { take, from } = wanted
    let number = 0
    const session = new LiveSession({
      take,
      from,
      feedFrom: Math.max(0, from - LEAD_IN),
      done,
      now: this.#host.now,
      after: this.#host.after,
      audio: (span) => this.#host.audio(take, span),
      stored: () => takesOf(this.#host.state()).find((one) => one.take === take)?.stored ?? 0,
      paused: () => {
        const state = this.#host.state()
        return state.phase === 'active' && state.recorder?.paused === true
      },
      expectsMore: () => liveTakeOf(this.#host.state(), take) === take,
      results: (message) => this.#heardFrom(message),
      heard: (span, lines, empty) => this.#host.heard({ take, ...span }, lines, number, empty),
      partial: (line) => this.#host.partial(take, line),
      ended: (outcome) => this.#ended(session, outcome),
    })
    const opening = { take, from, session }
    this.#opening = opening
    this.#show('connecting')
    try {
      await session.open(this.#engine as SpeechEngine, SETTINGS)
    } catch (error) {
      if (this.#opening !== opening) return
      this.#opening = null
      this.#lost(error instanceof EngineFailure ? error.fault : 'failed')
      return
    }
    if (this.#opening !== opening) {
      session.abort()
      return
    }
    this.#opening = null
    if (session.over) {
      this.#lost('closed')
      return
    }
    number = this.#host.nextSession()
    this.#live = session
    this.#show('listening')
    this.pump()
  }

  #heardFrom(message: ListenResults | ListenMetadata): void {
    this.#failures = 0
    // A failed segment says nothing about the live socket.
    if (this.#live && this.#view.state === 'lost') this.#show('listening')
    const name = modelName(message)
    if (name && name !== this.#view.name)
      this.#show(this.#view.state, { name, demonstration: name === DEMONSTRATION_MODEL })
  }

  #ended(session: LiveSession, outcome: 'drained' | string): void {
    if (this.#live !== session) return
    this.#live = null
    if (outcome === 'drained') this.#show('idle')
    else this.#lost(outcome)
    this.pump()
  }

  #lost(reason: string): void {
    this.#failures++
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length) - 1] ?? WATCH_MS
    this.#retryAt = this.#host.now() + pause
    this.#show('lost', {}, reason)
    this.#host.rearm()
  }

  /** Returns the next segment for the batch endpoint. */
  #segment(state: OpenRoom): Work | null {
    const hearing = this.#live && { take: this.#live.take, from: this.#live.doneTo }
    const live = hearing ?? this.#opening ?? liveFrom(state, true, null)
    const ends = (take: number) => state.phase === 'finishing' && !missingOf(state).some((one) => one.take === take)
    const grows = (take: number) => this.#arrivals.has(take) && !ends(take)
    return nextSegment(state, live, grows)
  }

  async #runBatch(state: OpenRoom, segment: Work): Promise<void> {
    if (!this.#engine) return
    const feedFrom = Math.max(0, segment.from - LEAD_IN)
    // Adds a margin on both sides so that no word is cut; words centred outside belong to a neighbour.
    let pcm = this.#host.audio(segment.take, { from: feedFrom, to: segment.to + LEAD_IN })
    if (segment.to - segment.from === BATCH_SEGMENT) {
      const part = pcm.subarray((segment.from - feedFrom) * 2, (segment.to - feedFrom) * 2)
      segment.to = quietCut(new Int16Array(part.buffer, part.byteOffset, part.byteLength / 2), segment)
      pcm = pcm.subarray(0, (segment.to + LEAD_IN - feedFrom) * 2)
    }
    const fedTo = feedFrom + pcm.byteLength / 2
    this.#batch = segment
    const session = this.#host.nextSession()
    try {
      const { results, metadata } = await this.#engine.transcribe(pcm, SETTINGS)
      if (this.#batch !== segment) return
      const alternatives = results.channels[0]?.alternatives ?? []
      const utterances = results.utterances ?? []
      const pieces = [...utterances, ...[...alternatives, ...utterances].flatMap((one) => one.words)]
      if (!isOnAudio(feedFrom, fedTo, pieces)) throw new EngineFailure('off_protocol')
      const take = takesOf(this.#host.state()).find((one) => one.take === segment.take)
      const outside = [
        ...(take ? heardBefore(segment.from, take, this.#host.written(state.startedAt, take), null) : []),
        { from: segment.to, to: Number.MAX_SAFE_INTEGER },
      ]
      const lines = hearBatch(feedFrom, segment, { alternatives, utterances: results.utterances }, outside)
      this.#batch = null
      this.#heardFrom({ type: 'Metadata', ...metadata })
      if (this.#view.state === 'lost') this.#show('idle')
      const { from, to } = segment
      const isEmpty = [...alternatives, ...utterances].every((one) => one.transcript.trim() === '')
      this.#host.heard(segment, lines, session, isEmpty ? [{ from, to }] : [])
    } catch (error) {
      if (this.#batch !== segment) return
      this.#batch = null
      const fault = error instanceof EngineFailure ? error.fault : 'failed'
      if (fault !== 'no_such_endpoint') {
        this.#lost(fault)
        return
      }
      this.#hasBatch = false
    }
    this.pump()
  }

  #show(state: EngineView['state'], named: Partial<EngineView> = {}, reason?: string): void {
    const view = { ...this.#view, ...named, state }
    const same = view.state === this.#view.state && view.name === this.#view.name
    this.#view = view
    if (!same) this.#host.engine(view, this.#failures, reason)
  }
}
