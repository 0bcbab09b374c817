import type { Page } from '@playwright/test'
import { until } from './until.ts'

/** The service worker has stored the app and answers for this page: from here on it opens without a network. */
export const opensOffline = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

const KEPT_MS = 30_000

/** The names of the sealed copies on the device. */
export const copies = (page: Page): Promise<string[]> => page.evaluate(namesOfCopies)

/** The device has a sealed copy of each of these, by the beginning of its name. */
export async function copiesKept(page: Page, ...names: string[]): Promise<void> {
  await until(
    `copies of ${names}`,
    async () => {
      const stored = await copies(page)
      return names.every((name) => stored.some((one) => one.startsWith(name)))
    },
    KEPT_MS,
  )
}

/** Runs in the page. */
async function namesOfCopies(): Promise<string[]> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'relato.offline')) return []
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opening = indexedDB.open('relato.offline')
  // The page may delete the database meanwhile. Made here it would have no stores, and the page could keep nothing.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const database = await done(opening).catch((error: DOMException) => {
    if (error.name === 'AbortError') return null
    throw error
  })
  const keys = database ? await done(database.transaction('copy').objectStore('copy').getAllKeys()) : []
  database?.close()
  return keys.map(String)
}

/** The last answer of the server is 24 hours ago. */
export const endPeriod = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('relato.offline'))
    const keys = database.transaction('key', 'readwrite').objectStore('key')
    const row = (await done(keys.get('key'))) as { key: CryptoKey; until: number }
    if (row.key.extractable) throw new Error('the second key can be extracted')
    await done(keys.put({ ...row, until: Date.now() - 1 }, 'key'))
    database.close()
  })
