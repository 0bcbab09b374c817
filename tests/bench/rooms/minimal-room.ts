// The floor for the relay measures: a Durable Object that stores each frame and acknowledges it, and nothing else.
import { DurableObject } from 'cloudflare:workers'

export class MinimalRoom extends DurableObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never)
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS frame (at INTEGER PRIMARY KEY, pcm BLOB NOT NULL)')
  }
  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }
  override webSocketMessage(socket: WebSocket, message: ArrayBuffer | string): void {
    if (typeof message === 'string') return
    const at = new DataView(message).getUint32(4, true)
    this.ctx.storage.sql.exec('INSERT OR IGNORE INTO frame VALUES (?, ?)', at, message.slice(8))
    socket.send(JSON.stringify({ type: 'audio_ack', stored: at + (message.byteLength - 8) / 2 }))
  }
}
