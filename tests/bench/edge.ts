import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compressed } from '../testkit/weight.ts'

const TEXT = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg)/
type Stored = { status: number; headers: Record<string, string>; body: Buffer }

/**
 * Cloudflare's edge before a local Worker, as far as the wire goes. Text leaves it compressed by brotli; a file that is
 * the same for all comes out of its own store from the second time on. Only reads pass.
 */
export async function edgeBefore(target: { port: number }): Promise<{ url: string; close: () => Promise<void> }> {
  const store = new Map<string, Stored>()
  const read = async (path: string, cookie: string): Promise<Stored> => {
    const headers = { 'accept-encoding': 'identity', ...(cookie && { cookie }) }
    const reply = await fetch(`http://127.0.0.1:${target.port}${path}`, { headers, redirect: 'manual' })
    const whole = Buffer.from(await reply.arrayBuffer())
    const isText = TEXT.test(reply.headers.get('content-type') ?? '')
    const body = isText ? compressed(whole) : whole
    const { 'transfer-encoding': _, ...own } = Object.fromEntries(reply.headers)
    const length = { 'content-length': String(body.length), ...(isText && { 'content-encoding': 'br' }) }
    const answer = { status: reply.status, headers: { ...own, ...length }, body }
    if (answer.status === 200 && /^public\b/.test(own['cache-control'] ?? '')) store.set(path, answer)
    return answer
  }
  const server = createServer(async (incoming, reply) => {
    const { url = '/', headers } = incoming
    const { status, headers: own, body } = store.get(url) ?? (await read(url, headers.cookie ?? ''))
    reply.writeHead(status, own).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}
