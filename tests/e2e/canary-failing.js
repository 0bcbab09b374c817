// The built Worker, whose database, pages and room fail with a sentence that nobody may read. Laid beside the build's
// own files by canary-errors.spec.ts.
import { routes } from './assets/server-build.js'
import worker, { ConsultationRoom } from './index.js'

const SENTENCE = 'Zuleica Brandão Canária sente uma dor no peito desde segunda'
const say = () => {
  throw new Error(SENTENCE)
}

const replace = (id, more) => {
  routes[id].module = { ...routes[id].module, ...more }
}
replace('routes/public/pricing', { loader: say })
replace('routes/public/contact', { action: say })
replace('routes/public/terms', { default: say })

/** As D1 and what asks it say it: with what was bound. */
const statement = (bound) => {
  const fail = async () => {
    throw new Error(`D1_ERROR: ${SENTENCE}, params: ${bound}`)
  }
  return { bind: (...values) => statement(values), all: fail, run: fail, raw: fail, first: fail }
}
const DB = { prepare: () => statement([]), batch: () => statement([]).all() }
const failing = (env) => ({ ...env, DB })

/** Ways in that no visitor has. */
const ways = {
  async '/failing/room'(env) {
    const ids = { consultationId: 'c', doctorId: 'd', sessionId: 's' }
    const consent = { state: 'accepted', at: 1 }
    const visitor = { ...ids, sessionEndsAt: 0, startedAt: 1, status: 'active', consent }
    const headers = { upgrade: 'websocket', 'x-relato-visitor': JSON.stringify(visitor) }
    return env.ROOM.getByName('c').fetch(new Request('http://room/', { headers }))
  },
  async '/failing/queue'(env) {
    await env.MAIL_QUEUE.send({ v: 1, kind: 'mail', id: crypto.randomUUID() })
    return new Response('sent')
  },
  '/failing/library': () => {
    console.error(`# SERVER_ERROR: ${SENTENCE}`, new TypeError(SENTENCE))
    return new Response('printed')
  },
  '/failing/timer': () => {
    Promise.reject(new Error(SENTENCE))
    return new Response('left alone')
  },
}

/** The room's first socket fails. */
globalThis.WebSocketPair = class {
  constructor() {
    say()
  }
}

export { ConsultationRoom }
export default {
  fetch: (request, env, context) => {
    const way = ways[new URL(request.url).pathname]
    return way ? way(env) : worker.fetch(request, failing(env), context)
  },
  queue: (batch, env, context) => worker.queue(batch, failing(env), context),
  scheduled: (event, env, context) => worker.scheduled(event, failing(env), context),
}
