import type { Pages } from './http.ts'

/** More than there are public pages; their addresses can be written in other ways too. */
const MOST = 32

type Kept = { bytes: ArrayBuffer; headers: [string, string][] }

/**
 * A still page is the same for everybody who brings no cookie and asks for nothing in its address, and no script in it
 * needs a nonce: an isolate renders it once. Whoever brings a cookie, known to us or not, gets a page of their own.
 */
export function keepStillPages(pages: Pages): Pages {
  const kept = new Map<string, Kept>()
  return async (request, server) => {
    const { pathname, search } = new URL(request.url)
    if (request.method !== 'GET' || search !== '' || request.headers.has('cookie')) return pages(request, server)
    const known = kept.get(pathname)
    if (known) return new Response(known.bytes, { headers: known.headers })
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
    // What failed while the page was read is in its text.
    if (still) {
      kept.set(pathname, { bytes, headers: [...page.headers] })
      if (kept.size > MOST) kept.delete([...kept.keys()][0] ?? pathname)
    }
    return new Response(bytes, page)
  }
}
