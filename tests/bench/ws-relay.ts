// A relay on ws and nothing else: a frame goes to the engine as it comes and is acknowledged; nothing is stored.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { FRAME_HEADER_BYTES } from '#domain/consultation/frame.ts'
import { listen } from '../testkit/network.ts'
import { serveParent } from './process.ts'

const [engineUrl = ''] = process.argv.slice(2)
const http = createServer()
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', async (socket) => {
  const engine = new WebSocket(engineUrl, { perMessageDeflate: false })
  engine.on('message', (data) => socket.send(String(data)))
  await once(engine, 'open')
  socket.on('message', (frame: Buffer) => {
    engine.send(frame.subarray(FRAME_HEADER_BYTES))
    const stored = frame.readUInt32LE(4) + (frame.byteLength - FRAME_HEADER_BYTES) / 2
    socket.send(JSON.stringify({ type: 'audio_ack', stored }))
  })
  socket.once('close', () => engine.close())
  socket.send(JSON.stringify({ type: 'ready' }))
})
serveParent((await listen(http)).port)
