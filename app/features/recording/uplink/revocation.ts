import { ApiFailure, api, read } from '#app/lib/api.ts'
import { notesNamed } from '#app/lib/device/notes.ts'
import { consentReply, type DiscardedTakes } from '#domain/consent/contract.ts'
import { KeptStatements, type Revocation, STATEMENTS } from '../device/kept-statements.ts'

/** Adds the deleted audio to the revocation. Returns false when no audio was deleted. */
export async function keepDiscarded(kept: KeptStatements, thrownAway: DiscardedTakes): Promise<boolean> {
  const { revocation } = kept.now
  const sums = new Map<number, number>()
  for (const { take, samples } of [...(revocation?.discarded ?? []), ...thrownAway])
    sums.set(take, (sums.get(take) ?? 0) + samples)
  if (thrownAway.every(({ samples }) => samples <= 0)) return false
  const discarded = [...sums].filter(([, samples]) => samples > 0).map(([take, samples]) => ({ take, samples }))
  await kept.change({
    revocation: { at: revocation?.at ?? Date.now(), discarded, report: revocation?.report ?? true },
  })
  return true
}

/** Sends the patient's revocation to the server unless it is acknowledged. */
export async function tellRevocation(consultationId: string, kept: KeptStatements): Promise<void> {
  const { revocation } = kept.now
  if (!revocation || !(await sendRevocation(consultationId, revocation))) return
  // Audio deleted meanwhile is reported by its own call.
  if (kept.now.revocation === revocation) await kept.change({ revocation: null })
}

/** Sends stored revocations of all consultations except the open one, which has a session. */
export async function tellKeptRevocations(except: string | null): Promise<void> {
  const notes = await notesNamed(STATEMENTS).catch(() => [])
  for (const consultationId of new Set(notes.map((note) => note.consultationId))) {
    if (consultationId === except) continue
    const statements = new KeptStatements(consultationId)
    await statements.restore()
    await tellRevocation(consultationId, statements)
  }
}

async function sendRevocation(id: string, { at, discarded, report }: Revocation): Promise<boolean> {
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
