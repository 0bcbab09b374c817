import { createServer } from 'node:http'
import { listen } from '../testkit/network.ts'
import { compressed, isText } from '../testkit/weight.ts'

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
    const isSmaller = isText(reply.headers.get('content-type') ?? '')
    const body = isSmaller ? compressed(whole) : whole
    const { 'transfer-encoding': _, ...own } = Object.fromEntries(reply.headers)
    const length = { 'content-length': String(body.length), ...(isSmaller && { 'content-encoding': 'br' }) }
    const answer = { status: reply.status, headers: { ...own, ...length }, body }
    if (answer.status === 200 && /^public\b/.test(own['cache-control'] ?? '')) store.set(path, answer)
    return answer
  }
  const server = createServer(async (incoming, reply) => {
    const { url = '/', headers } = incoming
    const { status, headers: own, body } = store.get(url) ?? (await read(url, headers.cookie ?? ''))
    reply.writeHead(status, own).end(body)
  })
  const { port, close } = await listen(server)
  return { url: `http://localhost:${port}`, close }
}
