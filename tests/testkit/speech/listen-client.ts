import { WebSocket } from 'ws'
import { FRAME_SAMPLES } from '#domain/consultation/frame.ts'
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

/** Connects to a `listen` server; parses every message it sends. */
export async function listenTo(url: string, query = ROOM_QUERY) {
  const socket = new WebSocket(`${url}?${query}`)
  const messages: ListenServerMessage[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
  })
  socket.on('message', (data) => {
    messages.push(listenServerMessage.parse(JSON.parse(String(data))))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  const audio = (samples: Int16Array) => socket.send(bytesFromSamples(samples))
  const close = () => {
    socket.send(JSON.stringify({ type: 'CloseStream' } satisfies ListenClientMessage))
    return closed
  }
  return {
    messages,
    get finals() {
      return messages.filter((message) => message.type === 'Results' && message.is_final) as ListenResults[]
    },
    audio,
    close,
    /** Sends the samples in frames of 250 ms, as the room does, and closes. */
    play(samples: Int16Array) {
      for (let at = 0; at < samples.length; at += FRAME_SAMPLES) audio(samples.slice(at, at + FRAME_SAMPLES))
      return close()
    },
  }
}
