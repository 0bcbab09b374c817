import { isDeviceListening, isHolder, LEAD_IN } from '#domain/consultation/device-spans.ts'
import {
  BATCH_SEGMENT,
  heardBefore,
  isTooFarBehind,
  liveFrom,
  liveTakeOf,
  nextSegment,
  quietCut,
  type Work,
} from '#domain/consultation/feeding.ts'
import { isInside, type Span } from '#domain/consultation/spans.ts'
import { type From, missingOf, type RoomState, restingOf, takesOf } from '#domain/consultation/state.ts'
import { type Take, undoneIn } from '#domain/consultation/take.ts'
import { hearBatch, isOnAudio } from '#domain/consultation/utterance.ts'
import type { EngineFault } from '#domain/speech/fault.ts'
import {
  DEMONSTRATION_MODEL,
  DEVICE_MODEL,
  type ListenMetadata,
  type ListenResults,
  modelName,
} from '#domain/speech/listen.ts'
import { EngineFailure, type EngineView, type SpeechEngine, type SpeechPorts } from '../speech/engine.ts'
import { LiveSession } from '../speech/live-session.ts'
import { DeviceSchedule } from './device-schedule.ts'
import { isForbidden, markingInvented } from './stand-in.ts'

/** Only an ongoing consultation is transcribed. */
type OpenRoom = Extract<RoomState, { phase: 'active' | 'finishing' }>

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
/** Audio that is not transcribed live starts as a segment after this time without more of it. */
const SETTLE_MS = 2_000
/** [C44] A recogniser that ended begins again within this time. */
const DEVICE_RESTART_MS = 3_000
/** Longest time between checks for pending work, so that an eviction cannot lose any. */
const WATCH_MS = 15_000

/** Transcribes what the room has stored. All its state can be rebuilt from the stored audio and done spans. */
export class SpeechFeed {
  #live: LiveSession | null = null
  /** A token per start: a session opened for an older one is closed. */
  #opening: LiveSession | null = null
  #batch: Work | null = null
  /** Arrival of each take's last frame, until the take has been quiet for a while. */
  readonly #arrivals = new Map<number, number>()
  readonly #devices = new DeviceSchedule()
  /** A recogniser ended, and may begin again soon. */
  #isDeviceAwaited = false
  #hasBatch = true
  #failures = 0
  #retryAt = 0
  #view: EngineView
  /** The room's engine is the demonstration. Unknown before its first answer. */
  #isStandIn: boolean
  readonly #engine: SpeechEngine | null
  readonly #ports: SpeechPorts

  /** `name`: of the engine that the room used last. */
  constructor(engine: SpeechEngine | null, ports: SpeechPorts, name: string) {
    this.#engine = engine
    const schedule = (state: RoomState) =>
      engine && isOpen(state) ? this.#devices.withoutSilent(state, ports.now()) : state
    const room = { ...ports.room, state: () => schedule(ports.room.state()) }
    this.#ports = { ...ports, room: markingInvented(room, () => this.#isStandIn) }
    const demonstration = name === DEMONSTRATION_MODEL
    this.#isStandIn = demonstration
    this.#view = { state: 'idle', name, demonstration, ...(!engine && { state: 'lost', fault: 'not_configured' }) }
  }

  get view(): EngineView {
    return this.#view
  }

  /** [C44] A page said something of its recogniser. Returns false, and ignores it, if the take is not that page's. */
  onDevice(take: number, from: From): boolean {
    if (!takesOf(this.#ports.room.state()).some((one) => one.take === take && isHolder(one, from))) return false
    this.#devices.noteAnswer(take, this.#ports.now())
    if (this.#isDeviceListening()) {
      this.#dropStandIn()
      if (!this.#live) this.#show('listening', { name: DEVICE_MODEL, demonstration: false })
    } else if (this.#view.name === DEVICE_MODEL && !this.#isDeviceAwaited) {
      this.#isDeviceAwaited = true
      this.#ports.after(DEVICE_RESTART_MS, () => this.#onDeviceGone(take))
    }
    this.pump()
    return true
  }

  #onDeviceGone(take: number): void {
    this.#isDeviceAwaited = false
    if (this.#isDeviceListening()) return
    const { room } = this.#ports
    const isRecorded = liveTakeOf(room.state()) === take && restingOf(room.state()) !== take
    if (isRecorded && this.#engine) room.report({ type: 'engine', view: this.#view, attempt: 0, fault: 'device' })
    if (this.#view.name !== DEVICE_MODEL || this.#live) return
    this.#show(this.#engine ? 'idle' : 'lost', { fault: 'device' })
  }

  #isDeviceListening(): boolean {
    const state = this.#ports.room.state()
    return isOpen(state) && isDeviceListening(state.takes.find((one) => one.take === liveTakeOf(state)))
  }

  /** [C45] True while an engine of the room hears this sample of the take. */
  isListening(take: number, sample: number): boolean {
    const live = this.#live ?? this.#opening
    if (live?.take === take && live.answers(sample)) return true
    return this.#batch?.take === take && isInside([this.#batch], sample)
  }

  /** [C46] The engine is the demonstration, which must not write here. */
  #isForbidden(work: Work): boolean {
    return this.#isStandIn && isForbidden(this.#ports.room.state(), work)
  }

  /** Ends a session of the demonstration where a page hears. Its audio stays open. */
  #dropStandIn(): void {
    if (!this.#live || !this.#isForbidden(spanOf(this.#live))) return
    this.#live.abort()
    this.#live = null
  }

  /** [C46] What the device missed counts as answered without words: it has no voice, or no real engine is left. */
  #passOver(state: OpenRoom): void {
    const { room, storage } = this.#ports
    const isNeedless = (span: Work) => !this.#engine || this.#isStandIn || storage.isQuiet(span)
    for (const span of this.#devices.needlessSpans(state, isNeedless))
      room.report({ type: 'lines', span, lines: [], session: 0, empty: [span] })
  }

  /** Time to wake the room; null when everything stored is transcribed. */
  get dueAt(): number | null {
    if (!this.#engine || !this.#hasWork) return null
    const now = this.#ports.now()
    return this.#retryAt > now ? this.#retryAt : now + WATCH_MS
  }

  get #hasWork(): boolean {
    const state = this.#ports.room.state()
    return isOpen(state) && takesOf(state).some((take) => undoneIn(take).length > 0)
  }

  /** The session that takes live frames; null while none is open. */
  get live(): LiveSession | null {
    return this.#live
  }

  /** A frame of this take is stored. */
  onStored(take: number): void {
    const settling = this.#arrivals.has(take)
    this.#arrivals.set(take, this.#ports.now())
    this.pump()
    // A live take needs no waiting.
    if (take === (this.#live ?? this.#opening)?.take || !this.#engine) this.#arrivals.delete(take)
    else if (!settling) this.#ports.after(SETTLE_MS, () => this.#settle(take))
  }

  #settle(take: number): void {
    const rest = (this.#arrivals.get(take) ?? 0) + SETTLE_MS - this.#ports.now()
    if (rest > 0) {
      this.#ports.after(rest, () => this.#settle(take))
      return
    }
    this.#arrivals.delete(take)
    this.pump()
  }

  /** Continues after a change of audio, recorder or state. `due`: run a pending retry now. */
  pump(due = false): void {
    const state = this.#ports.room.state()
    if (isOpen(state)) this.#passOver(state)
    if (!this.#engine) return
    // [C24] Without consent no audio is transcribed, even if stored.
    if (!isOpen(state) || state.consent.state !== 'accepted') {
      this.stop()
      return
    }
    if (due) this.#retryAt = 0
    this.#dropStandIn()
    this.#live?.pump()
    if (this.#live && this.#hasBatch && isTooFarBehind(state, this.#live)) {
      this.#live.abort()
      this.#live = null
    }
    if (this.#ports.now() < this.#retryAt) return
    if (!this.#live && !this.#opening) this.#openLive(this.#engine, state)
    const segment = this.#batch || !this.#hasBatch ? null : this.#segment(state)
    if (segment) void this.#runBatch(this.#engine, state, segment)
  }

  stop(): void {
    this.#opening?.abort()
    this.#opening = null
    this.#batch = null
    this.#live?.abort()
    this.#live = null
    this.#show('idle')
  }

  #openLive(engine: SpeechEngine, state: OpenRoom): void {
    const wanted =
      liveFrom(state, this.#hasBatch, this.#batch) ?? (this.#hasBatch ? null : nextSegment(state, null, () => false))
    const take = takesOf(state).find((one) => one.take === wanted?.take)
    if (!wanted || !take || this.#isForbidden({ ...wanted, to: take.stored })) return
    // [C15] Segments transcribe stored audio; live begins with the next frame.
    if (take.stored <= wanted.from && !this.#arrivals.has(take.take)) return
    const feedFrom = Math.max(0, wanted.from - LEAD_IN)
    const done = this.#doneBefore(state, wanted.from, take, this.#batch)
    const session = new LiveSession({ ...wanted, feedFrom, done }, this.#ports, {
      onAnswer: (message) => this.#onAnswer(message, spanOf(session)),
      onEnd: (ended, outcome) => this.#onEnd(ended, outcome),
    })
    void this.#open(engine, session)
  }

  async #open(engine: SpeechEngine, session: LiveSession): Promise<void> {
    this.#opening = session
    this.#show('connecting')
    try {
      await session.open(engine)
    } catch (error) {
      if (this.#opening !== session) return
      this.#opening = null
      this.#fail(faultOf(error))
      return
    }
    if (this.#opening !== session) {
      session.abort()
      return
    }
    this.#opening = null
    if (session.isOver) {
      this.#fail('closed')
      return
    }
    this.#live = session
    this.#show('listening')
    this.pump()
  }

  #onAnswer(message: ListenResults | ListenMetadata, span: Work): void {
    this.#failures = 0
    // A failed batch of stored audio does not mean that the live socket is lost.
    if (this.#live && this.#view.state === 'lost') this.#show('listening')
    const name = modelName(message)
    if (name) this.#isStandIn = name === DEMONSTRATION_MODEL
    if (name && name !== this.#view.name && !this.#isForbidden(span))
      this.#show(this.#view.state, { name, demonstration: name === DEMONSTRATION_MODEL })
  }

  #onEnd(session: LiveSession, outcome: 'drained' | EngineFault): void {
    if (this.#live !== session) return
    this.#live = null
    if (outcome === 'drained') this.#show('idle')
    else this.#fail(outcome)
    this.pump()
  }

  #fail(fault: EngineFault): void {
    this.#failures++
    const pause = RETRY_MS[Math.min(this.#failures, RETRY_MS.length) - 1] ?? WATCH_MS
    this.#retryAt = this.#ports.now() + pause
    // [C44] A failed batch shows no fault while the device recognises audio.
    if (!this.#isDeviceListening()) this.#show('lost', { fault })
    this.#ports.room.report({ type: 'retry' })
  }

  /** Returns the next segment for the batch endpoint. */
  #segment(state: OpenRoom): Work | null {
    const current = this.#live && { take: this.#live.take, from: this.#live.doneTo }
    const live = current ?? this.#opening ?? liveFrom(state, true, null)
    const ends = (take: number) => state.phase === 'finishing' && !missingOf(state).some((one) => one.take === take)
    const grows = (take: number) => this.#arrivals.has(take) && !ends(take)
    return nextSegment(state, live, grows)
  }

  async #runBatch(engine: SpeechEngine, state: OpenRoom, segment: Work): Promise<void> {
    const { room, storage } = this.#ports
    const feedFrom = Math.max(0, segment.from - LEAD_IN)
    const pcm = this.#cut(segment, feedFrom)
    const fedTo = feedFrom + pcm.byteLength / 2
    this.#batch = segment
    const session = storage.nextSession()
    try {
      const { results, metadata } = await engine.transcribe(pcm, this.#ports.settings())
      if (this.#batch !== segment) return
      const alternatives = results.channels[0]?.alternatives ?? []
      const utterances = results.utterances ?? []
      const pieces = [...utterances, ...[...alternatives, ...utterances].flatMap((one) => one.words)]
      if (!isOnAudio(feedFrom, fedTo, pieces)) throw new EngineFailure('garbage')
      const take = takesOf(room.state()).find((one) => one.take === segment.take)
      const outside = [
        ...(take ? this.#doneBefore(state, segment.from, take, null) : []),
        { from: segment.to, to: Number.MAX_SAFE_INTEGER },
      ]
      const lines = hearBatch(feedFrom, segment, { alternatives, utterances: results.utterances }, outside)
      this.#onAnswer({ type: 'Metadata', ...metadata }, segment)
      if (this.#view.state === 'lost') this.#show('idle')
      const isEmpty = [...alternatives, ...utterances].every((one) => one.transcript.trim() === '')
      const empty = isEmpty ? [{ from: segment.from, to: segment.to }] : []
      room.report({ type: 'lines', span: segment, lines, session, empty })
      // Until here it counts as listening: results of a device wait.
      this.#batch = null
    } catch (error) {
      if (this.#batch !== segment) return
      this.#batch = null
      if (!isWithoutBatch(error)) {
        this.#fail(faultOf(error))
        return
      }
      this.#hasBatch = false
    }
    this.pump()
  }

  /**
   * Returns the segment's audio with a margin on both sides, so that no word is cut; words centred outside belong to a
   * neighbour. Ends a full segment at a quiet place.
   */
  #cut(segment: Work, feedFrom: number): Uint8Array {
    const pcm = this.#ports.storage.audio(segment.take, { from: feedFrom, to: segment.to + LEAD_IN })
    if (segment.to - segment.from !== BATCH_SEGMENT) return pcm
    const part = pcm.subarray((segment.from - feedFrom) * 2, (segment.to - feedFrom) * 2)
    segment.to = quietCut(new Int16Array(part.buffer, part.byteOffset, part.byteLength / 2), segment)
    return pcm.subarray(0, (segment.to + LEAD_IN - feedFrom) * 2)
  }

  /** Spans whose words a session from sample `from` on must not write again. */
  #doneBefore({ startedAt }: OpenRoom, from: number, take: Take, busy: Work | null): Span[] {
    return heardBefore(from, take, this.#ports.storage.written(startedAt, take), busy)
  }

  #show(state: EngineView['state'], change: Partial<EngineView> = {}): void {
    const next = { ...this.#view, ...change, state }
    const view = state === 'lost' ? next : { ...next, fault: undefined }
    const isSame = (['state', 'name', 'fault'] as const).every((key) => view[key] === this.#view[key])
    this.#view = view
    if (!isSame) this.#ports.room.report({ type: 'engine', view, attempt: this.#failures })
  }
}

const isOpen = (state: RoomState): state is OpenRoom => state.phase === 'active' || state.phase === 'finishing'

const spanOf = ({ take, from, fedTo }: LiveSession): Work => ({ take, from, to: fedTo })

const isWithoutBatch = (error: unknown): boolean => error instanceof EngineFailure && error.fault === 'no_such_endpoint'
const faultOf = (error: unknown): EngineFault =>
  error instanceof EngineFailure && error.fault !== 'no_such_endpoint' ? error.fault : 'failed'
