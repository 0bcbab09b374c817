import { ApiFailure, api, read } from '#app/lib/api.ts'
import { deviceDoctor } from '#app/lib/device/doctor.ts'
import { notesNamed, writeNote } from '#app/lib/device/notes.ts'
import { onUnlocked } from '#app/lib/device/vault.ts'
import { discardedReply } from '#domain/account/contract.ts'
import type { ConsentState } from '#domain/consent/consent.ts'
import { msOf } from '#domain/consultation/frame.ts'
import type { RoomStatus, ServerMessage } from '#domain/consultation/protocol.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import type { DeviceQueue } from '../device/device-queue.ts'
import { KeptStatements } from '../device/kept-statements.ts'
import { deleteLocalRecording, sweepLocalRecordings } from '../device/local-store.ts'
import { openDeviceQueue, pendingAudio } from '../device/pending-audio.ts'
import type { SocketFault } from './room-socket.ts'
import type { TakeLocks } from './sender.ts'
import { Uplink, type UplinkOwner } from './uplink.ts'
import { keepDiscarded, sendKeptRevocations } from './withdrawal.ts'

export { finishingHere } from '../device/kept-statements.ts'
export { pendingAudio } from '../device/pending-audio.ts'

/** `refused`: the consultation is over and the room takes no more audio; the doctor downloads or discards it. */
type LeftoverState = 'waiting' | 'sending' | 'refused'
type Leftover = { consultationId: string; samples: number; state: LeftoverState }
export type LeftAudio = { consultationId: string; ms: number; state: LeftoverState }

/** Interval of looks while there is unsent audio, and otherwise. */
const LOOK_MS = 1_000
const LOOK_RARELY_MS = 5_000
const REVOCATIONS_MS = 30_000
const TICK_MS = 500
/** Shorter audio is still being sent, not left over. */
const SHORTEST_MS = 2_000

/** Deletes expired local recordings and reports them to the doctor's log. */
export const sweep = async (): Promise<void> => reportDiscarded(await sweepLocalRecordings(Date.now()))

const DISCARDED = 'discarded'
const AT_ONCE = 100

/** Reports recordings that this device deleted by itself to the doctor's log; retries until acknowledged. */
async function reportDiscarded(gone: Iterable<string>): Promise<void> {
  for (const id of gone) await writeNote(id, DISCARDED, true)
  const ids = [...new Set((await notesNamed(DISCARDED)).map(({ consultationId }) => consultationId))].slice(0, AT_ONCE)
  if (ids.length === 0) return
  try {
    await read(api.api['device-receipts'].$post({ json: { consultation_ids: ids } }), discardedReply)
  } catch (error) {
    // A deleted consultation needs no report; other failures are retried when the app opens.
    if (!(error instanceof ApiFailure) || error.code !== 'consultation_not_found') return
  }
  for (const id of ids) await writeNote(id, DISCARDED, null)
}

/** Like `drainElsewhere`; reports only audio worth showing, in ms. */
export function watchLeftovers(except: string | null, onChange: (leftovers: LeftAudio[]) => void): () => void {
  const report = reporter<LeftAudio[]>(onChange, [])
  return drainElsewhere(except, (leftovers) => {
    const inMs = leftovers.map(({ samples, ...one }) => ({ ...one, ms: msOf(samples) }))
    report(inMs.filter(({ ms, state }) => ms >= SHORTEST_MS || state === 'refused'))
  })
}

/**
 * Sends unsent audio of all consultations except the open one, which sends its own. Calls `onChange` when its length
 * or state has changed. Returns a function that stops it.
 */
export function drainElsewhere(except: string | null, onChange: (leftovers: readonly Leftover[]) => void): () => void {
  const report = reporter(onChange)
  const drains = new Map<string, Drain>()
  let isStopped = false
  let isLooking = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    if (isStopped || isLooking) return
    isLooking = true
    clearTimeout(timer)
    const waiting = new Map([...(await pendingAudio())].filter(([id]) => id !== except))
    isLooking = false
    if (isStopped) return
    timer = setTimeout(look, waiting.size > 0 ? LOOK_MS : LOOK_RARELY_MS)
    for (const [consultationId, drain] of drains) {
      if (drain.owes || waiting.has(consultationId)) continue
      drain.stop()
      drains.delete(consultationId)
    }
    const leftovers = [...waiting].map(([consultationId, { samples }]) => {
      const drain = drains.get(consultationId) ?? new Drain(consultationId, partsOf(consultationId), () => void look())
      drains.set(consultationId, drain)
      drain.look()
      return { consultationId, samples, state: drain.state }
    })
    report(leftovers)
  }

  const lookNow = () => {
    void sendKeptRevocations(except)
    void look()
  }
  const revocations = setInterval(lookNow, REVOCATIONS_MS)
  const ticker = setInterval(() => {
    for (const drain of [...drains.values()]) drain.tick()
  }, TICK_MS)
  const unsubscribe = onUnlocked(lookNow)
  addEventListener('online', lookNow)
  lookNow()
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(revocations)
    clearInterval(ticker)
    unsubscribe()
    removeEventListener('online', lookNow)
    for (const drain of drains.values()) drain.stop()
  }
}

/** Returns a function that calls `onChange` with values that differ from the last one. */
function reporter<T>(onChange: (value: T) => void, first?: T): (value: T) => void {
  let last = JSON.stringify(first)
  return (value) => {
    const text = JSON.stringify(value)
    if (text === last) return
    last = text
    onChange(value)
  }
}

type Parts = { queue: Promise<DeviceQueue>; kept: KeptStatements; locks?: TakeLocks }
const partsOf = (id: string): Parts => ({ queue: openDeviceQueue(id), kept: new KeptStatements(id) })

/** Sends one consultation in the background. Connects only when this page may send something. */
export class Drain implements UplinkOwner {
  #isRestored = false
  #isStopped = false
  #isRefused = false
  /** The last status the room sent. */
  #status: RoomStatus | null = null
  #owes = false
  readonly #doctor = deviceDoctor()
  readonly #consultationId: string
  readonly #kept: KeptStatements
  readonly #onChange: () => void
  readonly #uplink: Uplink

  constructor(consultationId: string, { queue, kept, locks }: Parts, onChange: () => void) {
    this.#consultationId = consultationId
    this.#kept = kept
    this.#onChange = onChange
    this.#uplink = new Uplink(consultationId, kept, this, (view, fault) => this.#onView(view, fault))
    void this.#begin(queue, locks)
  }

  async #begin(opening: Promise<DeviceQueue>, locks?: TakeLocks): Promise<void> {
    const [queue] = await Promise.all([opening, this.#kept.restore()])
    if (this.#isStopped || deviceDoctor() !== this.#doctor) return
    this.#uplink.open(queue, locks)
    // Withdrawn here, but the page died before it could delete the audio: do not send it.
    if (this.#kept.revoked) return this.#withdraw('revoked')
    this.#isRestored = true
    await this.#uplink.restore()
  }

  get state(): LeftoverState {
    if (this.#isRefused) return 'refused'
    return this.#uplink.isOpen ? 'sending' : 'waiting'
  }
  /** Returns true while the room may have all audio but not yet the take's length. */
  get owes(): boolean {
    return this.#owes
  }
  /** Claims takes that were added since and that no other page sends. */
  look(): void {
    if (!this.#isRefused) void this.#uplink.restore()
  }
  stop(): void {
    this.#isStopped = true
    this.#end()
  }
  tick(): void {
    if (!this.#isRestored || this.#isStopped || this.#isRefused) return
    if (!this.#uplink.isConnecting && this.#uplink.sends) this.#uplink.connect()
    this.#uplink.tick()
    if (this.#uplink.isConnecting && this.#uplink.waiting === 0) this.#onChange()
  }

  #onView(view: RoomView, fault?: SocketFault | null): void {
    if (fault !== undefined && view.connection !== 'connected') this.#onChange()
    if (view.status === 'completed' && !this.#isRefused) this.#refuse()
  }
  onConsent(consent: ConsentState): void {
    if (consent === 'refused' || consent === 'revoked') void this.#withdraw(consent)
  }
  onMessage(message: ServerMessage): void {
    if (message.type === 'welcome') this.#owes = false
    else if (message.type === 'refused' && message.code === 'not_found') this.#refuse()
    else if (message.type === 'consultation' && message.status === 'finishing' && this.#status === 'active') {
      this.#status = 'finishing'
      // Recording has ended: a new hello reports our takes' lengths.
      this.#greetAgain('finishing')
    }
  }
  onWelcome(): void {
    this.#status = this.#uplink.view.status
  }
  onProgress(): void {
    this.#onChange()
  }
  /** The other page is gone: a new hello reports the take's length, which that page may not have sent. */
  onTake(): void {
    if (this.#uplink.isConnecting) this.#greetAgain('take taken up')
  }
  isFlushing(): boolean {
    return false
  }

  #greetAgain(reason: string): void {
    this.#owes = true
    if (this.#uplink.isOpen) this.#uplink.renew(reason)
  }

  /** The patient withdrew: deletes the audio; the next look reports how much. */
  async #withdraw(consent: 'refused' | 'revoked'): Promise<void> {
    this.#isStopped = true
    this.#uplink.disconnect()
    const discarded = await this.#uplink.discard()
    if (consent === 'revoked') await keepDiscarded(this.#kept, discarded)
    await deleteLocalRecording(this.#consultationId).catch(() => undefined)
    this.#end()
    this.#onChange()
  }

  #refuse(): void {
    this.#isRefused = true
    this.#end()
    this.#onChange()
  }

  #end(): void {
    this.#owes = false
    this.#uplink.close()
  }
}
