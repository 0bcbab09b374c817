import type { ConsentState } from '#domain/consent/consent.ts'
import type { TakeLength } from '../device/device-queue.ts'
import type { KeptStatements } from '../device/kept-statements.ts'
import { deleteLocalRecording } from '../device/local-store.ts'
import type { RecorderRunner } from '../screen/recorder-runner.ts'
import type { ConsentFollower, RoomLink } from '../screen/room-link.ts'
import { keepDiscarded, tellRevocation } from './revocation.ts'
import { tellRevokedHere } from './revoked-elsewhere.ts'

type Parts = { consultationId: string; kept: KeptStatements; recorder: RecorderRunner; room: RoomLink }

/**
 * The patient refuses or withdraws: stops capture at once, deletes unsent audio and reports how much to the server,
 * retrying until it is reachable.
 */
export class Withdrawal implements ConsentFollower {
  #stopped = false
  #telling = false
  #discarding: Promise<unknown> = Promise.resolve()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Revokes consent; `elsewhere` is the time when another page of this browser did. Stored before any deletion, so
   * that a crash in between can be resumed.
   */
  async revoke(elsewhere?: number): Promise<void> {
    const { kept, consultationId } = this.#parts
    if (kept.revoked) return
    const at = elsewhere ?? Date.now()
    if (elsewhere === undefined) tellRevokedHere(consultationId, at)
    const keeping = kept.change({
      revocation: { at, discarded: kept.now.revocation?.discarded ?? [], report: false },
    })
    const stopping = this.#stop()
    await keeping
    await stopping
    await this.tell()
  }

  /** Applies the consent state of the room or of this device's statements. */
  async follow(consent: ConsentState): Promise<void> {
    if (consent === 'accepted') {
      this.#stopped = false
      await this.#parts.recorder.lookForPermission()
    }
    if (consent === 'refused' || consent === 'revoked') await this.#stop(consent === 'revoked')
  }

  /** Runs again after a stop: a disk opened late may hold more audio. */
  async #stop(tells = true): Promise<void> {
    const { kept } = this.#parts
    const halted = this.#stopped ? null : this.#parts.recorder.withdraw()
    this.#stopped = true
    // One at a time, so that no audio is counted twice.
    const discarding = this.#discarding.then(() => this.#discard(halted))
    this.#discarding = discarding.catch(() => undefined)
    const discarded = await discarding
    const { revocation } = kept.now
    if (tells && (await keepDiscarded(kept, discarded)) && !revocation) await this.tell()
  }

  async #discard(halted: Promise<void> | null): Promise<TakeLength[]> {
    const { consultationId, room } = this.#parts
    await halted
    if (halted) await deleteLocalRecording(consultationId).catch(() => undefined)
    return room.discard()
  }

  /** Sends the revocation; retried until acknowledged. */
  async tell(): Promise<void> {
    const { kept, consultationId } = this.#parts
    if (this.#telling || !kept.now.revocation) return
    this.#telling = true
    await tellRevocation(consultationId, kept).finally(() => {
      this.#telling = false
    })
  }
}
