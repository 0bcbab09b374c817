import { createRequestHandler, RouterContextProvider } from 'react-router'
import { serverContext } from '#app/lib/server-context.ts'
import type { Env } from './env.ts'
import { createHttp, type Pages } from './http.ts'
import { keepStillPages } from './kept-pages.ts'
import { closeConsole, unspokenIn, unspokenMethods } from './log.ts'
import { ConsultationRoom as Room } from './room/room.ts'

export const ConsultationRoom = unspokenMethods('room', Room)

if (!import.meta.env.DEV) closeConsole()

const build = () => import('virtual:react-router/server-build')
/** Given the build itself, routes are put together once an isolate; given the way to it, for each request anew. */
const handler = async () => createRequestHandler(import.meta.env.DEV ? build : await build(), import.meta.env.MODE)
let render: Awaited<ReturnType<typeof handler>> | undefined

const pages: Pages = async (request, server) => {
  render ??= await handler()
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  return render(request, context)
}

const http = createHttp(import.meta.env.DEV ? pages : keepStillPages(pages))

export default {
  fetch: (request, env, context) => unspokenIn('request', () => http.fetch(request, env, context)),
  queue: (batch, env) => unspokenIn('queue', async () => (await import('./jobs/consumer.ts')).consume(batch, env)),
  scheduled: (_, env) =>
    unspokenIn('scheduled', async () => (await import('./jobs/sweeper.ts')).sweep(env, Date.now())),
} satisfies ExportedHandler<Env>
