import type { Identity } from './storage.ts'

/** Returns the end of each session by D1, in epoch ms; ended ones are missing. Called once an hour per page. */
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
