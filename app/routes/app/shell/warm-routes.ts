import { comeAll } from '#app/ui/later.ts'

type Manifest = { routes: Record<string, { id: string; module: string }> }

/** On the page's timeline: from here on no page of the app needs a network for its code. */
const PAGES_HERE = 'pages-here'
/** On screens that record or edit, start soon after the page is ready. */
const AT_WORK_MS = 500
/** Where lists are read: it takes nothing from the page that is coming, nor from a doctor who goes on at once. */
const AT_REST_MS = 5_000

/** A module that is imported and does not come a browser may keep as failed: it is imported once it lies in the cache. */
async function bring(module: string): Promise<void> {
  const answer = await fetch(module)
  if (!answer.ok) throw new Error(`${answer.status}`)
  await answer.arrayBuffer()
  await import(/* @vite-ignore */ module)
}

/**
 * Fetches the code of the app's other pages, and what comes late on them, once the first one stands. A page whose code
 * does not come makes the router reload the document, and without a network that is the end of the app; so it only has
 * to ask for the data.
 */
export function warmRoutes(atWork: boolean): () => void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const modules = Object.values(manifest?.routes ?? {}).filter(({ id }) => id.startsWith('routes/app/'))
  let pending = modules.map(({ module }) => module)
  // The browser caches loaded files; missing ones are fetched again when the network returns.
  async function fetchRest(): Promise<void> {
    const come = new Set<string>()
    const fetched = pending.map((module) => bring(module).then(() => come.add(module)))
    // Twice: pages and what comes late on them name more of that.
    await Promise.allSettled([...fetched, comeAll()])
    const isAllHere = await comeAll()
    pending = pending.filter((module) => !come.has(module))
    if (pending.length === 0 && isAllHere) performance.mark(PAGES_HERE)
  }
  const fetchNow = () => void fetchRest()
  const timer = setTimeout(fetchNow, atWork ? AT_WORK_MS : AT_REST_MS)
  addEventListener('online', fetchNow)
  return () => {
    clearTimeout(timer)
    removeEventListener('online', fetchNow)
  }
}
