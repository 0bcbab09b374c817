import type { Env } from './env.ts'
import { createHttp, type Pages } from './http/http.ts'
import { keepStillPages } from './http/page-cache.ts'
import { closeConsole, unspokenIn, unspokenMethods } from './log/log.ts'
import { ConsultationRoom as Room } from './room/room.ts'

export const ConsultationRoom = unspokenMethods('room', Room)

if (!import.meta.env.DEV) closeConsole()

/** Loads the framework only for pages: rooms, queues and the API start without it. */
const pages: Pages = async (...asked) => (await import('./http/pages.ts')).renderPage(...asked)

const http = createHttp(import.meta.env.DEV ? pages : keepStillPages(pages))

export default {
  fetch: (request, env, context) => unspokenIn('request', () => http.fetch(request, env, context)),
  queue: (batch, env) => unspokenIn('queue', async () => (await import('./jobs/consumer.ts')).consume(batch, env)),
  scheduled: (_, env) =>
    unspokenIn('scheduled', async () => (await import('./jobs/sweeper.ts')).sweep(env, Date.now())),
} satisfies ExportedHandler<Env>
