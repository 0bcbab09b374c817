import type { Env } from '#workers/env.ts'
import { roomRequest } from '#workers/room/door.ts'

export { ConsultationRoom } from '#workers/room/room.ts'

/** The path is the room's name; the visitor is one the real Worker would have let in. */
export default {
  fetch(request, env) {
    const name = new URL(request.url).pathname.slice(1)
    const visitor = {
      consultationId: name,
      doctorId: `doctor-${name}`,
      sessionId: `session-${name}`,
      sessionEndsAt: Date.now() + 24 * 60 * 60_000,
      startedAt: Date.now(),
      status: 'active' as const,
      consent: { state: 'accepted' as const, at: 1 },
    }
    return env.ROOM.getByName(name).fetch(roomRequest(request, visitor))
  },
} satisfies ExportedHandler<Env>
