import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { contentSecurityPolicy } from '#workers/safety.ts'
import type { FakeRoom } from '../fake-room.ts'

const root = join(import.meta.dirname, '../../..')
const input = join(import.meta.dirname, 'index.html')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Builds the screen as the product is built, and serves it under the product's own content security policy. */
export async function serveHarness(
  port: number,
  room: () => FakeRoom,
): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = join(root, `.local/recorder-${port}`)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://localhost:${port}`)
    if (url.pathname.startsWith('/api/')) {
      const answer = room().answer(request.method ?? 'GET', url.pathname, await text(request))
      if (!answer) return void request.socket.destroy()
      return void response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body))
    }
    const path = extname(url.pathname) ? url.pathname : '/tests/recorder/harness/index.html'
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
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
