import type { ConsentState } from '#domain/consent/consent.ts'
import type { TakeLength } from './device-queue.ts'
import type { KeptStatements } from './kept-statements.ts'
import { deleteLocalRecording } from './local-store.ts'
import type { RecorderRunner } from './recorder-runner.ts'
import { keepDiscarded, tellRevocation } from './revocation.ts'
import { tellRevokedHere } from './revoked-elsewhere.ts'
import type { ConsentFollower, RoomLink } from './room-link.ts'

type Parts = { consultationId: string; kept: KeptStatements; recorder: RecorderRunner; room: RoomLink }

/**
 * The patient does not want to be recorded, or not any more: capture stops at once, what was not sent is thrown away,
 * and the server hears how much that was, however long the connection takes to come back.
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
   * Said on this screen, or on another page of this browser, which said when. Kept before anything is thrown away: a page
   * that dies in between goes on where it was.
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

  /** How consent stands, from the room or from what this device still has to tell. */
  async follow(consent: ConsentState): Promise<void> {
    if (consent === 'accepted') {
      this.#stopped = false
      await this.#parts.recorder.lookForPermission()
    }
    if (consent === 'refused' || consent === 'revoked') await this.#stop(consent === 'revoked')
  }

  /** Also when all has stopped: a disk that could not be opened then may have brought more. */
  async #stop(tells = true): Promise<void> {
    const { kept } = this.#parts
    const halted = this.#stopped ? null : this.#parts.recorder.withdraw()
    this.#stopped = true
    // One after the other: what one of them throws away is not counted by the next.
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

  /** Tried again until the server has heard it. */
  async tell(): Promise<void> {
    const { kept, consultationId } = this.#parts
    if (this.#telling || !kept.now.revocation) return
    this.#telling = true
    await tellRevocation(consultationId, kept).finally(() => {
      this.#telling = false
    })
  }
}
