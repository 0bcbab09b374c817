import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { type ListenQuery, type ListenRefusal, parseListenQuery } from '#domain/speech/listen.ts'
import { samplesOfRequest, transcribe } from './batch.ts'
import { wallClock } from './clock.ts'
import { AudioFormatError } from './pcm.ts'
import { type Recogniser, SAMPLE_RATE } from './recogniser.ts'
import { ListenSession } from './session.ts'

const LISTEN_PATH = '/v1/listen'
/** About 35 minutes of audio; the room sends segments of seconds. */
const LARGEST_BODY = 64 * 1024 * 1024
const LARGEST_FRAME = 1024 * 1024

export interface SpeechServerOptions {
  recogniser: Recogniser
  /** 0 lets the system choose. */
  port: number
  host?: string
  /** Closes a live socket that sends faster than 1.25 x real time. On unless turned off. */
  enforceRate?: boolean
}

export interface SpeechServer {
  readonly port: number
  /** ws://host:port/v1/listen */
  readonly url: string
  close(): Promise<void>
}

export async function startSpeechServer(options: SpeechServerOptions): Promise<SpeechServer> {
  const host = options.host ?? '127.0.0.1'
  const http = createServer((request, response) => void answer(options, request, response))
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME, perMessageDeflate: false })
  http.on('upgrade', (request, socket, head) => {
    const opening = openingOf(request)
    if ('refusal' in opening) return refuseUpgrade(socket, opening.status, opening.refusal)
    sockets.handleUpgrade(request, socket, head, (webSocket) => serve(options, webSocket, opening.query))
  })
  await listen(http, options.port, host)
  const { port } = http.address() as AddressInfo
  return {
    port,
    url: `ws://${host}:${port}${LISTEN_PATH}`,
    async close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
      await options.recogniser.dispose?.()
    },
  }
}

type Refused = { status: number; refusal: ListenRefusal }
type Opening = { query: ListenQuery } | Refused

const refused = (status: number, err_code: string, err_msg: string): Refused => ({
  status,
  refusal: { err_code, err_msg, request_id: randomUUID() },
})

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://speech.local')
}

function openingOf(request: IncomingMessage): Opening {
  const address = addressOf(request)
  if (address.pathname !== LISTEN_PATH) return refused(404, 'NOT_FOUND', `no such path: ${address.pathname}`)
  const parsed = parseListenQuery(address.searchParams)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return refused(400, 'INVALID_QUERY_PARAMETER', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  if (parsed.data.encoding !== 'linear16' || parsed.data.sample_rate !== SAMPLE_RATE) {
    return refused(400, 'UNSUPPORTED_AUDIO', `this server takes encoding=linear16 and sample_rate=${SAMPLE_RATE}`)
  }
  return { query: parsed.data }
}

function serve(options: SpeechServerOptions, socket: WebSocket, query: ListenQuery): void {
  const session = new ListenSession({
    recogniser: options.recogniser,
    query,
    requestId: randomUUID(),
    clock: wallClock,
    enforceRate: options.enforceRate ?? true,
    send: (message) => socket.send(JSON.stringify(message)),
    close: (code, reason) => socket.close(code, reason),
  })
  socket.on('message', (data, isBinary) => {
    if (isBinary) session.audio(bytesOf(data))
    else session.text(bytesOf(data).toString('utf8'))
  })
  socket.on('close', () => session.gone())
  // ws reports a broken frame here and closes by itself.
  socket.on('error', () => session.gone())
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}

async function answer(options: SpeechServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = addressOf(request)
  const { recogniser } = options
  if (request.method === 'GET' && address.pathname === '/health') {
    return reply(response, 200, { ok: true, recogniser: recogniser.name, demonstration: recogniser.demonstration })
  }
  if (address.pathname !== LISTEN_PATH) return replyRefused(response, refused(404, 'NOT_FOUND', 'no such path'))
  if (request.method !== 'POST') {
    return replyRefused(response, refused(405, 'METHOD_NOT_ALLOWED', 'POST audio here, or open a WebSocket'))
  }
  const query = parseListenQuery(address.searchParams)
  if (!query.success) {
    return replyRefused(response, refused(400, 'INVALID_QUERY_PARAMETER', query.error.issues[0]?.message ?? ''))
  }
  try {
    const body = await bodyOf(request)
    if (!body) return replyRefused(response, refused(413, 'PAYLOAD_TOO_LARGE', 'send a shorter recording'))
    if (body.byteLength === 0) return replyRefused(response, refused(400, 'EMPTY_AUDIO', 'the body is empty'))
    reply(response, 200, await transcribe(recogniser, samplesOfRequest(body, query.data), query.data))
  } catch (error) {
    if (error instanceof AudioFormatError)
      return replyRefused(response, refused(400, 'UNSUPPORTED_AUDIO', error.message))
    const message = error instanceof Error ? error.message : 'the recogniser failed'
    replyRefused(response, refused(500, 'RECOGNISER_FAILED', message))
  }
}

/** The whole body, or undefined when it is larger than we take. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  // Asked first: leaving the loop below cuts the connection, and the refusal would not arrive.
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return undefined
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.byteLength
    if (size > LARGEST_BODY) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

const replyRefused = (response: ServerResponse, { status, refusal }: Refused) => reply(response, status, refusal)

function refuseUpgrade(socket: Duplex, status: number, refusal: ListenRefusal): void {
  const body = JSON.stringify(refusal)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
