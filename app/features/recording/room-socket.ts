import ReconnectingWebSocket from 'partysocket/ws'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import { type ClientMessage, closeCodes, type ServerMessage, serverMessage } from '#domain/consultation/protocol.ts'
import type { Connection } from '#domain/recorder/room-view.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const FIRST_DELAY_MS = 1_000
const LATER_DELAY_MS = 5_000
/** Attempts one second apart; after them every five seconds, and at once when the device is online again. */
const QUICK_ATTEMPTS = 5

export type SocketFault = { message: string; technical: string | null }
const unreachable: SocketFault = {
  message: 'Não foi possível conectar ao servidor de transcrição. Continuamos tentando.',
  technical: 'Failed to connect to transcription server',
}
const notAgain: SocketFault = {
  message: 'A conexão com o servidor de transcrição caiu e ainda não voltou. Continuamos tentando.',
  technical: 'Failed to reconnect to transcription server',
}
export const outdated: SocketFault = {
  message: 'Esta página é de uma versão anterior. Recarregue-a para continuar.',
  technical: null,
}
const sessionEnded: SocketFault = {
  message: 'Sua sessão terminou. Entre novamente para continuar.',
  technical: null,
}

type SocketEvents = {
  connection: (connection: Connection, fault: SocketFault | null) => void
  message: (message: ServerMessage) => void
}

export type RoomSocket = {
  isOpen(): boolean
  /** False: there is no connection, and nothing was queued. */
  send(message: ClientMessage | ArrayBuffer): boolean
  /** Drops this connection and opens another: after silence, or when the doctor asks. */
  renew(reason: string): void
  close(): void
}

export function openRoomSocket(consultationId: string, since: () => number, events: SocketEvents): RoomSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const url = `${scheme}://${location.host}/api/consultations/${consultationId}/room`
  /** By this name the room gives a recorder that reconnects its take back. */
  const screen = crypto.randomUUID()
  let attempts = 0
  let everOpen = false
  let ended = false
  let skipWait: () => void = () => undefined

  // partysocket waits one second between attempts by itself; the longer wait of later ones is ours, so that it can end.
  const nextUrl = async (): Promise<string> => {
    attempts++
    if (attempts > QUICK_ATTEMPTS) await longerWait()
    return url
  }
  const longerWait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LATER_DELAY_MS - FIRST_DELAY_MS)
      skipWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const socket = new ReconnectingWebSocket(nextUrl, undefined, {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    minReconnectionDelay: FIRST_DELAY_MS,
    maxReconnectionDelay: FIRST_DELAY_MS,
    reconnectionDelayGrowFactor: 1,
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: (event) => event.code !== closeCodes.completed && event.code !== closeCodes.session_ended,
  })
  socket.binaryType = 'arraybuffer'

  socket.addEventListener('open', () => {
    attempts = 0
    everOpen = true
    events.connection('connected', null)
    send({ type: 'hello', version: PROTOCOL_VERSION, since: since(), screen, holds: [] })
  })
  socket.addEventListener('close', ({ code }) => {
    if (ended) return
    if (code === closeCodes.completed) return events.message({ type: 'consultation', status: 'completed' })
    if (code === closeCodes.session_ended) return events.connection('error', sessionEnded)
    if (attempts >= QUICK_ATTEMPTS) return events.connection('error', everOpen ? notAgain : unreachable)
    events.connection(everOpen ? 'disconnected' : 'connecting', null)
  })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const message = parse(data)
    if (message) events.message(message)
  })
  const online = () => skipWait()
  addEventListener('online', online)

  function send(message: ClientMessage | ArrayBuffer): boolean {
    if (socket.readyState !== socket.OPEN) return false
    return socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message))
  }

  return {
    isOpen: () => socket.readyState === socket.OPEN,
    send,
    renew(reason) {
      if (ended) return
      attempts = 0
      events.connection(everOpen ? 'disconnected' : 'connecting', null)
      skipWait()
      socket.reconnect(4000, reason)
    },
    close() {
      ended = true
      removeEventListener('online', online)
      skipWait()
      socket.close(1000)
    },
  }
}

/** What a newer server may send beside what we know is left out; nothing unparsed goes further. */
function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = serverMessage.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
