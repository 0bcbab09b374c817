import type { Database } from '#db/client.ts'
import { openConsultationIds } from '#db/queries/consultation.ts'
import type { Env } from '../env.ts'

/** A session that ended takes its room sockets with it: those of consultations that still run. */
export async function cutSockets(env: Env, db: Database, session: { id: string; doctorId: string }): Promise<void> {
  const ids = await openConsultationIds(db, session.doctorId)
  await Promise.all(ids.map((id) => env.ROOM.getByName(id).cutSession(session.id)))
}
