import { comeAll } from '#app/ui/later.tsx'

type Manifest = { routes: Record<string, { id: string; module: string }> }

/** A performance mark: from here on, the code of every page is in the browser's cache. */
const PAGES_HERE = 'pages-here'
/** On screens that record or edit, start soon after the page is ready. */
const AT_WORK_MS = 500
/** On list pages, waits longer: other loads and the doctor's next click come first. In ms. */
const AT_REST_MS = 5_000

/** Fetches a module before importing it: a browser may remember a failed import. */
async function bring(module: string): Promise<void> {
  const answer = await fetch(module)
  if (!answer.ok) throw new Error(`${answer.status}`)
  await answer.arrayBuffer()
  await import(/* @vite-ignore */ module)
}

/**
 * Loads the code of the app's other pages, and their lazy parts, after the first page. If code is missing, the router
 * reloads the document, which without a network ends the app. With it cached, only data can be missing.
 */
export function warmRoutes(atWork: boolean): () => void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const modules = Object.values(manifest?.routes ?? {}).filter(({ id }) => id.startsWith('routes/app/'))
  let pending = modules.map(({ module }) => module)
  // The browser caches loaded files; missing ones are fetched again when the network returns.
  async function fetchRest(): Promise<void> {
    const come = new Set<string>()
    const fetched = pending.map((module) => bring(module).then(() => come.add(module)))
    // Twice, because pages and their lazy parts name further files.
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
