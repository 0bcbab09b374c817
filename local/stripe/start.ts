import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callApi } from './api.ts'
import { callControl } from './controls.ts'
import { type Subscriber, stockCatalogue, stockDemonstration } from './demonstration.ts'
import { Host, type HostOptions, json, type Reply, type Request } from './host.ts'
import { answerPage } from './pages.ts'

export type StripeOptions = HostOptions & {
  /** 0: any free port. */
  port: number
  /** Starts without products and prices. */
  empty?: boolean
  subscriber?: Subscriber
}

const TICK_MS = 1_000

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function answer(host: Host, request: Request): Reply {
  const { pathname } = request.url
  if (pathname.startsWith('/_control/')) return callControl(host, request)
  return pathname.startsWith('/v') ? callApi(host, request) : answerPage(host, request)
}

export async function startStripe({ port, empty = false, subscriber, ...options }: StripeOptions) {
  const host = new Host(options)
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const { status, ...reply } = await readBody(incoming)
      .then((body) => answer(host, { method, url: new URL(path, host.url), headers, body }))
      .catch((error: unknown) => {
        console.error(error)
        return json(500, { error: { type: 'api_error', message: String(error) } })
      })
    outgoing.writeHead(status, reply.headers).end(reply.body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  host.work((account) => {
    if (!empty) stockCatalogue(account)
    if (subscriber) stockDemonstration(account, subscriber)
  })
  const tick = setInterval(() => host.work(() => {}), TICK_MS).unref()
  const close = async () => {
    clearInterval(tick)
    host.webhooks.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: host.url, close }
}
