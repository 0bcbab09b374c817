import type { Database } from '#db/client.ts'
import { openSinceIds } from '#db/queries/consultation.ts'
import type { Env } from '../env.ts'

/** The room of a finished consultation may be on screen for this long, announcing its record. */
const ON_SCREEN_MS = 24 * 60 * 60_000

/** Closes the room sockets of an ended session. */
export async function cutSockets(env: Env, db: Database, session: { id: string; doctorId: string }): Promise<void> {
  const ids = await openSinceIds(db, session.doctorId, Date.now() - ON_SCREEN_MS)
  await Promise.all(ids.map((id) => env.ROOM.getByName(id).cutSession(session.id)))
}
