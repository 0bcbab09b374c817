import { createRequestHandler, RouterContextProvider } from 'react-router'
import { serverContext } from '#app/lib/server-context.ts'
import type { Env } from './env.ts'
import { createHttp } from './http.ts'
import { consume } from './jobs/consumer.ts'
import { sweep } from './jobs/sweeper.ts'
import { closeConsole, unspokenIn, unspokenMethods } from './log.ts'
import { ConsultationRoom as Room } from './room/room.ts'

export const ConsultationRoom = unspokenMethods('room', Room)

if (!import.meta.env.DEV) closeConsole()

const render = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE)

const http = createHttp((request, server) => {
  const context = new RouterContextProvider()
  context.set(serverContext, server)
  return render(request, context)
})

export default {
  fetch: (request, env, context) => unspokenIn('request', () => http.fetch(request, env, context)),
  queue: (batch, env) => unspokenIn('queue', () => consume(batch, env)),
  scheduled: (_, env) => unspokenIn('scheduled', () => sweep(env, Date.now())),
} satisfies ExportedHandler<Env>
