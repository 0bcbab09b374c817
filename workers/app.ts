import type { Env } from './env.ts'
import { createHttp, type Pages } from './http/http.ts'
import { keepStillPages } from './http/page-cache.ts'
import { closeConsole, unspokenIn, unspokenMethods } from './log/log.ts'
import { MeasuredRoom } from './metrics/room.ts'
import { storeMeasurements, storeSoon } from './metrics/store.ts'

export const ConsultationRoom = unspokenMethods('room', MeasuredRoom)

if (!import.meta.env.DEV) closeConsole()

/** Loads the framework only for pages: rooms, queues and the API start without it. */
const pages: Pages = async (...asked) => (await import('./http/pages.ts')).renderPage(...asked)

const http = createHttp(import.meta.env.DEV ? pages : keepStillPages(pages))

export default {
  async fetch(request, env, context) {
    const answer = await unspokenIn('request', () => http.fetch(request, env, context))
    storeSoon(env, (work) => context.waitUntil(work))
    return answer
  },
  async queue(batch, env, context) {
    await unspokenIn('queue', async () => (await import('./jobs/consumer.ts')).consume(batch, env))
    // At once: a batch is acknowledged when this has ended, and the next one may wait for it.
    context.waitUntil(storeMeasurements(env))
  },
  scheduled: (_, env) =>
    unspokenIn('scheduled', async () => (await import('./jobs/minute.ts')).runMinute(env, Date.now())),
} satisfies ExportedHandler<Env>
