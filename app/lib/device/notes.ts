import { openDeviceDatabase } from './database.ts'
import { deviceDoctor } from './doctor.ts'
import { sayKeptHere } from './kept-here.ts'
import { isAnothersKey } from './key-check.ts'
import { deviceVault, onUnlocked, type Vault } from './vault.ts'

/**
 * Small things a consultation has to remember on this device until the server knows them. Sealed JSON; without a key or
 * a database they live as long as the page, and are kept as soon as that is possible.
 */
type Note = { doctor: string | null; consultationId: string; name: string; value: unknown }
const loose = new Map<string, Note>()
const keyOf = (consultationId: string, name: string): string => `${deviceDoctor()} ${consultationId} ${name}`

/** What was written last, for the caller to parse; null when there is nothing. Rejects when that can't be told now. */
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

/** True when it is on the disk, false while only this page has it; null removes it. Later writes win, in the order of the calls. */
export function writeNote(consultationId: string, name: string, value: unknown): Promise<boolean> {
  sayKeptHere()
  const key = keyOf(consultationId, name)
  loose.set(key, { doctor: deviceDoctor(), consultationId, name, value })
  return keep(key)
}

/** Notes of this name, and those beside it, `<name> …`: told without a key. */
export async function notesNamed(name: string): Promise<{ consultationId: string; name: string }[]> {
  const doctor = deviceDoctor()
  const here = [...loose.values()].filter((note) => note.doctor === doctor && note.value !== null)
  const kept = doctor ? await (await openDeviceDatabase(doctor)).getAllKeys('note').catch(() => []) : []
  const all = [
    ...kept.map(([consultationId, name]) => ({ consultationId, name })),
    ...here.filter((note) => !kept.some(([id, known]) => id === note.consultationId && known === note.name)),
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
    const kept = await put(vault, note).catch(() => false)
    // What was written meanwhile is kept by its own turn.
    if (kept && loose.get(key) === note) loose.delete(key)
    return kept
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
