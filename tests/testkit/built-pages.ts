import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import type { FakeRoom } from '#tests/recorder/fake-room.ts'
import { contentSecurityPolicy } from '#workers/http/security-headers.ts'
import { listen } from './network.ts'

const root = join(import.meta.dirname, '../..')
const outDir = join(root, '.local/pages')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
/** Pages of the tests that show pieces of the product, by name. */
const pages = { recorder: 'tests/recorder/harness/index.html', device: 'tests/device/harness/index.html' }

/** Builds them as the product is built. */
export default async function buildPages(): Promise<void> {
  // vitest says 'test' here, and Vite would take React's development build for it.
  const { NODE_ENV = 'production' } = process.env
  process.env.NODE_ENV = 'production'
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: Object.values(pages) } },
  }).finally(() => {
    process.env.NODE_ENV = NODE_ENV
  })
}

/** Serves one of them under the product's own content security policy, with the room of the moment and its calls behind it. */
export async function servePage(
  name: keyof typeof pages,
  room: () => FakeRoom,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (url.pathname.startsWith('/api/')) {
      const answer = room().answer(request.method ?? 'GET', url.pathname, await text(request))
      if (!answer) request.socket.destroy()
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
      return
    }
    const path = extname(url.pathname) ? url.pathname : pages[name]
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
  const { port, close } = await listen(server)
  return { url: `http://localhost:${port}`, close }
}
