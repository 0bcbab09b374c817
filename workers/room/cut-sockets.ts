import type { Database } from '#db/client.ts'
import { openSinceIds } from '#db/queries/consultation.ts'
import type { Env } from '../env.ts'

/** For how long the room of a finished consultation may still be on a screen: it tells of its record there. */
const ON_SCREEN_MS = 24 * 60 * 60_000

/** A session that ended takes its room sockets with it. */
export async function cutSockets(env: Env, db: Database, session: { id: string; doctorId: string }): Promise<void> {
  const ids = await openSinceIds(db, session.doctorId, Date.now() - ON_SCREEN_MS)
  await Promise.all(ids.map((id) => env.ROOM.getByName(id).cutSession(session.id)))
}
