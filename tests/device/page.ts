import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { vi } from 'vitest'
import { chromiumArgs, ensureChromium } from '../testkit/chromium.ts'

export const CONSULTATION = '00000000-0000-4000-8000-000000000001'

export async function launch(profile: string): Promise<BrowserContext> {
  const options = { executablePath: process.env.CHROMIUM ?? ensureChromium(), args: chromiumArgs(), headless: true }
  return chromium.launchPersistentContext(profile, options)
}
export const eventually = <T>(check: () => T | Promise<T>, timeout = 20_000) =>
  vi.waitFor(check, { timeout, interval: 50 })

/** Samples recorded, from the first frame to the last. */
export const record = (page: Page, take: number, from: number, count: number, consultation = CONSULTATION) =>
  page.evaluate(([c, t, f, n]) => window.device.record(c, t, f, n), [consultation, take, from, count] as const)
export const send = (page: Page) =>
  page.evaluate(async (c) => {
    window.sending = await window.device.send(c)
  }, CONSULTATION)
export const queueOf = (page: Page) =>
  page.evaluate(async (c) => {
    const queue = await window.device.openDeviceQueue(c)
    const [size, takes, held] = [await queue.size(), await queue.takes(), await queue.takeLengths()]
    return { health: queue.health(), persistent: queue.persistent, size, takes, held }
  }, CONSULTATION)

/** The renderer processes of our own browser: by its own word, never by a name. */
async function renderers(context: BrowserContext): Promise<number[]> {
  const cdp = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await cdp?.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
export async function killRenderer(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  for (const pid of await renderers(page.context())) process.kill(pid, 'SIGKILL')
  await crashed
}

/** The contents of the doctor's database, as a person with the disk would read them. */
export const rawRows = (page: Page, doctor: string) =>
  page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const rows: Record<string, unknown[]> = {}
    for (const store of database.objectStoreNames) {
      const all = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      const plain = (value: unknown) =>
        value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? [...new Uint8Array(value as ArrayBuffer)] : value
      rows[store] = all.map((row) =>
        Object.fromEntries(Object.entries(row as object).map(([key, value]) => [key, plain(value)])),
      )
    }
    database.close()
    return rows as Record<string, Record<string, number[] | number>[]>
  }, `relato-${doctor}`)
