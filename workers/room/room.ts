import { DurableObject } from 'cloudflare:workers'
import { transition } from '#domain/consultation/consultation.ts'
import type { Work } from '#domain/consultation/feeding.ts'
import { type AudioFrame, samplesIn } from '#domain/consultation/frame.ts'
import { writtenIn } from '#domain/consultation/lines.ts'
import type { ClientMessage, ServerMessageOf } from '#domain/consultation/protocol.ts'
import type { Span } from '#domain/consultation/spans.ts'
import {
  type Consent,
  dueAt,
  FLUSH_WATCH_MS,
  openRoom,
  type RoomEvent,
  type RoomState,
  takesOf,
} from '#domain/consultation/state.ts'
import type { HeardLine } from '#domain/consultation/utterance.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'
import { speechEngine } from '../speech/listen.ts'
import { after, RoomAlarm } from './alarm.ts'
import { complete } from './completion.ts'
import { type Visitor, visitorOf } from './door.ts'
import { type Edit, edited, isEdit } from './edits.ts'
import { type EffectHost, run } from './effects.ts'
import { Pace } from './pace.ts'
import { readFrame, readMessage } from './reading.ts'
import { sessionEnds } from './session-ends.ts'
import { Sockets } from './sockets.ts'
import { type Identity, RoomStorage } from './storage.ts'
import { Transcriber } from './transcriber.ts'
import { RoomTranscript } from './transcript.ts'
import { doubtfulIn, wordlessIn } from './wordless.ts'

/** One consultation's room: reads, runs the state machine, stores, then sends. The rules are in domain/consultation. */
export class ConsultationRoom extends DurableObject<Env> {
  readonly #storage: RoomStorage
  readonly #sockets: Sockets
  readonly #transcript: RoomTranscript
  readonly #transcriber: Transcriber
  readonly #alarm: RoomAlarm
  readonly #pace = new Pace()
  readonly #effects: EffectHost
  #state: RoomState
  #identity: Identity | null
  #flushing = false

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#sockets = new Sockets(ctx)
    this.#storage = new RoomStorage(ctx.storage.sql)
    this.#transcript = new RoomTranscript(this.#storage)
    this.#state = this.#restore()
    this.#identity = this.#storage.identity()
    this.#alarm = new RoomAlarm(ctx)
    this.#transcriber = new Transcriber(
      speechEngine(env),
      {
        now: Date.now,
        after,
        state: () => this.#state,
        audio: (take, span) => this.#storage.audio(take, span),
        written: (startedAt, take) => writtenIn(this.#transcript.entries(), startedAt, take),
        nextSession: () => this.#storage.nextEngineSession(),
        heard: (work, lines, session, empty) => this.#heard(work, lines, session, empty),
        partial: (take, line) => this.#partial(take, line),
        engine: (view, attempt, reason) => {
          this.#storage.engineName = view.name
          log({ event: 'room_engine', consultationId: this.#id, state: view.state, attempt, ...(reason && { reason }) })
          this.#sockets.broadcast({ type: 'engine', ...view })
        },
        rearm: () => this.#rearm(),
      },
      this.#storage.engineName,
    )
    this.#effects = {
      storage: this.#storage,
      sockets: this.#sockets,
      state: () => this.#state,
      entries: (since) => this.#transcript.entries(since),
      engine: () => this.#transcriber.view,
      acknowledge: (to, message) => this.#acknowledge(to, message),
      refuse: (to, code) => {
        log({ event: 'room_refused', consultationId: this.#id, code })
        this.#sockets.refuse(to, code)
      },
      forward: (frame) => this.#transcriber.forward(frame),
      listen: (frame) => (frame ? this.#transcriber.arrived(frame.take) : this.#transcriber.pump()),
      remind: () => log({ event: 'room_unattended', consultationId: this.#id }),
      checkVoice: () => this.#dispatch({ type: 'voice', spans: this.#wordless() }),
      flush: () => void this.#flush(),
    }
  }

  #rearm(): void {
    this.#alarm.set([dueAt(this.#state), this.#transcriber.dueAt, this.#sockets.dueAt])
  }
  /** Id of the socket that records. */
  get #recorder(): string | null {
    return this.#state.phase === 'active' ? (this.#state.recorder?.socket ?? null) : null
  }
  get #id(): string {
    return this.#identity?.consultationId ?? ''
  }
  /** Without stored state the room is closed: the first admitted visitor opens the consultation. */
  #restore(): RoomState {
    return this.#storage.loadState(this.#sockets.ids(), Date.now()) ?? { phase: 'completed' }
  }

  override fetch(request: Request): Response {
    const visitor = visitorOf(request)
    if (!visitor || request.headers.get('upgrade')?.toLowerCase() !== 'websocket')
      return new Response(null, { status: 426 })
    if (this.#identity && this.#identity.doctorId !== visitor.doctorId) return new Response(null, { status: 404 })
    if (!this.#identity && visitor.status === 'active' && !this.#storage.isBuried) {
      const { consultationId, doctorId } = visitor
      this.#open({ consultationId, doctorId }, visitor.startedAt, Date.now(), visitor.consent)
    }
    // [C23] A consent change whose call was lost arrives with the next visit.
    this.consentChanged(visitor.consent)
    const { 0: client, 1: server } = new WebSocketPair()
    this.#sockets.accept(server, visitor, this.#recorder)
    log({ event: 'room_opened', consultationId: visitor.consultationId, sockets: this.#sockets.ids().length })
    this.#rearm()
    return new Response(null, { status: 101, webSocket: client })
  }

  #open(identity: Identity, startedAt: number, now: number, consent: Consent): void {
    this.#identity = identity
    this.#storage.create(identity)
    this.#state = openRoom(startedAt, now, consent)
    this.#storage.saveState(this.#state)
  }

  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): void {
    // [C41] The runtime delivers messages of a closed socket until the peer answers the close.
    if (socket.readyState !== WebSocket.OPEN) return
    const read = typeof data === 'string' ? readMessage(data) : readFrame(data)
    if ('refused' in read) {
      log({ event: 'frame_refused', consultationId: this.#id, reason: read.reason })
      this.#sockets.refuse(this.#sockets.memory(socket).id, read.refused)
    } else if (!this.#pace.admits(socket, read, Date.now())) {
      this.#effects.refuse(this.#sockets.memory(socket).id, 'too_fast')
    } else if ('pcm' in read) this.#frame(socket, read)
    else this.#message(socket, read)
  }

  override webSocketClose(socket: WebSocket): void {
    this.#sockets.answerClose(socket)
    this.#dispatch({
      type: 'closed',
      socket: this.#sockets.memory(socket).id,
      screens: this.#sockets.ids(socket).length,
    })
  }
  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }

  override alarm(info?: AlarmInvocationInfo): void {
    const now = this.#alarm.rung(info)
    void this.#endSessions(now)
    // Retries if the object dies before D1 has answered.
    if (this.#flushing) this.#alarm.set([now + FLUSH_WATCH_MS])
    else if (this.#state.phase !== 'completed') {
      this.#dispatch({ type: 'tick', screens: this.#sockets.ids().length }, now)
      this.#transcriber.pump(true)
      this.#rearm()
    }
  }

  /** [C41] Closes the sockets of expired sessions, unless an open page renewed its session. */
  async #endSessions(now: number): Promise<void> {
    const ids = this.#sockets.postponeEnded(now)
    // A completed room that was evicted has no doctor to ask for: the page comes back through the door, which asks.
    if (!this.#identity) for (const id of ids) this.#sockets.cut(id)
    else if (ids.length > 0)
      try {
        const ends = await sessionEnds(this.env.DB, this.#identity, ids, now)
        for (const id of ids) this.#sockets.sessionEnds(id, ends.get(id))
      } catch (error) {
        log({ event: 'room_sessions_unchecked', consultationId: this.#id, errorName: nameOf(error) })
      }
    this.#rearm()
  }

  /** Sends steps of structuring and export to the open screens. */
  notify(message: ServerMessageOf<'structuring' | 'export'>): void {
    this.#sockets.broadcast(message)
  }

  /** [C23] The patient has answered or revoked consent, and D1 has it. */
  consentChanged(consent: Consent, discarded: readonly { take: number; samples: number }[] = []): void {
    this.#dispatch({ type: 'consent', ...consent, discarded })
  }

  /** [C34] Ends the consultation, even if no one entered the room. */
  end(
    { consultationId, doctorId, startedAt, consent }: Omit<Visitor, 'sessionId' | 'sessionEndsAt' | 'status'>,
    last: boolean,
  ): void {
    if (!this.#identity && !this.#storage.isBuried)
      this.#open({ consultationId, doctorId }, startedAt, startedAt, consent)
    this.#dispatch({ type: 'end', last })
  }

  /** Deletes all data of the room: the consultation no longer exists. */
  async erase(): Promise<void> {
    this.#sockets.closeAll()
    this.#state = { phase: 'completed' }
    this.#transcriber.pump()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.#storage.writeTombstone(Date.now())
  }

  /** Closes the sockets of an ended session. */
  cutSession(sessionId: string): void {
    this.#sockets.cut(sessionId)
  }

  #frame(socket: WebSocket, frame: AudioFrame): void {
    const { id, session, screen } = this.#sockets.memory(socket)
    const { take, at } = frame
    this.#dispatch(
      { type: 'frame', socket: id, session, screen, take, at, samples: samplesIn(frame) },
      Date.now(),
      frame,
    )
  }

  #message(socket: WebSocket, message: ClientMessage): void {
    const memory = this.#sockets.memory(socket)
    if (isEdit(message)) {
      this.#edit(memory.id, message)
      return
    }
    switch (message.type) {
      case 'hello': {
        const screen = message.screen ?? memory.screen
        this.#sockets.remember(socket, { ...memory, screen, greeted: true })
        this.#dispatch({ ...message, socket: memory.id, session: memory.session, screen })
        break
      }
      case 'read_confirm':
        this.#sockets.confirmRead(socket, message.id)
        break
      case 'retranscribe':
        this.#dispatch({ type: 'retranscribe', ...memory, socket: memory.id, spans: this.#wordless() })
        break
      default:
        this.#dispatch({ ...message, socket: memory.id, session: memory.session, screen: memory.screen })
    }
  }

  /** [C36] Delays the acknowledgement of a frame that came too fast; its device waits for it. */
  #acknowledge(to: string, message: ServerMessageOf<'audio_ack'>): void {
    const socket = this.#sockets.find(to)
    const ms = socket ? this.#pace.acknowledgeAfterMs(socket, Date.now()) : 0
    if (ms === 0) this.#sockets.send(to, message)
    else after(ms, () => this.#sockets.send(to, message))
  }

  #dispatch(event: RoomEvent, now = Date.now(), frame?: AudioFrame): void {
    const silent = takesOf(this.#state).length === 0
    const { state, effects } = transition(this.#state, event, now)
    this.#state = state
    try {
      if (silent && takesOf(state).length > 0)
        for (const moved of this.#transcript.audioBegins()) this.#sockets.broadcast(moved)
      run(effects, this.#effects, frame)
    } catch (error) {
      // The write failed: discard the state that was not stored.
      this.#state = this.#restore()
      throw error
    }
    this.#rearm()
  }

  /** Stores final results: lines and the span they fill, written together. */
  #heard(work: Work, lines: readonly HeardLine[], session: number, empty: readonly Span[]): void {
    const { phase } = this.#state
    const take = takesOf(this.#state).find((one) => one.take === work.take)
    if (!take || take.withdrawn || (phase !== 'active' && phase !== 'finishing')) return
    for (const message of this.#transcript.add(this.#state.startedAt, take, lines, session))
      this.#sockets.broadcast(message)
    const words = lines.flatMap((line) => (line.words.length > 0 ? line.words : [line]))
    this.#dispatch({ type: 'heard', ...work, doubtful: doubtfulIn(this.#storage, work.take, empty), words })
  }

  #partial(number: number, line: HeardLine): void {
    const take = takesOf(this.#state).find((one) => one.take === number)
    if (!take || take.withdrawn || this.#state.phase === 'completed') return
    this.#sockets.broadcast(this.#transcript.partial(this.#state.startedAt, take, line))
  }

  #edit(from: string, edit: Edit): void {
    const done = edited(this.#transcript, this.#state, edit, Date.now())
    if ('refused' in done) this.#effects.refuse(from, done.refused)
    else if ('answer' in done) this.#sockets.send(from, done.answer)
    else for (const message of done.told) this.#sockets.broadcast(message)
  }

  #wordless(): Work[] {
    return wordlessIn(this.#state, this.#storage, this.#transcript.entries())
  }

  async #flush(): Promise<void> {
    const [state, identity] = [this.#state, this.#identity]
    if (state.phase !== 'flushing' || !identity || this.#flushing) return
    this.#flushing = true
    const entries = this.#transcript.entries()
    const done = await complete(this.env.DB, this.ctx, { identity, state, entries, storage: this.#storage })
    this.#flushing = false
    // deleteAll removed the alarm too.
    if (done) this.#alarm.forget()
    this.#dispatch({ type: done ? 'flushed' : 'flush_failed' })
  }
}
