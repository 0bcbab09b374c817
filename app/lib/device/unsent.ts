import { type DeviceDatabase, keysOf, openDeviceDatabase } from './database.ts'
import { deviceDoctor } from './doctor.ts'

/** What waits of one take: samples from `from` to `end`. Read from keys and lengths alone: no audio is loaded, no key needed. */
export type WaitingTake = { take: number; from: number; end: number }

export async function waitingTakes(database: DeviceDatabase, consultationId: string): Promise<WaitingTake[]> {
  const transaction = database.transaction(['take', 'frame'])
  const takes = transaction.objectStore('take')
  const frames = transaction.objectStore('frame')
  const waiting: WaitingTake[] = []
  for (const key of await takes.getAllKeys(keysOf(consultationId))) {
    const [row, first] = await Promise.all([takes.get(key), frames.getKey(keysOf(consultationId, key[1]))])
    if (row && first) waiting.push({ take: key[1], from: first[2], end: row.samples })
  }
  return waiting
}

/** Every take of the consultation that was begun here, and how long it is: without a key, too. Null: it can't be read. */
export async function recordedTakes(consultationId: string): Promise<{ take: number; samples: number }[] | null> {
  const doctor = deviceDoctor()
  if (!doctor) return null
  try {
    return await takeLengths(await openDeviceDatabase(doctor), consultationId)
  } catch {
    return null
  }
}

export async function takeLengths(database: DeviceDatabase, consultationId: string) {
  const { store } = database.transaction('take')
  const range = keysOf(consultationId)
  const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  return keys.map((key, i) => ({ take: key[1], samples: rows[i]?.samples ?? 0 }))
}

/** The consultations of the signed-in doctor whose audio waits on this device, and how much. */
export async function unsentAudio(): Promise<{ consultationId: string; samples: number }[]> {
  const doctor = deviceDoctor()
  if (!doctor) return []
  try {
    const database = await openDeviceDatabase(doctor)
    const consultations = new Set((await database.getAllKeys('take')).map(([consultationId]) => consultationId))
    const all = await Promise.all(
      [...consultations].map(async (consultationId) => ({
        consultationId,
        samples: (await waitingTakes(database, consultationId)).reduce((sum, { from, end }) => sum + end - from, 0),
      })),
    )
    return all.filter(({ samples }) => samples > 0)
  } catch {
    return []
  }
}
