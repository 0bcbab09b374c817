import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { type Frames, Ledger, sha256 } from '../testkit/ledger.ts'
import { STATE } from './stack.ts'

/** Writes down what the page's sockets send, and what is acknowledged to them. */
export function keepLedger(page: Page): Ledger {
  const ledger = new Ledger()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => ledger.onSent(payload))
    socket.on('framereceived', ({ payload }) => ledger.onReceived(String(payload)))
  })
  return ledger
}

/** Reads the frames in the room's own storage from its file while the room runs. */
export function storedFrames(consultationId: string, state = STATE): Frames {
  const folder = join(state, 'v3/do/relato-preview-ConsultationRoom')
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.sqlite') || file.startsWith('metadata')) continue
    const room = new DatabaseSync(join(folder, file), { readOnly: true })
    try {
      const tables = room.prepare("SELECT name FROM sqlite_master WHERE name IN ('meta', 'frame')").all()
      if (tables.length < 2) continue
      const identity = room.prepare("SELECT value FROM meta WHERE key = 'identity'").get() as
        | { value: string }
        | undefined
      if (!identity?.value.includes(consultationId)) continue
      const rows = room.prepare('SELECT key, pcm FROM frame ORDER BY key').all() as { key: number; pcm: Uint8Array }[]
      return new Map(rows.map(({ key, pcm }) => [`${Math.floor(key / 2 ** 32)}:${key % 2 ** 32}`, sha256(pcm)]))
    } finally {
      room.close()
    }
  }
  throw new Error('the room has no file')
}

export const sameLedger = (a: Frames, b: Frames): boolean =>
  a.size === b.size && [...a].every(([key, sum]) => b.get(key) === sum)

type Store = 'take' | 'frame' | 'note'
/** Reads one store of the device's own database: the rows of a consultation, as their keys, number or samples. */
const onStore = <T>(page: Page, store: Store, what: 'keys' | 'count' | 'samples', consultationId: string): Promise<T> =>
  page.evaluate(
    async ([store, what, id]) => {
      const finish = <R>(request: IDBRequest<R>): Promise<R> =>
        new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))
      const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('relato-'))?.name ?? ''
      const database = await finish(indexedDB.open(name))
      const rows = database.transaction(store).objectStore(store)
      const range = IDBKeyRange.bound([id], [id, []])
      const read = {
        keys: async () => (await finish(rows.getAllKeys(range))).map(String),
        count: () => finish(rows.count(range)),
        samples: async () => (await finish(rows.getAll(range))).reduce((sum, { samples }) => sum + samples, 0),
      }
      const found = await read[what]()
      database.close()
      return found as T
    },
    [store, what, consultationId] as const,
  )

/** How long each take is that this device recorded, and how much of all waits, as its own database says. */
export const onDevice = async (page: Page, id: string) => ({
  recorded: await onStore<number>(page, 'take', 'samples', id),
  waiting: await onStore<number>(page, 'frame', 'samples', id),
})
/** Counts pending frames without reading them, so that polling does not slow the page. */
export const framesWaiting = (page: Page, id: string): Promise<number> => onStore(page, 'frame', 'count', id)
/** The keys of a consultation's notes, as `<id>,<what>`. */
export const notesOf = (page: Page, id: string): Promise<string[]> => onStore(page, 'note', 'keys', id)
