import { deviceDoctor } from '#app/lib/device/doctor.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import type { RoomStatus, ServerMessage, TakeLength } from '#domain/consultation/protocol.ts'
import { audioToSend } from '../device/audio-here.ts'
import { type DeviceQueue, openDeviceQueue } from '../device/device-queue.ts'
import { KeptStatements } from '../device/kept-statements.ts'
import { deleteLocalRecording, deleteLocalTakes } from '../device/local-store.ts'
import { keepDiscarded, tellKeptRevocations } from './revocation.ts'
import { openRoomSocket, type RoomSocket } from './room-socket.ts'
import { Sender } from './sender.ts'
import { Statements } from './statements.ts'
import { type TakeLocks, takeLocks } from './take-locks.ts'

/** `refused`: the consultation is over and the room takes no more audio; the doctor downloads or discards it. */
export type Leftover = { consultationId: string; samples: number; state: 'waiting' | 'sending' | 'refused' }

const LOOK_MS = 30_000
const TICK_MS = 500

/**
 * Sends unsent audio of all consultations except the open one, which has a session of its own. Calls `changed` at
 * each change. Returns a function that stops it.
 */
export function drainElsewhere(except: string | null, changed: (leftovers: readonly Leftover[]) => void): () => void {
  const drains = new Map<string, Drain>()
  let stopped = false
  let looking = false
  let lastReport = ''

  async function look(): Promise<void> {
    if (stopped || looking) return
    looking = true
    void tellKeptRevocations(except)
    const waiting = (await audioToSend()).filter(({ consultationId }) => consultationId !== except)
    looking = false
    if (stopped) return
    for (const [consultationId, drain] of drains) {
      if (drain.owes || waiting.some((one) => one.consultationId === consultationId)) continue
      drain.stop()
      drains.delete(consultationId)
    }
    for (const { consultationId } of waiting) {
      const drain = drains.get(consultationId) ?? new Drain(consultationId, partsOf(consultationId), () => void look())
      drains.set(consultationId, drain)
      drain.look()
    }
    const leftovers = waiting.map((one) => ({ ...one, state: drains.get(one.consultationId)?.state ?? 'waiting' }))
    if (JSON.stringify(leftovers) === lastReport) return
    lastReport = JSON.stringify(leftovers)
    changed(leftovers)
  }

  const now = () => void look()
  const timer = setInterval(now, LOOK_MS)
  const ticker = setInterval(() => {
    for (const drain of [...drains.values()]) drain.tick()
  }, TICK_MS)
  const notUnlocked = onUnlocked(now)
  addEventListener('online', now)
  now()
  return () => {
    stopped = true
    clearInterval(timer)
    clearInterval(ticker)
    notUnlocked()
    removeEventListener('online', now)
    for (const drain of drains.values()) drain.stop()
  }
}

type Parts = { queue: Promise<DeviceQueue>; kept: KeptStatements; locks: TakeLocks }
const partsOf = (consultationId: string): Parts => ({
  queue: openDeviceQueue(consultationId),
  kept: new KeptStatements(consultationId),
  locks: takeLocks(consultationId),
})

/** Sends one consultation. Opens its socket only when this page may send something. */
export class Drain {
  #sender: Sender | null = null
  #socket: RoomSocket | null = null
  #queue: DeviceQueue | null = null
  #stopped = false
  #refused = false
  /** The last status the room sent. */
  #status: RoomStatus | null = null
  #owes = false
  readonly #doctor = deviceDoctor()
  readonly #consultationId: string
  readonly #changed: () => void
  readonly #kept: KeptStatements
  readonly #statements: Statements

  constructor(consultationId: string, { queue, kept, locks }: Parts, changed: () => void) {
    this.#consultationId = consultationId
    this.#changed = changed
    this.#kept = kept
    this.#statements = new Statements(
      kept,
      (message) => this.#socket?.send(message) ?? false,
      (take) => this.#sender?.end(take) ?? 0,
    )
    void this.#begin(queue, locks)
  }

  get state(): Leftover['state'] {
    if (this.#refused) return 'refused'
    return this.#socket?.isOpen() ? 'sending' : 'waiting'
  }

  /** The room may have all audio but not yet the take's length. */
  get owes(): boolean {
    return this.#owes
  }

  /** Claims takes that were added since and that no other page sends. */
  look(): void {
    if (!this.#refused) void this.#sender?.restore()
  }

  stop(): void {
    this.#stopped = true
    this.#end()
  }

  async #begin(opening: Promise<DeviceQueue>, locks: TakeLocks): Promise<void> {
    const [queue] = await Promise.all([opening, this.#kept.restore()])
    if (this.#stopped || deviceDoctor() !== this.#doctor) return
    this.#queue = queue
    const wire: Pick<RoomSocket, 'send' | 'renew'> = {
      send: (message) => this.#socket?.send(message) ?? false,
      renew: (reason) => this.#socket?.renew(reason),
    }
    this.#sender = new Sender(queue, wire, this.#changed, () => performance.now(), {
      locks,
      lost: (gap) => this.#statements.gap({ type: 'gap', ...gap, reason: 'not_kept' }),
      // The other page is gone: a new hello reports the take's length, which that page may not have sent.
      taken: () => this.#socket && this.#greetAgain('take taken up'),
    })
    // Withdrawn here, but the page died before it could delete the audio: do not send it.
    if (this.#kept.revoked) return this.#withdrawn('revoked')
    await this.#sender.restore()
  }

  tick(): void {
    if (!this.#sender || this.#stopped || this.#refused) return
    if (!this.#socket && this.#sender.sends) this.#connect()
    this.#sender.tick()
    if (this.#socket && this.#sender.waiting === 0) this.#changed()
  }

  #greetAgain(reason: string): void {
    this.#owes = true
    if (this.#socket?.isOpen()) this.#socket.renew(reason)
  }

  #connect(): void {
    const greeting = { since: () => 0, holds: () => this.#lengths() }
    this.#socket = openRoomSocket(this.#consultationId, greeting, {
      connection: (connection) => {
        if (connection === 'connected') return
        this.#statements.disconnected()
        this.#sender?.disconnected()
        this.#changed()
      },
      message: (message) => void this.#receive(message),
    })
  }

  async #receive(message: ServerMessage): Promise<void> {
    switch (message.type) {
      case 'welcome':
        this.#owes = false
        if (message.consent === 'refused' || message.consent === 'revoked') return this.#withdrawn(message.consent)
        if (message.status === 'completed') return this.#refuse()
        void deleteLocalTakes(this.#consultationId, message.takes).catch(() => undefined)
        for (const gap of (await this.#sender?.discardWithdrawn(message.takes)) ?? [])
          this.#statements.gap({ type: 'gap', ...gap, reason: 'discarded' })
        await this.#sender?.connected(message.takes)
        this.#statements.heardLines((id) => message.entries.some((one) => one.id === id))
        this.#statements.sayKept()
        this.#status = message.status
        await this.#sayFinish(message.status)
        return
      case 'audio_ack':
        await this.#sender?.acknowledged(message)
        return
      case 'transcription_update':
        this.#statements.heardLines((id) => id === message.id)
        return
      case 'gap':
        this.#statements.heardGap(message)
        return
      case 'consent':
        if (message.state === 'refused' || message.state === 'revoked') await this.#withdrawn(message.state)
        return
      case 'consultation':
        if (message.status === 'completed') return this.#refuse()
        // Recording has ended: a new hello reports our takes' lengths.
        if (message.status === 'finishing' && this.#status === 'active') {
          this.#status = 'finishing'
          this.#greetAgain('finishing')
        }
        return
      case 'refused':
        if (message.code === 'completed' || message.code === 'not_found') this.#refuse()
    }
  }

  async #sayFinish(status: RoomStatus): Promise<void> {
    const takes = await this.#lengths()
    this.#statements.sayFinish(status, takes ?? [], takes === null)
  }

  async #lengths(): Promise<TakeLength[] | null> {
    const lengths = await this.#queue?.lengths()
    return (lengths && this.#sender?.stated(lengths)) ?? null
  }

  /** The patient withdrew: deletes the audio; the next look reports how much. */
  async #withdrawn(consent: 'refused' | 'revoked'): Promise<void> {
    const discarded = (await this.#sender?.discard()) ?? []
    if (consent === 'revoked') await keepDiscarded(this.#kept, discarded)
    await deleteLocalRecording(this.#consultationId).catch(() => undefined)
    this.#end()
    this.#changed()
  }

  #refuse(): void {
    this.#refused = true
    this.#end()
    this.#changed()
  }

  #end(): void {
    this.#owes = false
    this.#sender?.close()
    this.#socket?.close()
    this.#socket = null
  }
}
