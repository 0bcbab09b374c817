// The end of the listen protocol that the bench's engines share.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { tellPort } from './process.ts'

const MODEL = { name: 'bench', version: '1', arch: 'bench' }
type Word = { word: string; start: number; end: number; speaker: number }
type Engine = {
  /** For each socket: takes its audio. */
  listen: (socket: WebSocket) => (audio: Buffer) => void
  /** Answers with what the engine saw so far. */
  report: () => object
  /** Takes what a room that fell behind sends as a whole. */
  hearWhole?: (audio: Buffer) => void
}

export function serveEngine({ listen, report, hearWhole }: Engine): void {
  const http = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') takeWhole(request, response, hearWhole)
    else response.end(JSON.stringify(report()))
  })
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    const take = listen(socket)
    socket.on('message', (data: Buffer, binary) => {
      if (binary) take(data)
      else if (String(data).includes('CloseStream')) socket.close(1000)
    })
  })
  http.listen(0, '127.0.0.1', () => tellPort(http))
}

function takeWhole(request: IncomingMessage, response: ServerResponse, hear?: (audio: Buffer) => void): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.once('end', () => {
    hear?.(Buffer.concat(parts))
    const channels = [{ alternatives: [{ transcript: '', words: [] }] }]
    response.end(JSON.stringify({ metadata: { model_info: { bench: MODEL } }, results: { channels } }))
  })
}

/** One message of results; times in seconds. */
export function results(start: number, end: number, isFinal: boolean, words: readonly Word[]): string {
  const transcript = words.map(({ word }) => word).join(' ')
  const all = words.map((one) => ({ ...one, punctuated_word: one.word, confidence: 0.98 }))
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    start,
    duration: end - start,
    is_final: isFinal,
    speech_final: isFinal,
    channel: { alternatives: [{ transcript, confidence: 0.98, words: all }] },
    metadata: { request_id: 'bench', model_info: MODEL },
  })
}
