import type { Env } from '#workers/env.ts'
import { createHttp } from '#workers/http/http.ts'
import { consume } from '#workers/jobs/consumer.ts'
import { sweep } from '#workers/jobs/sweeper.ts'

import { MeasuredRoom } from '#workers/metrics/room.ts'

/** A test stores measurements itself: a write of its own would end after the test. */
export class ConsultationRoom extends MeasuredRoom {
  protected override store(): void {}
}

/** The Worker without its pages, which only a build has: they are tested in the browser. */
const headers = { 'content-type': 'text/html; charset=utf-8' }
const http = createHttp(async () => new Response('page', { status: 200, headers }))

export default {
  fetch: (request, env, context) => http.fetch(request, env, context),
  queue: (batch, env) => consume(batch, env),
  scheduled: (_, env) => sweep(env, Date.now()),
} satisfies ExportedHandler<Env>
