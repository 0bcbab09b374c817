import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** V8's own thread gives the pages back a little later. */
const GIVEN_BACK_MS = 1_000

/** Everything that nobody can reach any more is collected now, in the first isolate of a workerd whose inspector listens here. */
export async function collectGarbage(port: number): Promise<void> {
  const isolates = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const [isolate] = isolates
  if (!isolate) throw new Error('this workerd has no isolate to be inspected')
  const socket = new WebSocket(isolate.webSocketDebuggerUrl)
  await once(socket, 'open')
  const answered = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if ((JSON.parse(String(data)) as { id?: number }).id === 1) resolve()
    })
  })
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await answered
  socket.close()
  await pause(GIVEN_BACK_MS)
}
