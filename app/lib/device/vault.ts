import { deviceKeyReply } from '#domain/account/contract.ts'
import { ApiFailure, api, read } from '../api.ts'
import { createListeners } from '../listeners.ts'
import type { DeviceDatabase, Sealed } from './database.ts'
import { deviceDoctor, onDeviceDoctor } from './doctor.ts'
import { KEY_BYTES, keyBytes } from './key-bytes.ts'

/** Context a sealed row is bound to: [consultation, kind, …]. It opens in no other. */
type About = readonly (string | number)[]

/** Seals data on the device. The key comes from the server and cannot be exported from the page. */
export type Vault = {
  readonly doctorId: string
  /** Rejects without a key. */
  seal(about: About, bytes: BufferSource): Promise<Sealed>
  /** Null: no key now, sealed with another key or context, or damaged. */
  open(about: About, sealed: Sealed): Promise<ArrayBuffer | null>
  canOpen(): boolean
  canSeal(): boolean
}

const IV_BYTES = 12
let keys: { doctorId: string; encrypt: CryptoKey; decrypt: CryptoKey | null; previous: CryptoKey | null } | null = null
/** Set by `lockDevice`; only `unlockDevice` requests a key again. */
let locked = false
let fetching: Promise<boolean> | null = null
const sealing = new Set<symbol>()
const unlocked = createListeners()

/** Null: no key available now (offline, session ended, another doctor's session). */
export async function deviceVault(): Promise<Vault | null> {
  if (!usable() && (!locked || fetching)) await unlockDevice()
  return usable() && keys ? vaultOf(keys.doctorId) : null
}

/** The session ended: drops the opening key at once; the sealing key stays while a recording runs. */
export function lockDevice(): void {
  locked = true
  if (keys) keys = { ...keys, decrypt: null, previous: null }
  dropSealingKey()
}

/** Requests the key after a new sign-in. Returns false when there is none. */
export function unlockDevice(): Promise<boolean> {
  fetching ??= fetchKey().finally(() => {
    fetching = null
  })
  return fetching
}

/** Retains the sealing key after the session ends, until the returned function is called. */
export function keepSealing(reason: string): () => void {
  const holder = Symbol(reason)
  sealing.add(holder)
  return () => {
    sealing.delete(holder)
    if (locked) dropSealingKey()
  }
}

/** Calls `listener` when a key becomes available, so that data in memory can be stored. */
export const onUnlocked = unlocked.on

// Another doctor uses this page: drop the previous keys.
onDeviceDoctor(() => {
  if (keys && keys.doctorId !== deviceDoctor()) keys = null
  locked = false
})

function dropSealingKey(): void {
  if (sealing.size === 0) keys = null
}

const usable = (): boolean => keys !== null && isExpected(keys.doctorId)
const isExpected = (doctorId: string): boolean => (deviceDoctor() ?? doctorId) === doctorId

async function fetchKey(): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return false
  try {
    const { doctorId, bytes, until } = await keyFromServer()
    if (!isExpected(doctorId)) return false
    const [key, before] = [bytes.slice(0, KEY_BYTES), bytes.slice(KEY_BYTES)]
    const [encrypt, decrypt, previous] = await Promise.all([
      importKey(key, 'encrypt'),
      importKey(key, 'decrypt'),
      before.length > 0 ? importKey(before, 'decrypt') : null,
    ])
    for (const copy of [bytes, key, before]) copy.fill(0)
    keys = { doctorId, encrypt, decrypt, previous }
    locked = false
    lockAt(until)
  } catch {
    return false
  }
  unlocked.call()
  return true
}

/** `bytes`: the key, and after it the one before a rotation, while the server accepts it. */
type DeviceKey = { doctorId: string; bytes: Uint8Array<ArrayBuffer>; until: number | null }

/** Asks the server; without a network, this device's second key opens what the server answered before. */
async function keyFromServer(): Promise<DeviceKey> {
  try {
    const answer = await read(api.api['device-key'].$get(), deviceKeyReply)
    return { doctorId: answer.doctor_id, bytes: keyBytes(answer), until: null }
  } catch (error) {
    const isOffline = error instanceof ApiFailure && error.code === 'offline'
    const found = isOffline ? await (await loadOffline()).offlineKey() : null
    if (!found) throw error
    return found
  }
}

/** The second key and the copies of pages. Loaded where a page records or reads a record, or has no network. */
export const loadOffline = () => import('./offline.ts')

let locking: ReturnType<typeof setTimeout> | undefined
/** A key of the device closes at its end, unless the server has answered before. Null: no end. */
function lockAt(until: number | null): void {
  clearTimeout(locking)
  if (until !== null) locking = setTimeout(lockDevice, until - Date.now())
}

const importKey = (bytes: Uint8Array<ArrayBuffer>, usage: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [usage])

const vaultOf = (doctorId: string): Vault => ({
  doctorId,
  async seal(about, bytes) {
    if (keys?.doctorId !== doctorId) throw new Error('no key to seal with')
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    return { iv, data: await crypto.subtle.encrypt(parameters(iv, about), keys.encrypt, bytes) }
  },
  async open(about, { iv, data }) {
    if (keys?.doctorId !== doctorId) return null
    return (await opened(keys.decrypt, about, { iv, data })) ?? opened(keys.previous, about, { iv, data })
  },
  canOpen: () => keys?.doctorId === doctorId && keys.decrypt !== null,
  canSeal: () => keys?.doctorId === doctorId,
})

const parameters = (iv: Uint8Array<ArrayBuffer>, about: About): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify(about)),
})

/** Null: no key, another key, or damaged. */
const opened = async (key: CryptoKey | null, about: About, { iv, data }: Sealed): Promise<ArrayBuffer | null> =>
  key && crypto.subtle.decrypt(parameters(iv, about), key, data).catch(() => null)

const CHECK = ['', 'check'] as [string, string]
/** While rows are sealed again after a rotation: the check row of the key before. */
const BEFORE = ['', 'check-before'] as [string, string]
const CHECK_ABOUT = ['', 'note', 'check']

/** Whether the rows were sealed with another key: they look damaged but must be retained. */
export async function isAnothersKey(database: DeviceDatabase, vault: Vault): Promise<boolean> {
  const isLocked = async () => {
    if (!vault.canOpen()) return false
    const checks = await Promise.all([database.get('note', CHECK), database.get('note', BEFORE)])
    const isOpen = await Promise.all(checks.map((row) => !row || vault.open(CHECK_ABOUT, row)))
    return isOpen.includes(null)
  }
  if (!(await isLocked())) return false
  // Another page may have sealed the rows under a key that is newer than this page's.
  if (Date.now() >= askAgainAt) {
    askAgainAt = Date.now() + ASK_AGAIN_MS
    asking = unlockDevice()
  }
  await asking
  return isLocked()
}
const ASK_AGAIN_MS = 60_000
let askAgainAt = 0
let asking: Promise<unknown> = Promise.resolve()

/** Marks the database with the first key, so that a later key can be compared. */
export async function leaveKeyCheck(database: DeviceDatabase, vault: Vault): Promise<void> {
  if (await database.getKey('note', CHECK)) return
  // A full disk is reported when the first frame is stored.
  await database.put('note', await vault.seal(CHECK_ABOUT, new Uint8Array(1)), CHECK).catch(() => undefined)
}

const RESEALED_AT_ONCE = 64
const kinds = ['frame', 'chunk', 'note'] as const
type RowKey = [string, string & number, number]

let resealing: Promise<void> | null = null
/** Seals every row again under the current key after a rotation. Parts of a page that ask at once share one pass. */
export function resealRows(database: DeviceDatabase, vault: Vault): Promise<void> {
  resealing ??= resealAll(database, vault).finally(() => {
    resealing = null
  })
  return resealing
}

/**
 * Begins with the check row, so that pages with the old key alone write no more. The old check row stays beside it until
 * all rows are done. Safe to run in several pages.
 */
async function resealAll(database: DeviceDatabase, vault: Vault): Promise<void> {
  if (!keys?.previous) return
  const check = await database.get('note', CHECK)
  if (check && (await isOld(CHECK_ABOUT, check))) {
    const sealed = await vault.seal(CHECK_ABOUT, new Uint8Array(1))
    const transaction = database.transaction('note', 'readwrite', { durability: 'strict' })
    await Promise.all([transaction.store.put(check, BEFORE), transaction.store.put(sealed, CHECK), transaction.done])
  } else if (!(await database.getKey('note', BEFORE))) return
  // A page that was just writing may add a row of the old key: end with a pass that finds none.
  while ((await resealOnce(database, vault)) > 0);
  await database.delete('note', BEFORE)
}

/** True for a row that the previous key opens and the current one does not. Rejects without both keys. */
async function isOld(about: About, row: Sealed): Promise<boolean> {
  if (!keys?.decrypt || !keys.previous) throw new Error('no key to open with')
  return (await opened(keys.decrypt, about, row)) === null && (await opened(keys.previous, about, row)) !== null
}

async function resealOnce(database: DeviceDatabase, vault: Vault): Promise<number> {
  let count = 0
  for (const store of kinds) {
    const all = (await database.getAllKeys(store)) as RowKey[]
    const own = all.filter(([consultationId]) => consultationId !== CHECK[0])
    for (let at = 0; at < own.length; at += RESEALED_AT_ONCE)
      count += await resealBatch(database, vault, store, own.slice(at, at + RESEALED_AT_ONCE))
  }
  return count
}

/**
 * Returns the number of rows that were of the old key. One transaction writes them all: each waits for the disk. A row
 * that was deleted or written meanwhile is left as it is.
 */
async function resealBatch(
  database: DeviceDatabase,
  vault: Vault,
  store: (typeof kinds)[number],
  rowKeys: readonly RowKey[],
): Promise<number> {
  const reseal = async (key: RowKey) => {
    const about = [key[0], store, ...key.slice(1)]
    const row = await database.get(store, key)
    if (!row || !(await isOld(about, row))) return []
    const bytes = await vault.open(about, row)
    return bytes ? [{ key, iv: String(row.iv), sealed: { ...row, ...(await vault.seal(about, bytes)) } }] : []
  }
  const resealed = (await Promise.all(rowKeys.map(reseal))).flat()
  if (resealed.length === 0) return 0
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  const replace = async ({ key, iv, sealed }: (typeof resealed)[number]) => {
    const stored = await transaction.store.get(key)
    if (stored && String(stored.iv) === iv) await transaction.store.put(sealed as never, key)
  }
  await Promise.all([...resealed.map(replace), transaction.done])
  return resealed.length
}
