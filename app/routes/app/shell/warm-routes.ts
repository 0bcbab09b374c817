type Manifest = { routes: Record<string, { id: string; module: string }> }

/**
 * Fetches the code of the app's other pages once the first one stands. A page whose code does not come makes the router
 * reload the document, and without a network that is the end of the app; so it only has to ask for the data.
 */
export function warmRoutes(): () => void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const modules = Object.values(manifest?.routes ?? {}).filter(({ id }) => id.startsWith('routes/app/'))
  const timer = setTimeout(async () => {
    // One after the other: nobody waits for them. What does not come now comes when it is asked for.
    for (const { module } of modules) await import(/* @vite-ignore */ module).catch(() => undefined)
  }, 2_000)
  return () => clearTimeout(timer)
}
