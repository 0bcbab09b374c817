import type { Env as RealEnv } from '#workers/env.ts'
import { sweep } from '#workers/jobs/sweeper.ts'
import { holdFiles, waitingFiles } from './held-files.ts'
import type { ConsultationRoom } from './rooms.ts'
import { failing, failures } from './unreliable-database.ts'

type Env = Omit<RealEnv, 'ROOM'> & { ROOM: DurableObjectNamespace<ConsultationRoom> }

/** Controls of the Worker for tests. */
export async function control(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url)
  const [, , what, id = ''] = url.pathname.split('/')
  switch (what) {
    case 'ready':
      return Response.json({})
    case 'ledger':
      return Response.json(await env.ROOM.getByName(id).ledger())
    case 'abort':
      await env.ROOM.getByName(id)
        .abort()
        ?.catch?.(() => {})
      return Response.json({})
    case 'database': {
      const { share, seed } = await request.json<{ share: number; seed: number }>()
      failing(share, seed)
      return Response.json(failures())
    }
    case 'bells': {
      const { bodies } = await request.json<{ bodies: unknown[] }>()
      for (const body of bodies) await env.STRUCTURING_QUEUE.send(body)
      return Response.json({})
    }
    case 'files': {
      const { hold } = await request.json<{ hold: boolean | null }>()
      if (hold !== null) holdFiles(hold)
      return Response.json({ waiting: waitingFiles() })
    }
    case 'sweep':
      await sweep(env as unknown as RealEnv, Date.now())
      return Response.json({})
    default:
      return new Response(null, { status: 404 })
  }
}
