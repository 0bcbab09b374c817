import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** V8's own thread gives the pages back a little later. */
const GIVEN_BACK_MS = 1_000

/** Everything that nobody can reach any more is collected now, in the isolate of a workerd whose inspector listens here. */
export async function collectGarbage(port: number): Promise<void> {
  const isolates = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const [isolate] = isolates
  if (!isolate || isolates.length > 1) throw new Error(`this workerd has ${isolates.length} isolates`)
  const socket = new WebSocket(isolate.webSocketDebuggerUrl)
  await once(socket, 'open')
  const answered = new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error('the inspector went away')))
    socket.on('message', (data) => {
      const { id, error } = JSON.parse(String(data)) as { id?: number; error?: { message: string } }
      if (error) reject(new Error(error.message))
      else if (id === 1) resolve()
    })
  })
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await answered
  socket.close()
  await pause(GIVEN_BACK_MS)
}
