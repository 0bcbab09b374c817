import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ConsentState } from '#domain/consent/consent.ts'
import { msOf, parseFrame } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  clientMessage,
  closeCodes,
  type RoomEntry,
  type ServerMessage,
} from '#domain/consultation/protocol.ts'
import { editEntry } from '#domain/transcript/edit.ts'

/** A room of the tests: takes, lease, storing and acknowledging as the protocol says, faults on demand. */
export class FakeRoom {
  readonly takes = new Map<number, number[]>()
  readonly said: ClientMessage[] = []
  readonly entries: RoomEntry[] = []
  status: 'active' | 'finishing' | 'completed' = 'active'
  /** Frames are read and not answered: the socket looks alive. */
  deaf = false
  /** Refuses every connection. */
  closed = false
  /** The session has ended: every connection and call is refused with that reason. */
  signedOut = false
  /** The server gives no key for the device. */
  keyless = false
  /** The room has all the typed lines that it may have. */
  hasMostLines = false
  refusesRevocations = false
  consent: ConsentState = 'accepted'
  /** Takes recorded under a revoked consent; a new consent is valid since. */
  readonly withdrawn = new Set<number>()
  /** Samples that the engine has not received yet. */
  behind = 0
  connections = 0
  /** Bodies of the calls that took consent back. */
  readonly revocations: { discarded: { take: number; samples: number }[]; ago_ms: number; report: boolean }[] = []
  /** Kinds of what came in, in order. */
  readonly log: string[] = []
  /** Where the operator puts the page's own recogniser; undefined: nowhere. */
  deviceSpeech: 'first' | undefined
  engine = { state: 'listening' as const, name: 'test', demonstration: false }
  #recorder: { socket: WebSocket | null; screen: string; take: number } | null = null
  #screens = new Map<WebSocket, string>()
  readonly #server = new WebSocketServer({ noServer: true })

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.closed || this.signedOut) return void socket.destroy()
    this.#server.handleUpgrade(request, socket, head, (client) => {
      this.connections++
      client.on('message', (data: Buffer, binary) =>
        binary ? this.#frame(client, data) : this.#message(client, data.toString()),
      )
      client.on('close', () => {
        this.#screens.delete(client)
        if (this.#recorder?.socket === client) this.#recorder.socket = null
      })
    })
  }

  /** The API beside the room. Null: there is no such call, or no way to it. */
  answer(method: string, path: string, body: string): { status: number; body: unknown } | null {
    if (this.closed) return null
    if (this.signedOut) return { status: 401, body: { code: 'not_signed_in' } }
    if (path === '/api/device-key' && !this.keyless)
      return {
        status: 200,
        body: { doctor_id: 'doctor', session_id: 'session', key: Buffer.alloc(32, 7).toString('base64') },
      }
    if (method === 'POST' && path.endsWith('/consents/revocation') && !this.refusesRevocations) {
      const message = JSON.parse(body)
      this.revocations.push(message)
      if (!message.report) this.consentTo('revoked')
      const answers = { ai: 'accepted', recording: 'accepted' }
      const consent = { state: 'revoked', answers, notice_version: '2026-11', answered_at: 1, revoked_at: 2 }
      return { status: 200, body: { consent } }
    }
    return null
  }

  consentTo(state: ConsentState): void {
    this.consent = state
    if (state !== 'accepted') this.#recorder = null
    this.broadcast({ type: 'consent', state })
  }

  /** The session ends while the sockets are open. */
  endSession(): void {
    this.signedOut = true
    for (const client of this.#server.clients) client.close(closeCodes.session_ended)
  }

  /** Cuts every connection without a goodbye. */
  cut(): void {
    for (const client of this.#server.clients) client.terminate()
  }

  broadcast(message: ServerMessage): void {
    for (const client of this.#screens.keys()) this.#send(client, message)
  }

  say(entry: Partial<RoomEntry> & { id: string; text: string }, final = true): void {
    const start_ms = this.entries.length * 2_000
    const full: RoomEntry = {
      timestamp: 1_772_460_000_000 + start_ms,
      isPartial: !final,
      start_ms,
      end_ms: start_ms + 1_500,
      revision: this.entries.length + 1,
      ...entry,
    }
    if (final) this.entries.push(full)
    this.broadcast({ type: 'transcription_update', ...full, is_final: final })
  }

  /** A correction, of this screen or another. */
  edit(id: string, text: string): void {
    const at = this.entries.findIndex((one) => one.id === id)
    const [changed] = editEntry(this.entries, id, text) ?? []
    if (!changed) return
    const entry = { ...changed, revision: this.entries.length + 10 }
    this.entries[at] = entry
    this.broadcast({ type: 'entry_changed', ...entry })
  }

  /** Another screen becomes the recorder. */
  takeAway(): void {
    this.#recorder = { socket: null, screen: 'another', take: this.takes.size + 1 }
    this.takes.set(this.#recorder.take, [])
    for (const client of this.#screens.keys()) this.#send(client, { type: 'recorder', recorder: 'other', take: null })
  }

  /** The doctor confirms the end on another screen. */
  finishElsewhere(): void {
    this.status = 'finishing'
    this.#recorder = null
    this.broadcast({ type: 'recorder', recorder: 'none', take: null })
    this.broadcast({ type: 'consultation', status: 'finishing', missing: [], ask_gap: false })
  }

  #send(client: WebSocket, message: ServerMessage): void {
    client.send(JSON.stringify(message))
  }

  #side(client: WebSocket): { recorder: 'you' | 'other' | 'none'; take: number | null } {
    // A recorder that is gone holds nothing: only its own screen gets the take back.
    if (!this.#recorder || (!this.#recorder.socket && this.#recorder.screen !== 'another'))
      return { recorder: 'none', take: null }
    return this.#recorder.socket === client
      ? { recorder: 'you', take: this.#recorder.take }
      : { recorder: 'other', take: null }
  }

  #lend(client: WebSocket): void {
    if (this.#recorder?.socket === client) return
    const take = this.takes.size + 1
    this.takes.set(take, [])
    this.#recorder = { socket: client, screen: this.#screens.get(client) ?? '', take }
    for (const one of this.#screens.keys()) this.#send(one, { type: 'recorder', ...this.#side(one) })
  }

  #message(client: WebSocket, text: string): void {
    const message = clientMessage.parse(JSON.parse(text))
    this.said.push(message)
    this.log.push(message.type)
    if (message.type === 'hello') {
      this.#screens.set(client, message.screen ?? '')
      if (this.#recorder && this.#recorder.screen === message.screen) this.#recorder.socket = client
      const takes = [...this.takes].map(([take, samples]) => ({
        take,
        stored: samples.length,
        transcribed: this.#transcribed(samples),
        ...(this.withdrawn.has(take) ? { withdrawn: true as const } : {}),
      }))
      const entries = this.entries.filter((entry) => entry.revision > message.since)
      this.#send(client, {
        type: 'welcome',
        version: 1,
        status: this.status,
        ...this.#side(client),
        takes,
        entries,
        gaps: [],
        engine: this.engine,
        consent: this.consent,
        device_speech: this.deviceSpeech,
      })
    } else if (message.type === 'toggle_transcription') {
      if (message.action === 'start') this.#lend(client)
      if (message.action === 'stop') this.#recorder = null
    } else if (message.type === 'take_over') this.#lend(client)
    else if (message.type === 'set_speaker') this.#label(message.id, message.speaker)
    else if (message.type === 'edit_entry' && this.hasMostLines)
      this.#send(client, { type: 'refused', code: 'room_full', id: message.id })
    else if (message.type === 'edit_entry') this.edit(message.id, message.text)
    else if (message.type === 'write_entry' && this.hasMostLines)
      this.#send(client, { type: 'refused', code: 'room_full' })
    else if (message.type === 'write_entry') this.say({ id: message.id, text: message.text })
    else if (message.type === 'gap') {
      const start_ms = msOf(message.at)
      this.broadcast({
        type: 'gap',
        take: message.take,
        start_ms,
        end_ms: start_ms + message.ms,
        reason: message.reason,
      })
    } else if (message.type === 'finish') {
      this.status = 'finishing'
      this.broadcast({ type: 'consultation', status: 'finishing' })
    }
  }

  #transcribed(samples: { length: number }): number {
    return Math.max(0, samples.length - this.behind)
  }

  #label(id: string, speaker: 'doctor' | 'patient' | null): void {
    const entry = this.entries.find((one) => one.id === id)
    if (!entry) return
    entry.speaker = speaker ?? undefined
    entry.speaker_origin = 'hand'
    entry.revision = this.entries.length + 10
    this.broadcast({ type: 'entry_changed', ...entry })
  }

  #frame(client: WebSocket, data: Buffer): void {
    if (this.deaf) return
    if (this.status === 'completed') return void this.#send(client, { type: 'refused', code: 'completed' })
    this.log.push('frame')
    const frame = parseFrame(new Uint8Array(data).buffer)
    if ('fault' in frame) throw new Error(frame.fault)
    const stored = this.storedOf(frame.take)
    if (!stored) return void this.#send(client, { type: 'refused', code: 'unknown_take' })
    if (this.consent !== 'accepted') return void this.#send(client, { type: 'refused', code: 'consent_refused' })
    this.keep(stored, frame.take, frame.at, new Int16Array(frame.pcm.slice().buffer))
    const storedUntil = this.takes.get(frame.take) ?? stored
    this.#send(client, {
      type: 'audio_ack',
      take: frame.take,
      stored: storedUntil.length,
      transcribed: this.#transcribed(storedUntil),
    })
  }

  /** The stored numbers of a take; undefined: no screen has this take. */
  protected storedOf(take: number): number[] | undefined {
    return this.takes.get(take)
  }
  protected keep(stored: number[], _take: number, at: number, samples: Int16Array): void {
    if (at <= stored.length) stored.push(...samples.subarray(stored.length - at))
  }
}
