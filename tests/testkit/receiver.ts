import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** The answer of a receiver: a status, a redirect to itself, a flood of bytes, or nothing at all. */
export type ReceiverPlay = number | 'redirect' | 'flood' | 'hang'
export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/**
 * Another system's server. Each path plays its own list, the last for ever; `PUT /plays/PATH` sets it and `GET
 * /received/PATH` answers all requests to the path.
 */
export function startReceiver(port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const plays = new Map<string, ReceiverPlay[]>()
  const received: Received[] = []
  const open = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const path = request.url ?? '/'
    const [, control, rest = ''] = /^\/(plays|received)(\/.*)$/.exec(path) ?? []
    if (control === 'plays') {
      plays.set(rest, JSON.parse(body))
      return response.end()
    }
    if (control === 'received') return response.end(JSON.stringify(received.filter((one) => one.path === rest)))
    received.push({ path, headers: request.headers, body })
    const list = plays.get(path) ?? [204]
    const play = list.length > 1 ? list.shift() : list[0]
    open.add(response)
    response.on('close', () => open.delete(response))
    if (play === 'hang') return
    if (play === 'redirect') return response.writeHead(307, { location: `/elsewhere${path}` }).end()
    if (play === 'flood') {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      return more()
    }
    response.writeHead(play ?? 204).end(play === 204 ? undefined : 'the answer of another system')
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((closed) => {
            for (const response of open) response.destroy()
            server.closeAllConnections()
            server.close(() => closed())
          }),
      })
    })
  })
}

/** For vitest: one receiver for all files. */
export default async function setup(): Promise<() => Promise<void>> {
  return (await startReceiver(Number(process.env.RECEIVER_TEST_PORT))).close
}
