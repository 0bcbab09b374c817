import { expect, type Page } from '@playwright/test'
import { type KeptOnDevice, keptOnDevice } from '#app/lib/device/kept.ts'

export type Found = { where: KeptOnDevice['where']; name: string; text: string; open: string[] }

/** Everything that the browser has of the site, with every byte of it as text; `open`: fields of IndexedDB that are not sealed. */
async function foundOnDevice(page: Page): Promise<Found[]> {
  const cookies = await page.context().cookies()
  const stored = await page.evaluate(async () => {
    /** Bytes as the texts they could be. */
    const textOf = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer)
        return ['utf-8', 'utf-16le'].map((code) => new TextDecoder(code).decode(bytes)).join('\n')
      }
      if (Array.isArray(value)) return value.map(textOf).join('\n')
      if (value !== null && typeof value === 'object') return Object.entries(value).map(textOf).join('\n')
      return String(value)
    }
    const resolveRequest = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: { where: string; name: string; text: string; open: string[] }[] = []
    const add = (where: string, name: string, text: string, open: string[] = []) =>
      found.push({ where, name, text, open })
    for (const [where, storage] of [
      ['localStorage', localStorage] as const,
      ['sessionStorage', sessionStorage] as const,
    ])
      for (const name of Object.keys(storage)) add(where, name, storage.getItem(name) ?? '')
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resolveRequest(indexedDB.open(name))
      let text = ''
      const open = new Set<string>()
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = [await resolveRequest(rows.getAllKeys()), await resolveRequest(rows.getAll())]
        text += textOf([keys, values])
        for (const value of values)
          for (const field of Object.keys(value)) if (field !== 'iv' && field !== 'data') open.add(`${store}.${field}`)
      }
      database.close()
      add('IndexedDB', name, text, [...open])
    }
    const folder = await navigator.storage.getDirectory()
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) add('OPFS', name, '')
    for (const name of await caches.keys()) {
      let text = ''
      const cache = await caches.open(name)
      for (const request of await cache.keys()) text += await (await cache.match(request))?.text()
      add('Cache Storage', name, text)
    }
    for (const { scope } of await navigator.serviceWorker.getRegistrations()) add('service worker', scope, '')
    return found
  })
  return [
    ...cookies.map(({ name, value }) => ({
      where: 'cookie' as const,
      name,
      text: decodeURIComponent(value),
      open: [],
    })),
    ...(stored as Found[]),
  ]
}

/** In the clear beside what is sealed: ids, lengths and times, so that what waits can be counted without a key. */
const clear = [
  'frame.samples',
  'take.samples',
  'take.at',
  'segment.take',
  'segment.from',
  'segment.mime',
  'segment.startedAt',
  // The second key itself gives no bytes; the rest says whose it is and until when.
  'key.doctorId',
  'key.session',
  'key.key',
  'key.until',
  'copy.doctorId',
  'copy.at',
  'copy.build',
]

/** Every stored item must be on the list, in the documented form, without readable patient data. */
export async function expectListed(
  page: Page,
  doctors: readonly string[],
  secrets: readonly string[],
  signedIn: boolean,
) {
  const found = await foundOnDevice(page)
  const plain = (text: string) => text.toLowerCase()
  for (const { where, name, text, open } of found) {
    const here = name.replace(new URL(page.url()).origin, '<address>')
    const general = doctors.reduce((known, id) => known.replace(id, '<doctor>'), here)
    const item = keptOnDevice.find((one) => one.where === where && one.name === general)
    expect(item, `${where} ${general} is on the list`).toBeDefined()
    if (!signedIn) expect(`${general} ${item?.afterSignOut}`).toBe(`${general} stays`)
    for (const secret of secrets)
      expect(plain(text).includes(plain(secret)), `${general} tells '${secret}'`).toBe(false)
    expect(
      open.filter((field) => !clear.includes(field)),
      `of ${general} in the clear`,
    ).toEqual([])
  }
  return found.map(({ where, name }) => `${where} ${name}`)
}
