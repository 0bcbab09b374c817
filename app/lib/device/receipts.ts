import { ApiFailure, api, read } from '#app/lib/api.ts'
import { discardedReply } from '#domain/account/contract.ts'
import { notesNamed, writeNote } from './notes.ts'

const DISCARDED = 'discarded'
const AT_ONCE = 100

/** Reports recordings that this device deleted by itself to the doctor's log; retries until acknowledged. */
export async function reportDiscarded(gone: Iterable<string>): Promise<void> {
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
