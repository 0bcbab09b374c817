import { createRequestHandler } from 'react-router'
import type { Env } from './env.ts'

export { ConsultationRoom } from './room/room.ts'

const render = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE)

export default {
  fetch: (request, env, context) => render(request),
} satisfies ExportedHandler<Env>
