import type { RoomEntry } from '#domain/consultation/protocol.ts'
import type { Flushing } from '#domain/consultation/state.ts'
import { log, nameOf } from '../log/log.ts'
import type { Identity, RoomStorage } from './storage.ts'

type Ending = { identity: Identity; state: Flushing; entries: readonly RoomEntry[]; storage: RoomStorage }

/** [C18] Writes the end to D1, then deletes the audio. Returns false when it must be retried. */
export async function complete(d1: D1Database, ctx: DurableObjectState, ending: Ending): Promise<boolean> {
  const { identity, state, entries, storage } = ending
  const { consultationId, doctorId } = identity
  const { endedAt, gaps, takes } = state
  try {
    // Imported here, once per consultation: rooms start without the database code.
    const { openDatabase } = await import('#db/client.ts')
    const { completeConsultation } = await import('#db/queries/completion.ts')
    const { demonstration } = storage
    const audio = takes.some(({ stored }) => stored > 0)
    const completion = { audio, consultationId, doctorId, endedAt, gaps, entries, demonstration, now: Date.now() }
    await completeConsultation(openDatabase(d1), completion)
    await ctx.storage.deleteAll()
    storage.writeTombstone(Date.now())
    log({ event: 'room_completed', consultationId, entries: entries.length, takes: takes.length, gaps: gaps.length })
    return true
  } catch (error) {
    const errorName = nameOf(error)
    log({ event: 'room_flush_failed', consultationId, attempt: state.attempts + 1, errorName })
    return false
  }
}
