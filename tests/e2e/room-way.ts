import type { Page, WebSocketRoute } from '@playwright/test'
import type { ServerMessage } from '#domain/consultation/protocol.ts'

export type RoomWay = { cut: () => Promise<void>; mend: () => void; say: (message: ServerMessage) => void }

/** The way to the rooms, to be cut: open sockets die and new ones are refused until it is mended. */
export async function cuttable(page: Page): Promise<RoomWay> {
  let whole = true
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/room$/, (socket) => {
    if (!whole) return void socket.close({ code: 4100 })
    socket.connectToServer()
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
    /** As if the room had said it. */
    say(message) {
      for (const socket of open) socket.send(JSON.stringify(message))
    },
  }
}

/** The way back from the rooms, on which acknowledgements may be held up: what is sent then waits on the device too. */
export async function withoutAnswers(page: Page): Promise<{ hold: () => void; letThrough: () => void }> {
  let isHeld = false
  await page.routeWebSocket(/\/room$/, (socket) => {
    const room = socket.connectToServer()
    room.onMessage((message) => {
      if (!isHeld || typeof message !== 'string' || !message.includes('"audio_ack"')) socket.send(message)
    })
  })
  return {
    hold: () => {
      isHeld = true
    },
    letThrough: () => {
      isHeld = false
    },
  }
}
