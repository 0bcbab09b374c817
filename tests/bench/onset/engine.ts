// A speech engine that takes a fixed time: so long after an onset has come to it, it says which one it was.
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { SAMPLE_RATE } from '#domain/consultation/frame.ts'
import { samplesFromBytes } from '#local/speech/pcm.ts'
import { tellPort } from '../forked.ts'
import { LOUD, QUIET_S, saidOf } from './signal.ts'

const [answersMs = 0] = process.argv.slice(2).map(Number)
const MODEL = { name: 'bench', version: '1', arch: 'bench' }
/** After this much silence the text is final. */
const END_S = 0.6

/** When it heard and answered each, on the machine's clock: timers are late, and that is not the product's. */
export type Answered = { heard: number; said: number }
const answered: Answered[] = []
const http = createServer((_, response) => response.end(JSON.stringify(answered)))
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', listen)
http.listen(0, '127.0.0.1', () => tellPort(http))

function listen(socket: WebSocket): void {
  let receivedSamples = 0
  let loud = Number.NEGATIVE_INFINITY
  let speech: { n: number; from: number } | null = null
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) {
      if (String(data).includes('CloseStream')) socket.close(1000)
      return
    }
    for (const sample of samplesFromBytes(data)) {
      receivedSamples++
      if (Math.abs(sample) <= LOUD * 32_768) continue
      if (receivedSamples - loud > QUIET_S * SAMPLE_RATE) speech = begin(socket, receivedSamples)
      loud = receivedSamples
    }
    if (speech && receivedSamples - loud > END_S * SAMPLE_RATE) {
      socket.send(results(speech.n, speech.from, receivedSamples, true))
      speech = null
    }
  })
}

let onsets = 0
function begin(socket: WebSocket, from: number): { n: number; from: number } {
  const n = ++onsets
  const at = Date.now()
  setTimeout(() => {
    socket.send(results(n, from, from + 1, false))
    answered[n - 1] = { heard: at, said: Date.now() }
  }, answersMs)
  return { n, from }
}

function results(n: number, from: number, to: number, final: boolean): string {
  const [start, end] = [from / SAMPLE_RATE, to / SAMPLE_RATE]
  const words = saidOf(n)
    .split(' ')
    .map((word) => ({ word, punctuated_word: word, start, end, confidence: 0.98, speaker: 0 }))
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    start,
    duration: end - start,
    is_final: final,
    speech_final: final,
    channel: { alternatives: [{ transcript: saidOf(n), confidence: 0.98, words }] },
    metadata: { request_id: 'bench', model_info: MODEL },
  })
}
