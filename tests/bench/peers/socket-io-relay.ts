// The relay most would write: Socket.IO, a frame forwarded to the engine and acknowledged; nothing is stored.
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { FRAME_HEADER_BYTES } from '#domain/consultation/frame.ts'
import { tellPort } from '../forked.ts'
import { engineLine } from './engine-line.ts'

const [engineUrl = ''] = process.argv.slice(2)
const http = createServer()
new Server(http, { transports: ['websocket'] }).on('connection', async (socket) => {
  const engine = await engineLine(engineUrl, (text) => socket.emit('transcription_update', text))
  socket.on('audio_stream', (frame: Buffer, acknowledge: (stored: number) => void) => {
    engine.send(frame.subarray(FRAME_HEADER_BYTES))
    acknowledge(frame.readUInt32LE(4) + (frame.byteLength - FRAME_HEADER_BYTES) / 2)
  })
  socket.once('disconnect', () => engine.close())
  socket.emit('ready')
})
http.listen(0, '127.0.0.1', () => tellPort(http))
