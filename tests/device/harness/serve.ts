import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { contentSecurityPolicy } from '#workers/safety.ts'
import type { CountingRoom } from '../counting-room.ts'

const root = join(import.meta.dirname, '../../..')
const outDir = join(root, '.local/device')
const input = join(import.meta.dirname, 'index.html')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Who is signed in, and with which secret the keys are made. Null: nobody. */
export type Session = { doctorId: string | null; secret: string }

/** The page as the product is built, under its content security policy, with a key and a room behind it. */
export async function serveDevice(port: number, session: Session, room: () => CountingRoom) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://localhost:${port}`)
    if (url.pathname === '/api/device-key') {
      const { doctorId: doctor_id, secret } = session
      if (!doctor_id) return void response.writeHead(401).end()
      const key = createHmac('sha256', secret).update(doctor_id).digest('base64')
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify({ doctor_id, key }))
    }
    const path = extname(url.pathname) ? url.pathname : '/tests/device/harness/index.html'
    try {
      const body = readFileSync(join(outDir, path))
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      response.setHeader('content-security-policy', contentSecurityPolicy({ ENVIRONMENT: 'preview' }, url, 'none'))
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.on('upgrade', (request, socket, head) => room().upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(port, resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://localhost:${port}`, close }
}
