import { DurableObject } from 'cloudflare:workers'
import { welcome } from '#domain/consultation/answers.ts'
import { transition } from '#domain/consultation/consultation.ts'
import { partialLine } from '#domain/consultation/device-speech.ts'
import type { Work } from '#domain/consultation/feeding.ts'
import { writtenIn } from '#domain/consultation/lines.ts'
import type { ClientMessage, Refusal, TakeLength } from '#domain/consultation/protocol.ts'
import {
  type Consent,
  dueAt,
  type Effect,
  FLUSH_WATCH_MS,
  openRoom,
  type RoomEvent,
  type RoomState,
  recorderFor,
  takesOf,
} from '#domain/consultation/state.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import type { SpeechReport } from '../speech/engine.ts'
import { speechEngine } from '../speech/listen.ts'
import { after, RoomAlarm } from './alarm.ts'
import { complete, endSessions } from './database.ts'
import { DeviceResults } from './device-results.ts'
import { type JobNews, type LeftOpenRoom, type RoomCalls, visitorOf } from './door.ts'
import { JobCallers } from './job-callers.ts'
import { readIncoming, Sockets } from './sockets.ts'
import { SpeechFeed } from './speech-feed.ts'
import { type Identity, isEdit, RoomStorage, RoomTranscript } from './storage.ts'
import { doubtfulIn, isQuietIn, wordlessIn } from './wordless.ts'

/** One consultation's room: reads, runs the state machine, stores, then sends. The rules are in domain/consultation. */
export class ConsultationRoom extends DurableObject<Env> implements RoomCalls {
  readonly #storage: RoomStorage
  readonly #sockets: Sockets
  readonly #transcript: RoomTranscript
  readonly #feed: SpeechFeed
  readonly #deviceResults: DeviceResults
  readonly #alarm: RoomAlarm
  #state: RoomState
  #identity: Identity | null
  #isFlushing = false
  readonly #callers = new JobCallers()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#sockets = new Sockets(ctx)
    this.#storage = new RoomStorage(ctx.storage.sql)
    this.#transcript = new RoomTranscript(this.#storage)
    this.#state = this.#restore()
    this.#identity = this.#storage.identity()
    this.#alarm = new RoomAlarm(ctx)
    this.#feed = new SpeechFeed(
      speechEngine(env),
      {
        room: { state: () => this.#state, report: (report) => this.#onSpeech(report) },
        storage: {
          audio: (take, span) => this.#storage.audio(take, span),
          isQuiet: (span) => isQuietIn(this.#storage, span),
          written: (startedAt, take) => writtenIn(this.#transcript.entries(), startedAt, take),
          nextSession: () => this.#storage.nextEngineSession(),
        },
        settings: () => this.#storage.engineSettings,
        now: () => Date.now(),
        after,
      },
      this.#storage.engineName,
    )
    this.#deviceResults = new DeviceResults({
      feed: this.#feed,
      state: () => this.#state,
      entries: () => this.#transcript.entries(),
      store: (lines) => this.#onLines(lines),
      send: (socket, message) => this.#sockets.send(socket, message),
      refuse: (socket, code) => this.#refuse(socket, code),
    })
  }

  #rearm(): void {
    this.#alarm.set([dueAt(this.#state), this.#feed.dueAt, this.#sockets.dueAt])
  }
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
    const isUpgrade = request.headers.get('upgrade')?.toLowerCase() === 'websocket'
    if (!visitor || !isUpgrade) return new Response(null, { status: 426 })
    if (this.#identity && this.#identity.doctorId !== visitor.doctorId) return new Response(null, { status: 404 })
    if (visitor.status === 'active') this.#open(visitor, Date.now())
    if (visitor.terms && this.#state.phase === 'active') this.#storage.putTerms(visitor.terms)
    // [C23] A consent change whose call was lost arrives with the next visit.
    this.consentChanged(visitor.consent)
    const { 0: client, 1: server } = new WebSocketPair()
    this.#sockets.accept(server, visitor, this.#recorder)
    log({ event: 'room_opened', consultationId: visitor.consultationId, sockets: this.#sockets.ids().length })
    this.#rearm()
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Opens the consultation, unless it is open already or over. */
  #open({ consultationId, doctorId, startedAt, consent }: LeftOpenRoom, now: number): void {
    if (this.#identity || this.#storage.isBuried) return
    this.#identity = { consultationId, doctorId }
    this.#storage.create(this.#identity)
    this.#state = openRoom(startedAt, now, consent)
    this.#storage.saveState(this.#state)
  }

  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): void {
    // [C41] The runtime delivers messages of a closed socket until the peer answers the close.
    if (socket.readyState !== WebSocket.OPEN) return
    const { id, session, screen } = this.#sockets.memory(socket)
    const message = readIncoming(data)
    if ('refused' in message) {
      log({ event: 'frame_refused', consultationId: this.#id, reason: message.reason })
      this.#sockets.refuse(id, message.refused)
    } else if (!this.#sockets.admits(socket, message, Date.now())) this.#refuse(id, 'too_fast')
    else if ('pcm' in message) this.#dispatch({ type: 'frame', ...message, socket: id, session, screen })
    else this.#onMessage(socket, message)
  }

  override webSocketClose(socket: WebSocket): void {
    this.#sockets.answerClose(socket)
    const { id } = this.#sockets.memory(socket)
    this.#dispatch({ type: 'closed', socket: id, screens: this.#sockets.ids(socket).length })
  }
  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }

  override alarm(info?: AlarmInvocationInfo): void {
    const now = this.#alarm.rung(info)
    void endSessions(this.env.DB, this.#identity, this.#sockets, now).then(() => this.#rearm())
    // Retries if the object dies before D1 has answered.
    if (this.#isFlushing) this.#alarm.set([now + FLUSH_WATCH_MS])
    else if (this.#state.phase !== 'completed') {
      this.#dispatch({ type: 'tick', screens: this.#sockets.ids().length }, now)
      this.#feed.pump(true)
      this.#rearm()
    }
  }

  notify(news: JobNews): void {
    this.#sockets.broadcast(news)
    this.#callers.onNews(news)
  }

  structuringEnd(jobId: string, ms: number): Promise<void> {
    return this.#callers.end(jobId, ms)
  }

  consentChanged(consent: Consent, discarded: readonly TakeLength[] = []): void {
    this.#dispatch({ type: 'consent', ...consent, discarded })
  }

  end(consultation: LeftOpenRoom, last: boolean): void {
    this.#open(consultation, consultation.startedAt)
    this.#dispatch({ type: 'end', last })
  }

  async erase(onlyIfWordless = false, isSynthetic = false): Promise<boolean> {
    if (onlyIfWordless && this.#identity && !this.#transcript.isWordless(this.#state)) return false
    this.#sockets.closeAll()
    this.#state = { phase: 'completed' }
    this.#feed.pump()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    if (!isSynthetic) this.#storage.writeTombstone(Date.now())
    return true
  }

  cutSession(sessionId: string): void {
    this.#sockets.cut(sessionId)
  }

  #onMessage(socket: WebSocket, message: ClientMessage): void {
    const memory = this.#sockets.memory(socket)
    const from = { socket: memory.id, session: memory.session, screen: memory.screen }
    if (isEdit(message)) {
      const result = this.#transcript.edit(this.#state, message, Date.now())
      if ('refused' in result) this.#refuse(memory.id, result.refused, 'id' in message ? message.id : undefined)
      else if ('answer' in result) this.#sockets.send(memory.id, result.answer)
      else for (const change of result.broadcast) this.#sockets.broadcast(change)
      return
    }
    switch (message.type) {
      case 'hello': {
        const screen = message.screen ?? memory.screen
        this.#sockets.remember(socket, { ...memory, screen, greeted: true })
        this.#dispatch({ ...message, ...from, screen })
        break
      }
      case 'read_confirm':
        this.#sockets.confirmRead(socket, message.id)
        break
      case 'retranscribe':
        this.#dispatch({ type: 'retranscribe', ...from, spans: this.#wordless() })
        break
      case 'device_speech':
        this.#dispatch({ ...message, ...from })
        this.#feed.onDevice(message.take, from)
        break
      case 'device_result':
        this.#deviceResults.take(message, from)
        break
      case 'device_partial':
        if (this.#feed.onDevice(message.take, from))
          this.#onSpeech({ type: 'partial', take: message.take, line: partialLine(message) })
        break
      default:
        this.#dispatch({ ...message, ...from })
    }
  }

  #onSpeech(report: SpeechReport): void {
    switch (report.type) {
      case 'engine': {
        const { view, attempt, fault = view.fault } = report
        this.#storage.engineName = view.name
        const { state } = view
        log({ event: 'room_engine', consultationId: this.#id, state, attempt, ...(fault && { fault }) })
        this.#sockets.broadcast({ type: 'engine', ...view })
        break
      }
      case 'retry':
        this.#rearm()
        break
      case 'partial': {
        const partial = this.#transcript.partial(this.#state, report.take, report.line)
        if (partial) this.#sockets.broadcast(partial)
        break
      }
      case 'lines':
        this.#onLines(report)
        break
      default:
        report satisfies never
    }
    // [C45] A partial answers nothing.
    if (report.type !== 'partial') this.#deviceResults.retry()
  }

  /** [C13] Stores final lines and the span they fill in one write. */
  #onLines({ span, lines, session, empty, device }: Extract<SpeechReport, { type: 'lines' }>): void {
    const state = this.#state
    const take = takesOf(state).find((one) => one.take === span.take)
    if (!take || take.withdrawn || (state.phase !== 'active' && state.phase !== 'finishing')) return
    for (const message of this.#transcript.add(state.startedAt, take, lines, session)) this.#sockets.broadcast(message)
    const words = lines.flatMap((line) => (line.words.length > 0 ? line.words : [line]))
    const doubtful = doubtfulIn(this.#storage, take, empty, device?.before)
    this.#dispatch({ type: 'heard', ...span, doubtful, words, ...(device && { device: true }) })
  }

  #dispatch(event: RoomEvent, now = Date.now()): void {
    const isFirst = takesOf(this.#state).length === 0
    const { state, effects } = transition(this.#state, event, now)
    this.#state = state
    try {
      if (isFirst && takesOf(state).length > 0)
        for (const moved of this.#transcript.audioBegins()) this.#sockets.broadcast(moved)
      // In order: a frame goes to the engine, is stored, then acknowledged. Messages after a write wait for the disk.
      for (const effect of effects) this.#run(effect)
    } catch (error) {
      // The write failed: discard the state that was not stored.
      this.#state = this.#restore()
      throw error
    }
    this.#rearm()
  }

  #run(effect: Effect): void {
    switch (effect.do) {
      case 'forward':
        this.#feed.live?.forward(effect.frame)
        break
      case 'store':
        this.#storage.storeFrame(effect.frame)
        break
      case 'silence':
        this.#storage.silence(effect.take, effect.span)
        break
      case 'save':
        this.#storage.saveState(this.#state)
        break
      case 'send':
        if (effect.message.type === 'refused') this.#refuse(effect.to, effect.message.code)
        else if (effect.message.type === 'audio_ack') this.#sockets.acknowledge(effect.to, effect.message)
        else this.#sockets.send(effect.to, effect.message)
        break
      case 'broadcast':
        this.#sockets.broadcast(effect.message)
        break
      case 'welcome':
        this.#sockets.welcome(effect.to, this.#storage.revision, (sent) => {
          const entries = this.#transcript.entries(Math.max(effect.since, sent))
          const deviceSpeech = this.env.DEVICE_SPEECH
          return welcome(this.#state, effect.to, { entries, engine: this.#feed.view, deviceSpeech })
        })
        break
      case 'tell_recorder':
        this.#sockets.broadcast((id) => ({ type: 'recorder', ...recorderFor(this.#state, id) }))
        break
      case 'listen':
        if (effect.take === undefined) this.#feed.pump()
        else this.#feed.onStored(effect.take)
        break
      case 'remind':
        log({ event: 'room_unattended', consultationId: this.#id })
        break
      case 'check_voice':
        this.#dispatch({ type: 'voice', spans: this.#wordless() })
        break
      case 'flush':
        void this.#flush()
        break
      default:
        effect satisfies never
    }
  }

  #refuse(to: string, code: Refusal, line?: string): void {
    log({ event: 'room_refused', consultationId: this.#id, code })
    this.#sockets.refuse(to, code, line)
  }

  #wordless(): Work[] {
    return wordlessIn(this.#state, this.#storage, this.#transcript.entries())
  }

  async #flush(): Promise<void> {
    const [state, identity] = [this.#state, this.#identity]
    if (state.phase !== 'flushing' || !identity || this.#isFlushing) return
    this.#isFlushing = true
    const entries = this.#transcript.entries()
    const isDone = await complete(this.env.DB, this.ctx, { identity, state, entries, storage: this.#storage })
    this.#isFlushing = false
    if (isDone) this.#alarm.forget() // deleteAll removed the alarm too.
    this.#dispatch({ type: isDone ? 'flushed' : 'flush_failed' })
  }
}
