import { Buffer } from 'node:buffer'
import { parseFrame, samplesIn } from '#domain/consultation/frame.ts'
import { interceptD1 } from '#tests/testkit/d1-meter.ts'
import { type Random, randomFrom } from '#tests/testkit/random.ts'
import worker from '#tests/workers/entry.ts'
import type { Env as RealEnv } from '#workers/env.ts'
import { sweep } from '#workers/jobs/sweeper.ts'
import { ConsultationRoom as RealRoom } from '#workers/room/room.ts'

type Env = Omit<RealEnv, 'ROOM'> & { ROOM: DurableObjectNamespace<ConsultationRoom> }

// A database that fails on demand ------------------------------------------------------------------------------------

/** The share of D1 queries that fail; the rooms and the Worker run in one isolate, and share it. */
let failingShare = 0
let random: Random = () => 1

function unreliable<E extends Pick<RealEnv, 'DB'>>(env: E): E {
  interceptD1(env.DB, async (send) => {
    if (random() >= failingShare) return send()
    // Fails before the query, or after it: then the write is done and the answer is lost.
    if (random() < 0.5) await send()
    throw new Error('D1_ERROR: network')
  })
  return env
}

// PDF jobs that the test pauses while they run -------------------------------------------------------------------------

let isHeld = false
let waitingFiles = 0
/** Longer than any fault runs. A promise without I/O would be ended as hung. */
const HELD_MS = 10 * 60_000

const holdable = <E extends Pick<RealEnv, 'FILES'>>(env: E): E => ({
  ...env,
  FILES: new Proxy(env.FILES, {
    get(files, name) {
      if (name !== 'put') return Reflect.get(files, name).bind(files)
      return async (...args: Parameters<R2Bucket['put']>) => {
        if (isHeld && args[0].startsWith('exports/')) {
          waitingFiles++
          await scheduler.wait(HELD_MS)
        }
        return files.put(...args)
      }
    },
  }),
})

// Rooms that the tests look into ----------------------------------------------------------------------------------------

export class ConsultationRoom extends RealRoom {
  constructor(ctx: DurableObjectState, env: RealEnv) {
    super(ctx, unreliable(env))
  }

  /** The stored frames: `take:first sample`, and the sha256 of the sound. */
  async frames(): Promise<[string, string][]> {
    const { sql } = this.ctx.storage
    if ([...sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'frame'")].length === 0) return []
    const rows = [...sql.exec<{ key: number; pcm: ArrayBuffer }>('SELECT key, pcm FROM frame ORDER BY key')]
    return Promise.all(
      rows.map(async ({ key, pcm }): Promise<[string, string]> => {
        const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', pcm)).toString('hex')
        return [`${Math.floor(key / 2 ** 32)}:${key % 2 ** 32}`, sha256]
      }),
    )
  }

  /** As when Cloudflare moves it: out of memory at once, its sockets gone. */
  abort(): void {
    this.ctx.abort('moved')
  }
}

const FLUSH_EVERY = 50

/** Known bad: acknowledges frames on arrival, and stores them later. */
export class AbsentMindedRoom extends ConsultationRoom {
  #unwritten: [WebSocket, ArrayBuffer | string][] = []
  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): void {
    if (typeof data !== 'string') {
      const frame = parseFrame(data)
      if (!('fault' in frame)) {
        const stored = frame.at + samplesIn(frame)
        socket.send(JSON.stringify({ type: 'audio_ack', take: frame.take, stored, transcribed: 0 }))
      }
      this.#unwritten.push([socket, data])
      if (this.#unwritten.length < FLUSH_EVERY) return
    }
    for (const [from, held] of this.#unwritten.splice(0)) super.webSocketMessage(from, held)
    if (typeof data === 'string') super.webSocketMessage(socket, data)
  }
}

// The Worker without its pages, and a door for the tests ----------------------------------------------------------------

async function control(request: Request, env: Env): Promise<unknown> {
  const [, , command, id = ''] = new URL(request.url).pathname.split('/')
  const body = request.method === 'POST' ? await request.json<Record<string, never>>() : {}
  switch (command) {
    case 'frames':
      return env.ROOM.getByName(id).frames()
    case 'abort':
      return env.ROOM.getByName(id)
        .abort()
        ?.catch?.(() => {})
    case 'database': {
      const { share = 0, seed = 0 } = body
      failingShare = share
      random = randomFrom(seed)
      return
    }
    case 'bells':
      for (const bell of (body.bodies ?? []) as unknown[]) await env.STRUCTURING_QUEUE.send(bell)
      return
    case 'files':
      isHeld = body.hold ?? isHeld
      return { waiting: waitingFiles }
    case 'sweep':
      return sweep(env as unknown as RealEnv, Date.now())
  }
}

export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname.startsWith('/faults/'))
      return Response.json((await control(request, env as never)) ?? {})
    return worker.fetch(request, unreliable(env), context)
  },
  queue: (batch, env) => worker.queue(batch, holdable(unreliable(env))),
  scheduled: (event, env) => worker.scheduled(event, unreliable(env)),
} satisfies ExportedHandler<RealEnv>
