import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'

/** A device's connection, for any protocol. */
export type Wire = {
  take: number
  send(frame: Uint8Array): void
  /** How far the audio is acknowledged, in samples. */
  onStored(tell: (stored: number) => void): void
  close(): void
}
export type OpenWire = (port: number, room: number) => Promise<Wire>

type Said = { type: string; id?: string; stored?: number; code?: string; recorder?: string; take?: number }

/** `begin` says what the room wants to hear first, and the take it gives. */
const overWebSocket =
  (begin: (socket: WebSocket) => Promise<number>): OpenWire =>
  async (port, room) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/room-${room}`, { perMessageDeflate: false })
    // Listening before it is open: what the room says at once would be lost otherwise.
    const recording = begin(socket)
    await once(socket, 'open')
    return wireOn(socket, await recording)
  }

/** An open socket of a room's, as a device uses it. */
export function wireOn(socket: WebSocket, take: number): Wire {
  const failOnClose = (code: number) => {
    throw new Error(`the room closed a socket: ${code}`)
  }
  socket.once('close', failOnClose)
  return {
    take,
    send: (frame) => socket.send(frame),
    onStored: (tell) =>
      void socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as Said
        if (message.type === 'refused') throw new Error(`refused: ${message.code}`)
        // [C39] A page answers, or the room closes its socket.
        if (message.type === 'read_check') socket.send(JSON.stringify({ type: 'read_confirm', id: message.id }))
        if (message.type === 'audio_ack' && message.stored !== undefined) tell(message.stored)
      }),
    close: () => socket.off('close', failOnClose).close(),
  }
}

function until(socket: WebSocket, fits: (said: Said) => boolean): Promise<Said> {
  return new Promise((resolve) => {
    const read = (data: RawData) => {
      const message = JSON.parse(String(data)) as Said
      if (!fits(message)) return
      socket.off('message', read)
      resolve(message)
    }
    socket.on('message', read)
  })
}

/** A page that begins to record; answers with its take. */
export async function beginRecording(socket: WebSocket): Promise<number> {
  const leaseGranted = until(socket, ({ type, recorder }) => type === 'recorder' && recorder === 'you')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', version: PROTOCOL_VERSION, since: 0, screen: 'bench' }))
  socket.send(JSON.stringify({ type: 'toggle_transcription', action: 'start' }))
  return (await leaseGranted).take as number
}
export const toRelato = overWebSocket(beginRecording)
export const toMinimal = overWebSocket(async () => 1)
export const toWs = overWebSocket(async (socket) => {
  await until(socket, ({ type }) => type === 'ready')
  return 1
})
