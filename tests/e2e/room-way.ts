import type { Page, WebSocketRoute } from '@playwright/test'
import type { ServerMessage } from '#domain/consultation/protocol.ts'

/** The way to the rooms, to be cut: open sockets die and new ones are refused until it is mended. */
export async function cuttable(page: Page) {
  let whole = true
  let isHeld = false
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/room$/, (socket) => {
    if (!whole) return void socket.close({ code: 4100 })
    const room = socket.connectToServer()
    room.onMessage((message) => {
      if (!isHeld || typeof message !== 'string' || !message.includes('"audio_ack"')) socket.send(message)
    })
    open.add(socket)
  })
  return {
    async cut() {
      whole = false
      await Promise.all([...open].map((socket) => socket.close({ code: 4100 })))
      open.clear()
    },
    mend() {
      whole = true
    },
    /** Holds acknowledgements back, or no longer: what is sent meanwhile waits on the device too. */
    hold(held: boolean) {
      isHeld = held
    },
    /** As if the room had said it. */
    say(message: ServerMessage) {
      for (const socket of open) socket.send(JSON.stringify(message))
    },
  }
}
