// A speech engine for measuring, as a process of its own: it takes audio, counts it, and says a line now and then.
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

const SECOND = 32_000
/** A line of so many words every so many seconds, and what is being said once a second before. */
const LINE_SECONDS = 4
const WORDS = 'doutor a dor de cabeça começou faz duas semanas'.split(' ')

let bytes = 0
const http = createServer((_, response) => response.end(JSON.stringify({ bytes })))
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', listen)
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : null })
})
process.once('disconnect', () => process.exit())

function listen(socket: WebSocket): void {
  let heard = 0
  let said = 0
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) return
    bytes += data.byteLength
    heard += data.byteLength
    for (; said + 1 <= heard / SECOND; said++) socket.send(results(said + 1))
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
    metadata: { request_id: 'bench', model_info: { name: 'bench', version: '1', arch: 'bench' } },
  })
}
