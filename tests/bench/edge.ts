import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compressed } from '../testkit/weight.ts'

const TEXT = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)/

type Kept = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

/**
 * Cloudflare's edge before a local Worker, as far as the wire goes: text leaves it compressed by brotli, and what is the
 * same for everybody comes out of its own store from the second time on.
 */
export async function edgeBefore(port: number): Promise<{ url: string; close: () => Promise<void> }> {
  const store = new Map<string, Kept>()
  const server = createServer((incoming, answer) => {
    const give = ({ status, headers, body }: Kept) => answer.writeHead(status, headers).end(body)
    const stored = store.get(incoming.url ?? '')
    if (stored) return give(stored)
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const inner = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => {
          const { 'transfer-encoding': _, 'content-length': __, ...kept } = reply.headers
          const text = TEXT.test(reply.headers['content-type'] ?? '')
          const whole = Buffer.concat(parts)
          const body = text ? compressed(whole) : whole
          if (text) kept['content-encoding'] = 'br'
          const out = {
            status: reply.statusCode ?? 502,
            headers: { ...kept, 'content-length': String(body.length) },
            body,
          }
          const shared = /^public\b/.test(reply.headers['cache-control'] ?? '')
          if (incoming.method === 'GET' && out.status === 200 && shared) store.set(incoming.url ?? '', out)
          give(out)
        })
      },
    )
    inner.on('error', () => answer.writeHead(502).end())
    incoming.pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://localhost:${own}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
