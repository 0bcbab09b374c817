import type { Page } from '@playwright/test'

/** The contents of the page's disk: a page that dies earlier loses its last moment. */
export type Disk = {
  /** Names of what is sealed there. */
  notes: string[]
  /** Samples of each take that were recorded here. */
  recorded: Record<number, number>
  /** Rows of sound of any kind. */
  sound: number
}

export const readDisk = (page: Page): Promise<Disk> =>
  page.evaluate(async () => {
    const resolveRequest = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const [known] = await indexedDB.databases()
    const database = await resolveRequest(indexedDB.open(known?.name ?? ''))
    const stores = database.transaction(['note', 'take', 'frame', 'chunk', 'segment'])
    const keys = (await resolveRequest(stores.objectStore('note').getAllKeys())) as [string, string][]
    const takes = (await resolveRequest(stores.objectStore('take').getAllKeys())) as [string, number][]
    const lengths = (await resolveRequest(stores.objectStore('take').getAll())) as { samples: number }[]
    let sound = 0
    for (const name of ['frame', 'chunk', 'segment']) sound += await resolveRequest(stores.objectStore(name).count())
    database.close()
    return {
      notes: keys.map(([, name]) => name),
      recorded: Object.fromEntries(takes.map(([, take], i) => [take, lengths[i]?.samples ?? 0])),
      sound,
    }
  })
