import { text } from 'node:stream/consumers'
import { servePage } from '../../testkit/built-pages.ts'
import type { FakeRoom } from '../fake-room.ts'

/** The consultation's screen, with a room and its calls behind it. */
export const serveHarness = (port: number, room: () => FakeRoom) =>
  servePage('recorder', port, {
    async answer(request, response, path) {
      if (!path.startsWith('/api/')) return false
      const answer = room().answer(request.method ?? 'GET', path, await text(request))
      if (!answer) request.socket.destroy()
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
      return true
    },
    upgrade: (request, socket, head) => room().upgrade(request, socket, head),
  })
