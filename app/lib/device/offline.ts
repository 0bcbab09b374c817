import { type DBSchema, deleteDB, openDB } from 'idb'
import { z } from 'zod/mini'
import { deviceKeyReply } from '#domain/account/contract.ts'
import { COPY_MS } from '#domain/account/offline.ts'
import { parseJson } from '#domain/json.ts'
import { ApiFailure, api, read } from '../api.ts'
import { onContact } from '../session-events.ts'
import { keyBytes } from './key-bytes.ts'

/**
 * The second key (docs/decisions/044): non-extractable, made on this device for one session. It opens the doctor's
 * device key and copies of pages without the server, until `until` (epoch ms). Everything here goes together.
 */
interface OfflineSchema extends DBSchema {
  key: { key: 'key'; value: { doctorId: string; session: string; key: CryptoKey; until: number } & Sealed }
  /** Sealed JSON by name. `at`: epoch ms; `build`: the version of the page that wrote it. */
  copy: { key: string; value: Sealed & { doctorId: string; at: number; build: string } }
}
type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** Names that begin with `relato-` belong to the doctors' own databases. */
const NAME = 'relato.offline'
const CONTACT_EVERY_MS = 60_000
/** A clock may be corrected by this much. */
const CLOCK_MS = 5 * 60_000

const open = () =>
  openDB<OfflineSchema>(NAME, 1, {
    upgrade(database) {
      database.createObjectStore('key')
      database.createObjectStore('copy')
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })

/** Runs `work` on a connection of its own, so that no page hinders another one that deletes the database. */
async function withStore<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

async function seal(key: CryptoKey, about: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt(parameters(iv, about), key, bytes) }
}
const unseal = (key: CryptoKey, about: string, { iv, data }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt(parameters(iv, about), key, data)
const parameters = (iv: Uint8Array<ArrayBuffer>, about: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(about),
})

/** The valid second key, or null. An expired one is deleted with all copies; a clock set back counts as expired. */
async function current() {
  const row = await withStore((database) => database.get('key', 'key'))
  if (!row) return null
  const leftMs = row.until - Date.now()
  if (leftMs > 0 && leftMs <= COPY_MS + CLOCK_MS) return row
  preparing = null
  await deleteDB(NAME)
  return null
}

let preparing: Promise<boolean> | null = null
/** The server has not yet said on this page that the session of the key is alive. */
let isUnconfirmed = false

/** Makes the second key for this session, or extends it. Without the server a valid one stays. Returns whether there is one. */
export function prepareOffline(): Promise<boolean> {
  preparing ??= prepare().catch(async (error: unknown) => {
    isUnconfirmed = error instanceof ApiFailure && error.code === 'offline' && (await current()) !== null
    if (!isUnconfirmed) preparing = null
    return isUnconfirmed
  })
  return preparing
}

async function prepare(): Promise<boolean> {
  const before = endings
  const answer = await read(api.api['device-key'].$get(), deviceKeyReply)
  const { doctor_id: doctorId, session_id: session } = answer
  const existing = await current()
  const isSame = existing?.doctorId === doctorId && existing.session === session
  if (!isSame) await deleteDB(NAME)
  const key = isSame
    ? existing.key
    : await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Seals the copy again within a session too: the device key may have been rotated.
  const bytes = keyBytes(answer)
  const sealed = await seal(key, doctorId, bytes)
  bytes.fill(0)
  const row = { doctorId, session, key, until: Date.now() + COPY_MS, ...sealed }
  // The session ended while its key was made.
  if (before !== endings) return false
  await withStore((database) => database.put('key', row, 'key'))
  return true
}

/** The server has answered with this session: the 24 hours begin again. */
async function extend(): Promise<boolean> {
  return withStore(async (database) => {
    const transaction = database.transaction('key', 'readwrite')
    const row = await transaction.store.get('key')
    if (row && row.until - Date.now() < COPY_MS - CONTACT_EVERY_MS)
      await transaction.store.put({ ...row, until: Date.now() + COPY_MS }, 'key')
    await transaction.done
    return row !== undefined
  })
}

onContact(() => {
  if (isUnconfirmed) preparing = null
  isUnconfirmed = false
  void extend().catch(() => undefined)
})

/** The device key without the server: whose it is, its bytes to wipe after use, and until when. Null: none. */
export async function offlineKey(): Promise<{
  doctorId: string
  bytes: Uint8Array<ArrayBuffer>
  until: number
} | null> {
  const row = await current()
  if (!row) return null
  return { doctorId: row.doctorId, bytes: new Uint8Array(await unseal(row.key, row.doctorId, row)), until: row.until }
}

/** How many sessions ended on this page: a key that was being made for one of them is not stored. */
let endings = 0

/** Deletes the second key and every copy. Every end of a session calls it. */
export async function forgetOffline(): Promise<void> {
  endings += 1
  preparing = null
  await deleteDB(NAME)
}

/** Sealing takes time: an older copy must never replace a newer one, or its deletion. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.catch(() => undefined).then(work)
  turn = done
  return done
}

/** Keeps a copy sealed on this device; null deletes it. Returns false without a second key. */
export const keepCopy = (name: string, value: unknown): Promise<boolean> => inTurn(() => keep(name, value))

async function keep(name: string, value: unknown): Promise<boolean> {
  if (!(await prepareOffline())) return false
  const row = await current()
  if (!row) return false
  if (value === null) await withStore((database) => database.delete('copy', name))
  else {
    const sealed = await seal(row.key, name, new TextEncoder().encode(JSON.stringify(value)))
    const copy = { ...sealed, doctorId: row.doctorId, at: Date.now(), build: build() }
    await withStore((database) => database.put('copy', copy, name))
  }
  return true
}

export type Copy = { name: string; value: unknown; at: number }

/** Returns the copies whose names begin with `beginning`. Those of another version of the app are left out. */
export async function copiesOf(beginning: string): Promise<Copy[]> {
  const row = await current()
  if (!row) return []
  const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`)
  const [names, stored] = await withStore((database) =>
    Promise.all([database.getAllKeys('copy', range), database.getAll('copy', range)]),
  )
  const copies = names.map(async (name, i) => {
    const one = stored[i]
    if (!one || one.doctorId !== row.doctorId || one.build !== build() || Date.now() - one.at > COPY_MS) return []
    const bytes = await unseal(row.key, name, one).catch(() => null)
    return bytes ? [{ name, value: parseJson(new TextDecoder().decode(bytes)) as unknown, at: one.at }] : []
  })
  return (await Promise.all(copies)).flat()
}

/** Returns one copy; null when there is none. */
export const copyOf = async (name: string): Promise<Copy | null> =>
  (await copiesOf(name)).find((one) => one.name === name) ?? null

/** The page's version: data of another one may have another shape. */
const manifest = z.catch(z.object({ version: z.string() }), { version: '' })
const build = (): string =>
  manifest.parse((globalThis as { __reactRouterManifest?: unknown }).__reactRouterManifest).version
