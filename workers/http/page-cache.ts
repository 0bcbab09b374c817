import type { Pages } from './http.ts'

/** More than the number of public pages; a page's address can be written in several ways. */
const MOST = 32

type Kept = { bytes: ArrayBuffer; headers: [string, string][] }

/**
 * Caches public pages once per isolate. A cached page is served only without cookie and query, and has no script that
 * needs a nonce. A request with any cookie renders its own page.
 */
export function keepStillPages(pages: Pages): Pages {
  const cache = new Map<string, Kept>()
  return async (request, server) => {
    const { pathname, search } = new URL(request.url)
    // A document may be cancelled at any time. The router also takes other spellings: '/Verificar', '/%76erificar'.
    if (pathname.startsWith('/verificar') || /[^a-z0-9/-]|\/\//.test(pathname)) return pages(request, server)
    if (request.method !== 'GET' || search !== '' || request.headers.has('cookie')) return pages(request, server)
    const cached = cache.get(pathname)
    if (cached) return new Response(cached.bytes, { headers: cached.headers })
    let still = false
    const page = await pages(request, {
      ...server,
      still: () => {
        still = true
      },
      failed: (error) => {
        still = false
        server.failed(error)
      },
    })
    if (!still || page.status !== 200 || page.headers.has('set-cookie')) return page
    const bytes = await page.arrayBuffer()
    // A failure during rendering is visible in the page's text: do not cache it.
    if (still) {
      cache.set(pathname, { bytes, headers: [...page.headers] })
      if (cache.size > MOST) cache.delete([...cache.keys()][0] ?? pathname)
    }
    return new Response(bytes, page)
  }
}
