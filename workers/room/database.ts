import type { Database } from '#db/client.ts'
import type { RoomEntry } from '#domain/consultation/protocol.ts'
import type { Flushing } from '#domain/consultation/state.ts'
import { correctedIn } from '#domain/speech/vocabulary.ts'
import { log, nameOf } from '../log/log.ts'
import { SYNTHETIC } from './door.ts'
import type { Sockets } from './sockets.ts'
import type { Identity, RoomStorage } from './storage.ts'

// The database code is imported when it is needed, so that rooms start without it.

type Ending = { identity: Identity; state: Flushing; entries: readonly RoomEntry[]; storage: RoomStorage }

/** [C18] Writes the end to D1, then deletes the audio. Returns false when it must be retried. */
export async function complete(d1: D1Database, ctx: DurableObjectState, ending: Ending): Promise<boolean> {
  const { identity, state, entries, storage } = ending
  const { consultationId, doctorId } = identity
  const { endedAt, gaps, takes } = state
  try {
    const { openDatabase } = await import('#db/client.ts')
    const { completeConsultation } = await import('#db/queries/completion.ts')
    const { demonstration } = storage
    const audio = takes.some(({ stored }) => stored > 0)
    const about = { consultationId, doctorId, endedAt, now: Date.now() }
    const content = { entries, gaps, corrected: correctedIn(entries), demonstration, audio }
    const isSynthetic = doctorId === SYNTHETIC
    if (isSynthetic) await endSynthetic(openDatabase(d1), consultationId)
    else await completeConsultation(openDatabase(d1), { ...about, ...content })
    await ctx.storage.deleteAll()
    if (!isSynthetic) storage.writeTombstone(Date.now())
    log({ event: 'room_completed', consultationId, entries: entries.length, takes: takes.length, gaps: gaps.length })
    return true
  } catch (error) {
    const errorName = nameOf(error)
    log({ event: 'room_flush_failed', consultationId, attempt: state.attempts + 1, errorName })
    return false
  }
}

/** A finished consultation could not be deleted for twenty years, so a synthetic one moves its mark alone. */
async function endSynthetic(db: Database, id: string): Promise<void> {
  const { moveMark } = await import('#db/queries/service-mark.ts')
  await moveMark(db, { name: 'synthetic', subject: id }, 'ended', 'begun')
}

/** [C41] Closes the sockets of expired sessions, unless an open page renewed its session. Asked once an hour per page. */
export async function endSessions(
  d1: D1Database,
  identity: Identity | null,
  sockets: Sockets,
  now: number,
): Promise<void> {
  const ids = sockets.postponeEnded(now)
  if (ids.length === 0) return
  // A completed room that was evicted has no doctor to ask for: the page comes back through the door, which asks.
  if (!identity) {
    for (const id of ids) sockets.cut(id)
    return
  }
  try {
    const { openDatabase } = await import('#db/client.ts')
    const { findSessionEnds } = await import('#db/queries/session.ts')
    const ends = await findSessionEnds(openDatabase(d1), identity.doctorId, ids, now)
    for (const id of ids) sockets.sessionEnds(id, ends.get(id))
  } catch (error) {
    log({ event: 'room_sessions_unchecked', consultationId: identity.consultationId, errorName: nameOf(error) })
  }
}
