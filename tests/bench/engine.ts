// A speech engine for measuring, as a process of its own: it takes audio, counts it, and says a line now and then.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { hourLong } from '../testkit/long-consultation.ts'
import { tellPort } from './forked.ts'
import { Seen } from './mark.ts'

const SECOND = 32_000
/** With `hour`: the text of a doctor and a patient in one hour, once. Without: always the same line. */
const HOUR = process.argv.includes('hour') ? hourLong() : null
/** A line every so many seconds, and what is being said once a second before. */
const LINE_SECONDS = HOUR ? 5 : 4
const LINE = 'doutor a dor de cabeça começou faz duas semanas'
const lineAt = (start: number) => HOUR?.[start / LINE_SECONDS] ?? { text: `${LINE} ${start}`, speaker: 'doctor' }
const MODEL = { name: 'bench', version: '1', arch: 'bench' }

const seenFrames = new Seen()
let messages = 0
const http = createServer((request, response) => {
  if (request.method === 'POST') batch(request, response)
  else response.end(JSON.stringify({ ...seenFrames.told(), messages }))
})
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', listen)
http.listen(0, '127.0.0.1', () => tellPort(http))

function listen(socket: WebSocket): void {
  let receivedBytes = 0
  let lineCount = 0
  let rest: Buffer | undefined
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) {
      if (String(data).includes('CloseStream')) socket.close(1000)
      return
    }
    rest = seenFrames.look(data, rest)
    receivedBytes += data.byteLength
    for (; lineCount + 1 <= receivedBytes / SECOND; lineCount++, messages++) socket.send(results(lineCount + 1))
  })
}

/** A room that fell behind sends what it missed as a whole. */
function batch(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.once('end', () => {
    seenFrames.look(Buffer.concat(parts))
    const channels = [{ alternatives: [{ transcript: '', words: [] }] }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ metadata: { model_info: { bench: MODEL } }, results: { channels } }))
  })
}

function results(second: number): string {
  const final = second % LINE_SECONDS === 0
  const start = Math.floor((second - 1) / LINE_SECONDS) * LINE_SECONDS
  const line = lineAt(start)
  const all = line.text.split(' ')
  const wordSeconds = (LINE_SECONDS - 0.2) / all.length
  const words = all.slice(0, Math.ceil((all.length * (second - start)) / LINE_SECONDS)).map((word, i) => ({
    word,
    punctuated_word: word,
    start: start + i * wordSeconds,
    end: start + (i + 0.9) * wordSeconds,
    confidence: 0.98,
    speaker: line.speaker === 'patient' ? 1 : 0,
  }))
  const alternative = { transcript: words.map((one) => one.word).join(' '), confidence: 0.98, words }
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
