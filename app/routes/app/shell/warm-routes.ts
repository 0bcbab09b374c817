type Manifest = { routes: Record<string, { id: string; module: string }> }

/** The first page stands by then. */
const SETTLED_MS = 500

/**
 * Fetches the code of the app's other pages once the first one stands. A page whose code does not come makes the router
 * reload the document, and without a network that is the end of the app; so it only has to ask for the data.
 */
export function warmRoutes(): () => void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const modules = Object.values(manifest?.routes ?? {}).filter(({ id }) => id.startsWith('routes/app/'))
  let left = modules.map(({ module }) => module)
  // The browser keeps what has come; what has not is asked for again once the network is back.
  async function fetchRest(): Promise<void> {
    const come = new Set<string>()
    const fetched = left.map((module) => import(/* @vite-ignore */ module).then(() => come.add(module)))
    await Promise.allSettled(fetched)
    left = left.filter((module) => !come.has(module))
  }
  const fetchNow = () => void fetchRest()
  const timer = setTimeout(fetchNow, SETTLED_MS)
  addEventListener('online', fetchNow)
  return () => {
    clearTimeout(timer)
    removeEventListener('online', fetchNow)
  }
}
