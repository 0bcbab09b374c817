import { ApiFailure, api, read } from '#app/lib/api.ts'
import { notesNamed } from '#app/lib/device/notes.ts'
import { consentReply, type DiscardedTakes } from '#domain/consent/contract.ts'
import { KeptStatements, type Revocation, STATEMENTS } from './kept-statements.ts'

/** What was thrown away here is told with the revocation. False: it was nothing. */
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

/** Tells the server that the patient took the consent back, if it has still to hear it. */
export async function tellRevocation(consultationId: string, kept: KeptStatements): Promise<void> {
  const { revocation } = kept.now
  if (!revocation || !(await heard(consultationId, revocation))) return
  // More may have been thrown away meanwhile: that is told by its own call.
  if (kept.now.revocation === revocation) await kept.change({ revocation: null })
}

/** From any page: a consultation that nobody opens again is told too. All but the one that has a session here. */
export async function tellKeptRevocations(except: string | null): Promise<void> {
  const notes = await notesNamed(STATEMENTS).catch(() => [])
  for (const consultationId of new Set(notes.map((note) => note.consultationId))) {
    if (consultationId === except) continue
    const kept = new KeptStatements(consultationId)
    await kept.restore()
    await tellRevocation(consultationId, kept)
  }
}

async function heard(id: string, { at, discarded, report }: Revocation): Promise<boolean> {
  const ago_ms = Math.max(0, Math.round(Date.now() - at))
  const { revocation } = api.api.consultations[':id'].consents
  try {
    await read(revocation.$post({ param: { id }, json: { discarded, ago_ms, report } }), consentReply)
    return true
  } catch (failure) {
    // The consultation is gone, or nobody had accepted anything: there is nothing left to take back.
    return failure instanceof ApiFailure && (failure.status === 404 || failure.code === 'consent_missing')
  }
}
