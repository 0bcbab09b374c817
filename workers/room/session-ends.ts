import type { Identity } from './storage.ts'

/** By D1, when each of these sessions of the doctor ends; one that has ended is not there. Asked for once an hour a page. */
export async function sessionEnds(
  d1: D1Database,
  { doctorId }: Identity,
  ids: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const { openDatabase } = await import('#db/client.ts')
  const { findSessionEnds } = await import('#db/queries/session.ts')
  return findSessionEnds(openDatabase(d1), doctorId, ids, now)
}
