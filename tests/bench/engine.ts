// A speech engine for measuring, as a process of its own: it takes audio, counts it, and says a line now and then.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { tellPort } from './forked.ts'
import { Seen } from './mark.ts'

const SECOND = 32_000
/** A line of so many words every so many seconds, and what is being said once a second before. */
const LINE_SECONDS = 4
const WORDS = 'doutor a dor de cabeça começou faz duas semanas'.split(' ')
const MODEL = { name: 'bench', version: '1', arch: 'bench' }

const seen = new Seen()
const http = createServer((request, response) => {
  if (request.method === 'POST') batch(request, response)
  else response.end(JSON.stringify(seen.told()))
})
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', listen)
http.listen(0, '127.0.0.1', () => tellPort(http))

function listen(socket: WebSocket): void {
  let heard = 0
  let said = 0
  let rest: Buffer | undefined
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) {
      if (String(data).includes('CloseStream')) socket.close(1000)
      return
    }
    rest = seen.look(data, rest)
    heard += data.byteLength
    for (; said + 1 <= heard / SECOND; said++) socket.send(results(said + 1))
  })
}

/** A room that fell behind sends what it missed as a whole. */
function batch(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.once('end', () => {
    seen.look(Buffer.concat(parts))
    const channels = [{ alternatives: [{ transcript: '', words: [] }] }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ metadata: { model_info: { bench: MODEL } }, results: { channels } }))
  })
}

function results(second: number): string {
  const final = second % LINE_SECONDS === 0
  const start = Math.floor((second - 1) / LINE_SECONDS) * LINE_SECONDS
  const share = Math.ceil((WORDS.length * (second - start)) / LINE_SECONDS)
  const words = WORDS.slice(0, share).map((word, i) => ({
    word,
    punctuated_word: word,
    start: start + i * 0.4,
    end: start + i * 0.4 + 0.35,
    confidence: 0.98,
    speaker: 0,
  }))
  const alternative = { transcript: `${words.map((one) => one.word).join(' ')} ${start}`, confidence: 0.98, words }
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    start,
    duration: second - start,
    is_final: final,
    speech_final: final,
    channel: { alternatives: [alternative] },
    metadata: { request_id: 'bench', model_info: MODEL },
  })
}
