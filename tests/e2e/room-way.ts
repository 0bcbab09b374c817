import type { Page, WebSocketRoute } from '@playwright/test'

export type RoomWay = { cut: () => Promise<void>; mend: () => void }

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
  }
}
