import { deviceFrom, LEAD_IN } from '#domain/consultation/device-spans.ts'
import { liveTakeOf } from '#domain/consultation/feeding.ts'
import { type AudioFrame, SAMPLE_MAX, SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { type Span, withoutSpans } from '#domain/consultation/spans.ts'
import { takesOf } from '#domain/consultation/state.ts'
import type { Take } from '#domain/consultation/take.ts'
import {
  beginUtterance,
  endUtterance,
  type Hearing,
  hear,
  isOnAudio,
  placesIn,
  type Utterance,
} from '#domain/consultation/utterance.ts'
import { parseJson } from '#domain/json.ts'
import type { EngineFault } from '#domain/speech/fault.ts'
import {
  isIrrelevant,
  LISTEN_KEEP_ALIVE_MS,
  LISTEN_MAX_RATE,
  type ListenClientMessage,
  type ListenMetadata,
  type ListenResults,
  type ListenServerMessage,
  listenServerMessage,
} from '#domain/speech/listen.ts'
import type { EngineEvents, EngineSession, SpeechEngine, SpeechPorts } from './engine.ts'

/** Owner of a session. */
type SessionOwner = {
  onAnswer(message: ListenResults | ListenMetadata): void
  /** Called once: 'drained', or the fault. */
  onEnd(session: LiveSession, outcome: 'drained' | EngineFault): void
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
  readonly #feedFrom: number
  readonly #before: readonly Span[]
  readonly #ports: SpeechPorts
  readonly #owner: SessionOwner
  #engine: EngineSession | null = null
  /** Number of this engine session: speaker numbers count from it. */
  #number = 0
  #utterance: Utterance
  #doneTo: number
  #fedTo: number
  #limit = SAMPLE_MAX
  /** Samples sent ahead of the allowed rate at `#aheadAt`. Idle time does not add allowance. */
  #ahead = 0
  #aheadAt = 0
  #sentAt = 0
  #fedAt = 0
  /** Pending results: since when and up to which sample; null when the engine has answered all audio. */
  #owed: { since: number; samples: number } | null = null
  #wasPaused = false
  #isFinishing = false
  #isOver = false
  #stopTimer = () => {}

  /** Results count from sample `from`; the engine gets audio from `feedFrom`. `done`: spans not to write again. */
  constructor(
    { take, from, feedFrom, done }: { take: number; from: number; feedFrom: number; done: readonly Span[] },
    ports: SpeechPorts,
    owner: SessionOwner,
  ) {
    this.take = take
    this.from = from
    this.#feedFrom = feedFrom
    this.#ports = ports
    this.#owner = owner
    this.#doneTo = from
    this.#fedTo = feedFrom
    this.#before = done
    this.#utterance = beginUtterance(feedFrom, from, done)
  }

  async open(engine: SpeechEngine): Promise<void> {
    const opened = await engine.open(this.#ports.settings(), {
      message: (message) => this.#onMessage(message),
      // Garbled messages are not trusted: another session transcribes the rest.
      garbage: () => this.#fail('garbage'),
      // Some servers close without the last message.
      closed: (code) => (this.#isFinishing && code === 1000 ? this.#drain() : this.#end('closed')),
    })
    // Aborted while it opened: send nothing.
    if (this.#isOver) return opened.close()
    this.#engine = opened
    this.#number = this.#ports.storage.nextSession()
    const now = this.#ports.now()
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
  /** True for audio that this session answers. Fixes its end where the device has taken over. */
  answers(sample: number): boolean {
    return this.from <= sample && sample < Math.min(this.#fedTo, this.#noteDevice())
  }
  /** It may end before `open` resolves: the first audio is sent earlier. */
  get isOver(): boolean {
    return this.#isOver
  }
  get #audio(): Take | undefined {
    return takesOf(this.#ports.room.state()).find((one) => one.take === this.take)
  }
  /** End of the take's audio for this session. [C44] The engine gets some of the device's, to hear its last word whole. */
  get #stored(): number {
    return Math.min(this.#audio?.stored ?? 0, this.#noteDevice() + LEAD_IN)
  }
  /** [C44] The device's recogniser hears the audio after this session. */
  get #isReplaced(): boolean {
    return this.#noteDevice() <= this.#fedTo
  }
  /** [C44] Returns where the device's audio begins. It stays: words after it are dropped, so they are not done. */
  #noteDevice(): number {
    if (this.#audio) this.#limit = Math.min(this.#limit, deviceFrom(this.#audio, this.from, this.#fedTo))
    return this.#limit
  }

  /** Sends a live frame at once if all earlier audio is sent, without waiting for the disk. */
  forward({ take, at, pcm }: AudioFrame): void {
    if (take === this.take && at === this.#fedTo && !this.#isReplaced && this.#maySend()) this.#send(pcm)
  }

  /** Sends stored audio as far as the rate allows. */
  pump(): void {
    if (this.#isOver || this.#isFinishing || !this.#engine) return
    let stored = this.#stored
    while (this.#fedTo < stored && this.#maySend()) {
      const pcm = this.#ports.storage.audio(this.take, { from: this.#fedTo, to: Math.min(stored, this.#fedTo + PIECE) })
      // [C47] The sound after the device's place may be deleted.
      if (pcm.byteLength === 0 && this.#fedTo >= this.#limit) stored = this.#fedTo
      if (pcm.byteLength === 0) break
      this.#send(pcm)
    }
    const hasMore = this.#fedTo < stored
    const state = this.#ports.room.state()
    const isPaused = state.phase === 'active' && state.recorder?.paused === true
    if (isPaused && !this.#wasPaused && !hasMore) this.#engine.finalize()
    this.#wasPaused = isPaused
    const expectsMore = liveTakeOf(state, this.take) === this.take && !this.#isReplaced
    if (!hasMore && !expectsMore) this.finish()
  }

  #maySend(): boolean {
    if (this.#isOver || this.#isFinishing || !this.#engine) return false
    const now = this.#ports.now()
    const passed = ((now - this.#aheadAt) / 1_000) * SAMPLE_RATE * LISTEN_MAX_RATE
    this.#ahead = Math.max(0, this.#ahead - passed)
    this.#aheadAt = now
    return this.#ahead + PIECE <= BURST
  }

  #send(pcm: Uint8Array): void {
    const now = this.#ports.now()
    const samples = pcm.byteLength / 2
    this.#owed ??= { since: now, samples: 0 }
    this.#owed.samples += samples
    this.#engine?.send(pcm)
    this.#ahead += samples
    this.#fedTo += samples
    this.#sentAt = this.#fedAt = now
  }

  finish(): void {
    if (this.#isFinishing || this.#isOver) return
    this.#isFinishing = true
    this.#owed = { since: this.#ports.now(), samples: 0 }
    this.#engine?.finish()
  }

  /** Ends without a report: another session transcribes the rest. */
  abort(): void {
    this.#isOver = true
    this.#stopTimer()
    this.#engine?.close()
  }

  #tick(): void {
    if (this.#isOver) return
    const now = this.#ports.now()
    this.pump()
    if (this.#isOver) return
    // Live frames are sent on arrival; the timer only resumes audio that exceeded the rate.
    const pause = this.#fedTo < this.#stored ? CATCH_UP_MS : TICK_MS
    this.#stopTimer = this.#ports.after(pause, () => this.#tick())
    if (this.#isStalled(now)) this.#fail('slow')
    else if (now - this.#fedAt > IDLE_MS) this.finish()
    if (this.#isOver || this.#isFinishing) return
    if (now - this.#sentAt < LISTEN_KEEP_ALIVE_MS) return
    this.#sentAt = now
    this.#engine?.keepAlive()
  }

  /** Some engines hold their last words until more audio comes, so the delay counts audio as well as time. */
  #isStalled(now: number): boolean {
    if (!this.#owed || now - this.#owed.since <= STALL_MS) return false
    return this.#isFinishing || this.#owed.samples >= STALL_SAMPLES
  }

  #onMessage(message: ListenServerMessage): void {
    if (this.#isOver) return
    if (message.type === 'Results' && !isOnAudio(this.#feedFrom, this.#fedTo, placesIn(message))) {
      this.#fail('garbage')
      return
    }
    this.#owed = this.#isFinishing ? { since: this.#ports.now(), samples: 0 } : null
    switch (message.type) {
      case 'Results':
        this.#owner.onAnswer(message)
        this.#report(hear(this.#withoutDevice(this.#utterance), message))
        break
      case 'UtteranceEnd':
        this.#report(endUtterance(this.#utterance))
        break
      case 'Metadata':
        this.#owner.onAnswer(message)
        if (this.#isFinishing) this.#drain()
        break
      case 'Error':
        this.#fail('failed')
        break
      case 'SpeechStarted':
        break
      default:
        message satisfies never
    }
  }

  /** [C44] Words that the device has answered meanwhile, or will answer, are not written again. */
  #withoutDevice(utterance: Utterance): Utterance {
    const answered = withoutSpans(this.#audio?.done ?? [], [{ from: 0, to: this.#doneTo }])
    return { ...utterance, heard: [...this.#before, ...answered, { from: this.#noteDevice(), to: SAMPLE_MAX }] }
  }

  /** All audio sent has its results. */
  #drain(): void {
    this.#report({ ...endUtterance(this.#utterance), doneTo: this.#fedTo }, true)
    this.#end('drained')
  }

  /** [C3] Results count only up to the stored audio. [C44] Before the device's, the last sample is done at the end. */
  #report({ utterance, lines, doneTo, partial, said }: Hearing, isLast = false): void {
    this.#utterance = utterance
    const to = Math.min(doneTo ?? this.#doneTo, this.#fedTo, this.#stored, isLast ? this.#limit : this.#limit - 1)
    const from = this.#doneTo
    this.#doneTo = Math.max(from, to)
    const { room } = this.#ports
    const { take } = this
    const span = { from, to: this.#doneTo }
    if (lines.length > 0 || to > from) {
      const empty = withoutSpans([span], said)
      room.report({ type: 'lines', span: { take, ...span }, lines, session: this.#number, empty })
    }
    if (partial) room.report({ type: 'partial', take, line: partial })
  }

  #fail(fault: EngineFault): void {
    if (this.#isOver) return
    this.#engine?.close()
    this.#end(fault)
  }

  #end(outcome: 'drained' | EngineFault): void {
    if (this.#isOver) return
    // Final pieces become a line even without an end of speech.
    if (outcome !== 'drained') this.#report(endUtterance(this.#utterance))
    this.#isOver = true
    this.#stopTimer()
    this.#engine?.close()
    this.#owner.onEnd(this, outcome)
  }
}

/** Accepts a socket of the `listen` protocol and returns its session. `terms` go in a `Configure` message. */
export function sessionOn(socket: WebSocket, events: EngineEvents, terms: readonly string[]): EngineSession {
  let open = true
  const closed = (code: number) => {
    if (!open) return
    open = false
    events.closed(code)
  }
  socket.addEventListener('message', ({ data }) => {
    if (!open) return
    const content = parseJson(data)
    if (isIrrelevant(content)) return
    const message = listenServerMessage.safeParse(content)
    if (message.success) events.message(message.data)
    else events.garbage()
  })
  socket.addEventListener('close', ({ code }) => closed(code))
  socket.addEventListener('error', () => closed(1006))
  socket.accept()
  // A closing socket throws on send; its close event reports it. Reported asynchronously: the caller stores the frame
  // first, then looks for pending audio.
  const send = (data: string | Uint8Array) => {
    if (!open) return
    try {
      socket.send(data)
    } catch {
      queueMicrotask(() => closed(1006))
    }
  }
  const say = (message: ListenClientMessage) => send(JSON.stringify(message))
  if (terms.length > 0) say({ type: 'Configure', keyterms: [...terms] })
  return {
    // An empty frame would end the stream.
    send: (pcm) => pcm.byteLength > 0 && send(pcm),
    keepAlive: () => say({ type: 'KeepAlive' }),
    finalize: () => say({ type: 'Finalize' }),
    finish: () => say({ type: 'CloseStream' }),
    close() {
      open = false
      try {
        socket.close(1000)
      } catch {
        // It was closed already.
      }
    },
  }
}
