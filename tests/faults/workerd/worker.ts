import type { Env } from '#workers/env.ts'
import { createHttp } from '#workers/http/http.ts'
import { consume } from '#workers/jobs/consumer.ts'
import { sweep } from '#workers/jobs/sweeper.ts'
import { control } from './control.ts'
import { holdable } from './held-files.ts'
import { unreliable } from './unreliable-database.ts'

export { AbsentMindedRoom, ConsultationRoom } from './rooms.ts'

/** The Worker without its pages, with a database that fails on demand and a door for the tests. */
const http = createHttp(async () => new Response('page', { status: 200 }))

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/faults/')) return control(request, env as never)
    return http.fetch(request, unreliable(env), context)
  },
  queue: (batch, env) => consume(batch, holdable(unreliable(env))),
  scheduled: (_, env) => sweep(unreliable(env), Date.now()),
} satisfies ExportedHandler<Env>
