import { openDeviceDatabase } from './database.ts'
import { deviceDoctor } from './doctor.ts'
import { isAnothersKey } from './key-check.ts'
import { deviceVault, onUnlocked, type Vault } from './vault.ts'

/**
 * Small things a consultation has to remember on this device until the server knows them. Sealed JSON; without a key or
 * a database they live as long as the page, and are kept as soon as that is possible.
 */
type Note = { doctor: string | null; consultationId: string; name: string; value: unknown }
const loose = new Map<string, Note>()
const keyOf = (consultationId: string, name: string): string => `${deviceDoctor()} ${consultationId} ${name}`

/** What was written last, for the caller to parse; null when there is nothing, or it can't be opened now. */
export async function readNote(consultationId: string, name: string): Promise<unknown> {
  const here = loose.get(keyOf(consultationId, name))
  if (here) return here.value
  const vault = await deviceVault()
  if (!vault) return null
  try {
    const row = await (await openDeviceDatabase(vault.doctorId)).get('note', [consultationId, name])
    const bytes = row && (await vault.open([consultationId, 'note', name], row))
    return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : null
  } catch {
    return null
  }
}

/** Resolves when it is kept as well as this device can; null removes it. Later writes win, in the order of the calls. */
export function writeNote(consultationId: string, name: string, value: unknown): Promise<void> {
  const key = keyOf(consultationId, name)
  loose.set(key, { doctor: deviceDoctor(), consultationId, name, value })
  return keep(key)
}

/** The consultations that have such a note, readable without a key. */
export async function notesNamed(name: string): Promise<string[]> {
  const doctor = deviceDoctor()
  const here = [...loose.values()].filter((note) => note.doctor === doctor && note.name === name && note.value !== null)
  const kept = doctor ? await (await openDeviceDatabase(doctor)).getAllKeys('note').catch(() => []) : []
  return [
    ...new Set([...here.map((note) => note.consultationId), ...kept.filter((k) => k[1] === name).map((k) => k[0])]),
  ]
}

let writing: Promise<unknown> = Promise.resolve()
function keep(key: string): Promise<void> {
  const done = writing.then(async () => {
    const note = loose.get(key)
    const vault = note && (await deviceVault())
    if (!vault || (note.doctor ?? vault.doctorId) !== vault.doctorId) return
    const kept = await put(vault, note).catch(() => false)
    // What was written meanwhile is kept by its own turn.
    if (kept && loose.get(key) === note) loose.delete(key)
  })
  writing = done.catch(() => undefined)
  return done
}

async function put(vault: Vault, { consultationId, name, value }: Note): Promise<boolean> {
  const database = await openDeviceDatabase(vault.doctorId)
  if (await isAnothersKey(database, vault)) return false
  if (value === null) await database.delete('note', [consultationId, name])
  else {
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    await database.put('note', await vault.seal([consultationId, 'note', name], bytes), [consultationId, name])
  }
  return true
}

onUnlocked(() => {
  for (const key of loose.keys()) void keep(key)
})
