import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { RoomClient } from '#tests/testkit/room/room-client.ts'

/** A typed line; `secondsAgo` where lines should not all have been typed now. */
export type Line = readonly [speaker: 'doctor' | 'patient' | null, text: string, secondsAgo?: number]
type Door = { url: string; origin: string; cookies: string }

/** One screen's socket, for as long as `work` takes. */
async function inRoom({ url, origin, cookies }: Door, work: (room: RoomClient) => Promise<unknown>): Promise<void> {
  const socket = new WebSocket(url, { headers: { cookie: cookies, origin }, perMessageDeflate: false })
  const room = new RoomClient(socket as never)
  await once(socket, 'open')
  const lost = room.closed.then((code) => Promise.reject(new Error(`the room closed: ${code}`)))
  room.say({ type: 'hello', version: 1, since: 0 })
  await Promise.race([lost, room.next('welcome').then(() => work(room))])
  lost.catch(() => {})
  room.close()
}

export const writeLines = (door: Door, lines: readonly Line[]): Promise<void> =>
  inRoom(door, async (room) => {
    for (const [speaker, text, secondsAgo = 0] of lines) {
      const id = `typed-${randomUUID()}`
      room.say({ type: 'write_entry', id, text, speaker, ago_ms: secondsAgo * 1_000 })
      await room.next('transcription_update', (entry) => entry.id === id)
    }
  })

export const finishRoom = (door: Door): Promise<void> =>
  inRoom(door, async (room) => {
    room.say({ type: 'finish', takes: [], accept_gap: false })
    await room.next('consultation', ({ status }) => status === 'completed')
  })
