import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Subscriber } from '../demonstration.ts'
import { answerPage } from '../pages/pages.ts'
import { type Asked, callApi, json, type Reply } from './api.ts'
import { callControl } from './control.ts'
import { Desk, randomId } from './desk.ts'

export type StripeOptions = {
  /** 0: any that is free. */
  port: number
  secretKey: string
  webhookSecret: string
  /** None: events are kept, and wait to be asked for. */
  webhookUrl?: string
  retryDelaysMs?: number[]
  /** Where the account is kept; none: it ends with the process. */
  file?: string
  /** An account as Stripe gives it out, without products and prices. */
  empty?: boolean
  /** A doctor who has subscribed already: see DEMONSTRATION. */
  subscriber?: Subscriber
  /** Milliseconds, as Date.now. */
  now?: () => number
  newId?: (prefix: string) => string
}
export type RunningStripe = { url: string; close: () => Promise<void> }

const RETRIES_MS = [500, 2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000]
const TICK_MS = 1_000
const MOST_BYTES = 1_000_000

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export async function startStripe(options: StripeOptions): Promise<RunningStripe> {
  const { port, secretKey, webhookSecret, webhookUrl, file, subscriber, empty = false } = options
  const { retryDelaysMs = RETRIES_MS, now = Date.now, newId = randomId } = options
  const desk = new Desk({
    file,
    subscriber,
    empty,
    now,
    newId,
    webhooks: { url: webhookUrl, secret: webhookSecret, retryDelaysMs },
  })

  async function reply(asked: Asked): Promise<Reply> {
    const { pathname } = asked.url
    if (pathname.startsWith('/_control/')) return callControl(desk, secretKey, asked)
    if (pathname.startsWith('/v1/') || pathname.startsWith('/v2/')) return callApi(desk, secretKey, asked)
    return answerPage(desk, asked)
  }

  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const answer = await read(incoming)
      .then((body) => reply({ method, url: new URL(path, desk.pages), headers, body }))
      .catch((error: unknown) => {
        console.error(error)
        return json(500, { error: { type: 'api_error', message: String(error) } })
      })
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  desk.open(url)
  const tick = setInterval(() => desk.work(() => {}), TICK_MS).unref()
  const close = async () => {
    clearInterval(tick)
    desk.webhooks.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, close }
}
