import ReconnectingWebSocket from 'partysocket/ws'
import { api, read } from '#app/lib/api.ts'
import type { ConnectionMessage } from '#app/lib/console-event.ts'
import { announceSessionEnded, onSessionEnded, onSessionRenewed } from '#app/lib/session-events.ts'
import { sessionReply } from '#domain/account/contract.ts'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import {
  type ClientMessage,
  closeCodes,
  type ServerMessage,
  serverMessage,
  type TakeLength,
} from '#domain/consultation/protocol.ts'
import { listed } from '#domain/recorder/outbox.ts'
import type { Connection } from '#domain/recorder/room-view.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const FIRST_DELAY_MS = 1_000
const LATER_DELAY_MS = 5_000
const BACK_OFF_MS = 2_000
/** Attempts one second apart; after them every five seconds, and at once when the device is online again. */
const QUICK_ATTEMPTS = 5

export type SocketFault = { message: string; technical: ConnectionMessage | null }
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
const erased: SocketFault = {
  message: 'Esta consulta não existe mais.',
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

/** What a connection begins with. */
type Greeting = { since: () => number; holds: () => Promise<TakeLength[] | null> }

export type RoomSocket = {
  /** Connected, and the room has been greeted. */
  isOpen(): boolean
  /** False: there is no connection, and nothing was queued. */
  send(message: ClientMessage | ArrayBuffer): boolean
  /** Drops this connection and opens another: after silence, or when the doctor asks. */
  renew(reason: string): void
  close(): void
}

export function openRoomSocket(consultationId: string, greeting: Greeting, events: SocketEvents): RoomSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const url = `${scheme}://${location.host}/api/consultations/${consultationId}/room`
  /** By this name the room gives a recorder that reconnects its take back. */
  const screen = crypto.randomUUID()
  let attempts = 0
  let everOpen = false
  let greeted = false
  let ended = false
  let signedOut = false
  let skipWait: () => void = () => undefined

  // partysocket waits one second between attempts by itself; the longer wait of later ones is ours, so that it can end.
  const nextUrl = async (): Promise<string> => {
    attempts++
    if (attempts > QUICK_ATTEMPTS) await wait(LATER_DELAY_MS - FIRST_DELAY_MS)
    // Nobody gets in without a session: there is nothing to try until the doctor has signed in again.
    while (signedOut && !ended) await wait(null)
    return url
  }
  const wait = (ms: number | null) =>
    new Promise<void>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms)
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
    shouldReconnectOnClose: ({ code }) => code !== closeCodes.completed && code !== closeCodes.not_found,
  })
  socket.binaryType = 'arraybuffer'

  /** [C35] The room has dropped a message. A new connection says again all that is kept, after a pause. */
  let backingOff: ReturnType<typeof setTimeout> | undefined
  function backOff(): void {
    backingOff ??= setTimeout(() => {
      backingOff = undefined
      if (!ended && greeted) socket.reconnect(4000, 'too fast')
    }, BACK_OFF_MS)
  }

  let connections = 0
  socket.addEventListener('open', () => void greet(++connections))
  async function greet(connection: number): Promise<void> {
    const holds = await greeting.holds().catch(() => null)
    if (connection !== connections || socket.readyState !== socket.OPEN) return
    attempts = 0
    everOpen = greeted = true
    signedOut = false
    const { takes, ...partial } = listed(holds ?? [])
    const known = holds ? { holds: takes, ...partial } : {}
    const hello: ClientMessage = {
      type: 'hello',
      version: PROTOCOL_VERSION,
      since: greeting.since(),
      screen,
      ...known,
    }
    socket.send(JSON.stringify(hello))
    events.connection('connected', null)
  }

  socket.addEventListener('close', ({ code }) => {
    const wasOpen = greeted
    connections++
    greeted = false
    clearTimeout(backingOff)
    backingOff = undefined
    if (ended) return
    if (code === closeCodes.completed) return events.message({ type: 'consultation', status: 'completed' })
    if (code === closeCodes.not_found) {
      events.connection('error', erased)
      return events.message({ type: 'refused', code: 'not_found' })
    }
    if (code === closeCodes.session_ended) announceSessionEnded()
    else if (!wasOpen && attempts % QUICK_ATTEMPTS === 1) void askSession()
    told()
  })
  function told(): void {
    if (ended || greeted) return
    if (signedOut) events.connection('error', sessionEnded)
    else if (attempts >= QUICK_ATTEMPTS) events.connection('error', everOpen ? notAgain : unreachable)
    else events.connection(everOpen ? 'disconnected' : 'connecting', null)
  }
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const message = parse(data)
    // [C39] Without an answer the room closes the socket.
    if (message?.type === 'read_check') socket.send(JSON.stringify({ type: 'read_confirm', id: message.id }))
    if (message?.type === 'refused' && message.code === 'too_fast') backOff()
    if (message) events.message(message)
  })

  const online = () => {
    if (!signedOut) skipWait()
  }
  addEventListener('online', online)
  const stopHearing = [
    onSessionEnded(() => {
      signedOut = true
      told()
    }),
    onSessionRenewed(() => {
      signedOut = false
      attempts = 0
      told()
      skipWait()
    }),
  ]

  return {
    isOpen: () => greeted && socket.readyState === socket.OPEN,
    send(message) {
      if (!greeted || socket.readyState !== socket.OPEN) return false
      return socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message))
    },
    renew(reason) {
      if (ended || signedOut) return
      attempts = 0
      events.connection(everOpen ? 'disconnected' : 'connecting', null)
      skipWait()
      socket.reconnect(4000, reason)
    },
    close() {
      ended = true
      clearTimeout(backingOff)
      removeEventListener('online', online)
      for (const stop of stopHearing) stop()
      skipWait()
      socket.close(1000)
    },
  }
}

/** A page can't see why a socket was refused. When it was for the session, this call hears it and tells the page. */
const askSession = () => read(api.api.session.$get(), sessionReply).catch(() => undefined)

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
