import type { TakeLength } from '#domain/consultation/protocol.ts'
import { type DeviceDatabase, keysOf, openDeviceDatabase } from './database.ts'
import { deviceDoctor } from './doctor.ts'

/** Pending samples of one take, from `from` to `end`. Read from keys and lengths: loads no audio, needs no key. */
export type WaitingTake = { take: number; from: number; end: number }

/** The pending takes of a consultation. */
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

/** Lengths of all takes begun here, in samples; needs no key. Null: unreadable. */
export async function recordedTakes(consultationId: string): Promise<TakeLength[] | null> {
  const doctor = deviceDoctor()
  if (!doctor) return null
  try {
    return await takeLengths(await openDeviceDatabase(doctor), consultationId)
  } catch {
    return null
  }
}

/** The lengths of takes recorded on this device, in samples. */
export async function takeLengths(database: DeviceDatabase, consultationId: string) {
  const { store } = database.transaction('take')
  const range = keysOf(consultationId)
  const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  return keys.map((key, i) => ({ take: key[1], samples: rows[i]?.samples ?? 0 }))
}

/** Pending samples on this device by consultation of the signed-in doctor. */
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
