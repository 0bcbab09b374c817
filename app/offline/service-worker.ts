/**
 * The service worker of the app, at /sw.js with the scope /app. It keeps the built files and one document without data.
 * Pages and API answers always come from the network: they hold patient data and are never stored here.
 */
import { clientsClaim } from 'workbox-core'
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SHELL_PATH } from '#domain/account/offline.ts'
import { TAKE_OVER } from './take-over.ts'

/** Set when it is built (local/vite/service-worker.ts). */
declare const BUILT_FILES: string[]
declare const BUILD: string
declare const self: EventTarget & { skipWaiting(): Promise<void> }

/** Refuses every answer that may not be stored, also if a later change lists one by mistake. */
const cacheWillUpdate = async ({ response }: { response: Response }) =>
  response.status === 200 && !/no-store/.test(response.headers.get('cache-control') ?? '') ? response : null

addPlugins([{ cacheWillUpdate }])
// The names of built files change with their content; the shell names them, so it changes with the build.
precacheAndRoute([...BUILT_FILES.map((url) => ({ url, revision: null })), { url: SHELL_PATH, revision: BUILD }], {
  cleanURLs: false,
  directoryIndex: '',
  ignoreURLParametersMatching: [],
})
cleanupOutdatedCaches()

registerRoute(
  new NavigationRoute(async ({ request }) => {
    try {
      return await fetch(request)
    } catch (error) {
      const shell = await matchPrecache(SHELL_PATH)
      if (!shell) throw error
      return shell
    }
  }),
)

// The first page is controlled without a reload: it then says that it opens without a network.
clientsClaim()

// A new version waits until the page says that nothing is being recorded.
self.addEventListener('message', (event) => {
  if ((event as MessageEvent).data === TAKE_OVER) void self.skipWaiting()
})
