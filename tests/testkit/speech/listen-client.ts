import { WebSocket } from 'ws'
import {
  type ListenClientMessage,
  type ListenResults,
  type ListenServerMessage,
  listenServerMessage,
} from '#domain/speech/listen.ts'
import { bytesFromSamples } from '#local/speech/pcm.ts'

/** As the room asks for it. */
export const ROOM_QUERY =
  'model=nova-3&language=pt-BR&encoding=linear16&sample_rate=16000&channels=1&interim_results=true&endpointing=300' +
  '&utterance_end_ms=1000&smart_format=true&punctuate=true&diarize=true&mip_opt_out=true&keyterm=losartana'

export interface ListenClient {
  /** Everything received, each message already parsed. */
  readonly messages: ListenServerMessage[]
  readonly finals: ListenResults[]
  readonly closed: Promise<{ code: number; reason: string }>
  audio(samples: Int16Array): void
  bytes(bytes: Uint8Array): void
  send(message: ListenClientMessage): void
  /** The first message, old or new, that fits. */
  until(fits: (message: ListenServerMessage) => boolean): Promise<ListenServerMessage>
  terminate(): void
}

export async function listenTo(url: string, query = ROOM_QUERY): Promise<ListenClient> {
  const socket = new WebSocket(`${url}?${query}`)
  const messages: ListenServerMessage[] = []
  const waiting = new Set<() => void>()
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  socket.on('message', (data) => {
    messages.push(listenServerMessage.parse(JSON.parse(String(data))))
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return {
    messages,
    get finals() {
      return messages.filter((message) => message.type === 'Results' && message.is_final) as ListenResults[]
    },
    closed,
    audio: (samples) => socket.send(bytesFromSamples(samples)),
    bytes: (bytes) => socket.send(bytes),
    send: (message) => socket.send(JSON.stringify(message)),
    until(fits) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
        void closed.then(({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`)))
      })
    },
    terminate: () => socket.terminate(),
  }
}

/** Sends the samples in frames of 250 ms, as the room does. */
export function streamAudio(client: Pick<ListenClient, 'audio'>, samples: Int16Array): void {
  for (let at = 0; at < samples.length; at += 4_000) client.audio(samples.slice(at, at + 4_000))
}
