import { openDeviceDatabase } from './database.ts'
import { deviceDoctor, sayKeptHere } from './doctor.ts'
import { deviceVault, isAnothersKey, onUnlocked, type Vault } from './vault.ts'

/** Small values to keep until the server has them: sealed JSON; without key or database in memory until then. */
type Note = { doctor: string | null; consultationId: string; name: string; value: unknown }
const loose = new Map<string, Note>()
const keyOf = (consultationId: string, name: string): string => `${deviceDoctor()} ${consultationId} ${name}`

/** Returns the last value written, for the caller to parse; null when there is none. Rejects when unreadable now. */
export async function readNote(consultationId: string, name: string): Promise<unknown> {
  const here = loose.get(keyOf(consultationId, name))
  if (here) return here.value
  const vault = await deviceVault()
  if (!vault) throw new Error('no key to open with')
  const row = await (await openDeviceDatabase(vault.doctorId)).get('note', [consultationId, name])
  if (!row) return null
  const bytes = await vault.open([consultationId, 'note', name], row)
  if (!bytes) throw new Error('sealed')
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Returns true when it is on disk, false while only in memory; null deletes it. Writes apply in call order. */
export function writeNote(consultationId: string, name: string, value: unknown): Promise<boolean> {
  sayKeptHere()
  const key = keyOf(consultationId, name)
  loose.set(key, { doctor: deviceDoctor(), consultationId, name, value })
  return keep(key)
}

/** Lists notes named `name` or `name …`; needs no key. */
export async function notesNamed(name: string): Promise<{ consultationId: string; name: string }[]> {
  const doctor = deviceDoctor()
  const here = [...loose.values()].filter((note) => note.doctor === doctor && note.value !== null)
  const stored = doctor ? await (await openDeviceDatabase(doctor)).getAllKeys('note').catch(() => []) : []
  const all = [
    ...stored.map(([consultationId, name]) => ({ consultationId, name })),
    ...here.filter((note) => !stored.some(([id, known]) => id === note.consultationId && known === note.name)),
  ]
  return all
    .filter((note) => note.name === name || note.name.startsWith(`${name} `))
    .map(({ consultationId, name }) => ({ consultationId, name }))
}

let writing: Promise<unknown> = Promise.resolve()
function keep(key: string): Promise<boolean> {
  const done = writing.then(async () => {
    const note = loose.get(key)
    const vault = note && (await deviceVault())
    if (!vault || (note.doctor ?? vault.doctorId) !== vault.doctorId) return false
    const isStored = await put(vault, note).catch(() => false)
    // A newer value is stored by its own call.
    if (isStored && loose.get(key) === note) loose.delete(key)
    return isStored
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
