import ReconnectingWebSocket from 'partysocket/ws'
import { closeSocket } from '#app/lib/close-socket.ts'
import { PROTOCOL_VERSION } from '#domain/consultation/frame.ts'
import { type ClientMessage, closeCodes, readServerMessage, type ServerMessage } from '#domain/consultation/protocol.ts'

/** The first read without a socket. The socket usually opens before it. */
const FIRST_READ_MS = 3_000
const FALLBACK_MS = 10_000
/** A worker may die between its write and its message: with an open socket, the page reads once after this time. */
const SILENCE_MS = 60_000
const RETRY_MS = 1_000
const FAILURES_MAX = 5

type FollowedJob<T> = {
  isAbout(message: ServerMessage): boolean
  read(): Promise<T>
  isOver(answer: T): boolean
  onAnswer?(answer: T): void
}

/**
 * [C43] Reads a job's row when the room reports a step, until the job is over. Returns null after an abort. Throws the
 * last error after five failed reads in a row.
 */
export async function followJob<T>(consultationId: string, job: FollowedJob<T>, signal: AbortSignal) {
  let isRung = false
  let wake = () => {}
  const ring = () => {
    isRung = true
    wake()
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isRung ? 0 : ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const reader = openReader(consultationId, job.isAbout, ring)
  addEventListener('online', ring)
  signal.addEventListener('abort', ring)
  try {
    let waitMs = FIRST_READ_MS
    for (let failures = 0; ; ) {
      await pause(waitMs)
      if (signal.aborted) return null
      isRung = false
      try {
        const answer = await job.read()
        if (signal.aborted) return null
        failures = 0
        job.onAnswer?.(answer)
        if (job.isOver(answer)) return answer
        waitMs = reader.isOpen() ? SILENCE_MS : FALLBACK_MS
      } catch (error) {
        if (++failures >= FAILURES_MAX) throw error
        waitMs = RETRY_MS
      }
    }
  } finally {
    removeEventListener('online', ring)
    signal.removeEventListener('abort', ring)
    reader.close()
  }
}

/** The address of a consultation's room. */
export const roomUrl = (consultationId: string): string =>
  `${location.origin.replace(/^http/, 'ws')}/api/consultations/${consultationId}/room`

/** Opens the room's socket to read only. Calls `ring` when it opens, breaks, or brings a message about the job. */
function openReader(consultationId: string, isAbout: (message: ServerMessage) => boolean, ring: () => void) {
  let isOpen = false
  const socket = new ReconnectingWebSocket(roomUrl(consultationId), undefined, {
    connectionTimeout: FALLBACK_MS,
    minReconnectionDelay: RETRY_MS,
    maxReconnectionDelay: FALLBACK_MS,
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code }) => code !== closeCodes.session_ended && code !== closeCodes.not_found,
  })
  socket.addEventListener('open', () => {
    const hello: ClientMessage = { type: 'hello', version: PROTOCOL_VERSION, since: 0 }
    socket.send(JSON.stringify(hello))
  })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const message = readServerMessage(data)
    if (message?.type === 'welcome') isOpen = true
    if (message?.type === 'welcome' || (message && isAbout(message))) ring()
  })
  socket.addEventListener('close', () => {
    if (!isOpen) return
    isOpen = false
    ring()
  })
  return { isOpen: () => isOpen, close: () => closeSocket(socket) }
}
