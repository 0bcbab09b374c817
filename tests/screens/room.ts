import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { type ClientMessage, type ServerMessage, serverMessage } from '#domain/consultation/protocol.ts'

/** A typed line; `secondsAgo` where lines should not all have been typed now. */
export type Line = readonly [speaker: 'doctor' | 'patient' | null, text: string, secondsAgo?: number]
type Door = { url: string; origin: string; cookies: string }

/** One screen's socket, for as long as `work` takes; `until` waits for a message that fits. */
async function inRoom(
  { url, origin, cookies }: Door,
  work: (
    say: (message: ClientMessage) => void,
    until: (fits: (message: ServerMessage) => boolean) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const socket = new WebSocket(url, { headers: { cookie: cookies, origin }, perMessageDeflate: false })
  const received: ServerMessage[] = []
  let look = () => {}
  socket.on('message', (data) => {
    received.push(serverMessage.parse(JSON.parse(String(data))))
    look()
  })
  const lost = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the room closed: ${code}`)))
  })
  const until = (fits: (message: ServerMessage) => boolean) =>
    Promise.race([
      lost,
      new Promise<void>((resolve) => {
        look = () => received.some(fits) && resolve()
        look()
      }),
    ])
  lost.catch(() => {})
  await Promise.race([lost, new Promise<void>((resolve) => socket.once('open', () => resolve()))])
  const say = (message: ClientMessage) => socket.send(JSON.stringify(message))
  say({ type: 'hello', version: 1, since: 0 })
  await until(({ type }) => type === 'welcome')
  await work(say, until)
  socket.close(1000)
}

export const writeLines = (door: Door, lines: readonly Line[]): Promise<void> =>
  inRoom(door, async (say, until) => {
    for (const [speaker, text, secondsAgo = 0] of lines) {
      const id = `typed-${randomUUID()}`
      say({ type: 'write_entry', id, text, speaker, ago_ms: secondsAgo * 1_000 })
      await until((message) => message.type === 'transcription_update' && message.id === id)
    }
  })

export const finishRoom = (door: Door): Promise<void> =>
  inRoom(door, async (say, until) => {
    say({ type: 'finish', takes: [], accept_gap: false })
    await until((message) => message.type === 'consultation' && message.status === 'completed')
  })
