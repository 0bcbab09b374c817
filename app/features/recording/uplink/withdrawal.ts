import { z } from 'zod/mini'
import { ApiFailure, api, read } from '#app/lib/api.ts'
import { notesNamed } from '#app/lib/device/notes.ts'
import type { ConsentState } from '#domain/consent/consent.ts'
import { consentReply, type DiscardedTakes } from '#domain/consent/contract.ts'
import type { TakeLength } from '#domain/consultation/protocol.ts'
import { KeptStatements, type Revocation, STATEMENTS } from '../device/kept-statements.ts'
import { deleteLocalRecording } from '../device/local-store.ts'

type Parts = {
  consultationId: string
  kept: KeptStatements
  /** `withdraw` resolves when the microphone can deliver no more audio. */
  recorder: { withdraw(): Promise<void>; lookForPermission(): Promise<void> }
  uplink: { discard(): Promise<TakeLength[]> }
}

/**
 * The patient refuses or withdraws: stops capture at once, deletes unsent audio and reports how much to the server,
 * retrying until it is reachable.
 */
export class Withdrawal {
  #isStopped = false
  #isSending = false
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
    if (elsewhere === undefined) announceRevocation(consultationId, at)
    const keeping = kept.change({
      revocation: { at, discarded: kept.now.revocation?.discarded ?? [], report: false },
    })
    const stopping = this.#stop()
    await keeping
    await stopping
    await this.send()
  }

  /** Applies the consent state of the room or of this device's statements. */
  async follow(consent: ConsentState): Promise<void> {
    if (consent === 'accepted') {
      this.#isStopped = false
      await this.#parts.recorder.lookForPermission()
    }
    if (consent === 'refused' || consent === 'revoked') await this.#stop(consent === 'revoked')
  }

  /** Runs again after a stop: a disk opened late may hold more audio. */
  async #stop(isReported = true): Promise<void> {
    const { kept } = this.#parts
    const halted = this.#isStopped ? null : this.#parts.recorder.withdraw()
    this.#isStopped = true
    // One at a time, so that no audio is counted twice.
    const discarding = this.#discarding.then(() => this.#discard(halted))
    this.#discarding = discarding.catch(() => undefined)
    const discarded = await discarding
    const { revocation } = kept.now
    if (isReported && (await keepDiscarded(kept, discarded)) && !revocation) await this.send()
  }

  async #discard(halted: Promise<void> | null): Promise<TakeLength[]> {
    const { consultationId, uplink } = this.#parts
    await halted
    if (halted) await deleteLocalRecording(consultationId).catch(() => undefined)
    return uplink.discard()
  }

  /** Sends the stored revocation, if any. Call it again until the server has acknowledged it. */
  async send(): Promise<void> {
    const { kept, consultationId } = this.#parts
    if (this.#isSending || !kept.now.revocation) return
    this.#isSending = true
    await sendRevocation(consultationId, kept).finally(() => {
      this.#isSending = false
    })
  }
}

/** Adds the deleted audio to the revocation. Returns false when no audio was deleted. */
export async function keepDiscarded(kept: KeptStatements, deleted: DiscardedTakes): Promise<boolean> {
  const { revocation } = kept.now
  const sums = new Map<number, number>()
  for (const { take, samples } of [...(revocation?.discarded ?? []), ...deleted])
    sums.set(take, (sums.get(take) ?? 0) + samples)
  if (deleted.every(({ samples }) => samples <= 0)) return false
  const discarded = [...sums].filter(([, samples]) => samples > 0).map(([take, samples]) => ({ take, samples }))
  await kept.change({
    revocation: { at: revocation?.at ?? Date.now(), discarded, report: revocation?.report ?? true },
  })
  return true
}

/** Sends the patient's revocation to the server unless it is acknowledged. */
export async function sendRevocation(consultationId: string, kept: KeptStatements): Promise<void> {
  const { revocation } = kept.now
  if (!revocation || !(await postRevocation(consultationId, revocation))) return
  // Audio deleted meanwhile is reported by its own call.
  if (kept.now.revocation === revocation) await kept.change({ revocation: null })
}

/** Sends stored revocations of all consultations except the open one, which has a session. */
export async function sendKeptRevocations(except: string | null): Promise<void> {
  const notes = await notesNamed(STATEMENTS).catch(() => [])
  for (const consultationId of new Set(notes.map((note) => note.consultationId))) {
    if (consultationId === except) continue
    const statements = new KeptStatements(consultationId)
    await statements.restore()
    await sendRevocation(consultationId, statements)
  }
}

/** Returns true when the server has it, or has nothing that can be revoked. */
async function postRevocation(id: string, { at, discarded, report }: Revocation): Promise<boolean> {
  const ago_ms = Math.max(0, Math.round(Date.now() - at))
  const { revocation } = api.api.consultations[':id'].consents
  try {
    await read(revocation.$post({ param: { id }, json: { discarded, ago_ms, report } }), consentReply)
    return true
  } catch (failure) {
    // The consultation is gone or had no consent: there is nothing to revoke.
    return failure instanceof ApiFailure && (failure.status === 404 || failure.code === 'consent_missing')
  }
}

/** Reports a revocation to this browser's other pages; offline they have no other source. */
const CHANNEL = 'relato-revoked'
const revokedMessage = z.object({ consultationId: z.string(), at: z.number() })

function announceRevocation(consultationId: string, at: number): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ consultationId, at })
  channel.close()
}

/** Calls `listener` with the time in epoch ms when another page revokes. Returns a function that unsubscribes. */
export function onRevokedElsewhere(consultationId: string, listener: (at: number) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = revokedMessage.safeParse(data)
    if (message.success && message.data.consultationId === consultationId) listener(message.data.at)
  }
  return () => channel.close()
}
