import { once } from 'node:events'
import { WebSocket } from 'ws'

/** The engine's end of a relay that does nothing of its own: audio there, words back. */
export async function engineLine(url: string, said: (text: string) => void): Promise<WebSocket> {
  const engine = new WebSocket(url, { perMessageDeflate: false })
  engine.on('message', (data) => said(String(data)))
  await once(engine, 'open')
  return engine
}
