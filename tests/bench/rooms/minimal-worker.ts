import type { MinimalRoom } from './minimal-room.ts'

export { MinimalRoom } from './minimal-room.ts'

/** The path is the room's name. */
export default {
  fetch: (request, env) => env.ROOM.getByName(new URL(request.url).pathname).fetch(request),
} satisfies ExportedHandler<{ ROOM: DurableObjectNamespace<MinimalRoom> }>
