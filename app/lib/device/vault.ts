import { deviceKeyReply } from '#domain/account/contract.ts'
import { ApiFailure, api, read } from '../api.ts'
import { createListeners } from '../listeners.ts'
import type { DeviceDatabase, Sealed } from './database.ts'
import { deviceDoctor, onDeviceDoctor } from './doctor.ts'

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
let keys: { doctorId: string; encrypt: CryptoKey; decrypt: CryptoKey | null } | null = null
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
  if (keys) keys = { ...keys, decrypt: null }
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
    const [encrypt, decrypt] = await Promise.all([importKey(bytes, 'encrypt'), importKey(bytes, 'decrypt')])
    bytes.fill(0)
    keys = { doctorId, encrypt, decrypt }
    locked = false
    lockAt(until)
  } catch {
    return false
  }
  unlocked.call()
  return true
}

type DeviceKey = { doctorId: string; bytes: Uint8Array<ArrayBuffer>; until: number | null }

/** Asks the server; without a network, this device's second key opens what the server answered before. */
async function keyFromServer(): Promise<DeviceKey> {
  try {
    const { doctor_id, key } = await read(api.api['device-key'].$get(), deviceKeyReply)
    return { doctorId: doctor_id, bytes: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)), until: null }
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
    const key = keys?.doctorId === doctorId ? keys.decrypt : null
    if (!key) return null
    return crypto.subtle.decrypt(parameters(iv, about), key, data).catch(() => null)
  },
  canOpen: () => keys?.doctorId === doctorId && keys.decrypt !== null,
  canSeal: () => keys?.doctorId === doctorId,
})

const parameters = (iv: Uint8Array<ArrayBuffer>, about: About): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify(about)),
})

const CHECK = ['', 'check'] as [string, string]
const CHECK_ABOUT = ['', 'note', 'check']

/** Whether the rows were sealed with another key: they look damaged but must be retained. */
export async function isAnothersKey(database: DeviceDatabase, vault: Vault): Promise<boolean> {
  const check = await database.get('note', CHECK)
  return check !== undefined && vault.canOpen() && (await vault.open(CHECK_ABOUT, check)) === null
}

/** Marks the database with the first key, so that a later key can be compared. */
export async function leaveKeyCheck(database: DeviceDatabase, vault: Vault): Promise<void> {
  if (await database.getKey('note', CHECK)) return
  // A full disk is reported when the first frame is stored.
  await database.put('note', await vault.seal(CHECK_ABOUT, new Uint8Array(1)), CHECK).catch(() => undefined)
}
