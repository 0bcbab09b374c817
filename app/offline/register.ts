import { TAKE_OVER } from './take-over.ts'

/** The first page and its data come first. In ms. */
const AFTER_MS = 3_000
/** A page that stays open for days still learns of a new version. */
const LOOK_EVERY_MS = 60 * 60_000
/** A recording in another tab of this browser may have ended. */
const FREE_EVERY_MS = 10_000

/**
 * Registers the service worker of the app. Calls `onWaiting` with a function that lets a new version take over and
 * reloads the page. Returns a function that stops watching.
 */
export function watchVersions(onWaiting: (takeOver: () => void) => void): () => void {
  const container = navigator.serviceWorker
  if (!container) return () => undefined
  let isStopped = false
  let registration: ServiceWorkerRegistration | undefined
  const report = () => {
    const waiting = registration?.waiting
    // Without a controller the waiting one is the first: nothing older runs.
    if (isStopped || !waiting || !container.controller) return
    onWaiting(() => {
      // Another tab let it take over: this page only lacks its reload.
      if (waiting.state !== 'installed') return location.reload()
      container.addEventListener('controllerchange', () => location.reload(), { once: true })
      waiting.postMessage(TAKE_OVER)
    })
  }
  const register = async () => {
    registration = await container.register('/sw.js', { scope: '/app' })
    registration.addEventListener('updatefound', () => {
      const { installing } = registration ?? {}
      installing?.addEventListener('statechange', report)
    })
    report()
  }
  // A browser that refuses it, or a lost network: the app works as without one.
  const timer = setTimeout(() => void register().catch(() => undefined), AFTER_MS)
  const looking = setInterval(() => void registration?.update().catch(() => undefined), LOOK_EVERY_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(looking)
  }
}

/** Whether a page of this browser records or sends audio. */
export async function hasTakes(): Promise<boolean> {
  // Each take that is recorded or sent has a lock (uplink/sender.ts).
  const locks = (await navigator.locks?.query())?.held ?? []
  return locks.some(({ name }) => name?.startsWith('relato-take:'))
}

/** Calls `onFree` with true while no page of this browser records or sends audio. Returns a function that stops. */
export function watchTakes(onFree: (isFree: boolean) => void): () => void {
  let isStopped = false
  const look = async () => {
    const isFree = !(await hasTakes())
    if (!isStopped) onFree(isFree)
  }
  const timer = setInterval(look, FREE_EVERY_MS)
  void look()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/** The dev server has no service worker: removes one that a built version left on the same address. */
export async function removeServiceWorker(): Promise<void> {
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister()
}
