import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** AES-GCM by the vault; the tag stands at the end of `data`. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/**
 * What one doctor keeps on this device. Ids and lengths are in the clear, so that what waits can be counted without a
 * key; audio and text never are.
 */
interface DeviceSchema extends DBSchema {
  /** Audio that the room has not stored: [consultation, take, index of its first sample]. */
  frame: { key: [string, number, number]; value: Sealed & { samples: number } }
  /** [consultation, take]: how long the take is that was recorded here, also when nothing of it waits; `at` in epoch ms. */
  take: { key: [string, number]; value: { samples: number; at: number } }
  /** The local recording, in segments: [consultation, segment]; `from` is a sample of the take, `startedAt` in epoch ms. */
  segment: { key: [string, number]; value: { take: number; from: number; mime: string; startedAt: number } }
  /** One second of a segment: [consultation, segment, n]. */
  chunk: { key: [string, number, number]; value: Sealed }
  /** Sealed JSON: [consultation, name]. */
  note: { key: [string, string]; value: Sealed }
}
export type DeviceDatabase = IDBPDatabase<DeviceSchema>

const VERSION = 1
const open = new Map<string, Promise<DeviceDatabase>>()

/** One database for each doctor: nobody's query can meet another's rows. Rejects where the browser keeps nothing. */
export function openDeviceDatabase(doctorId: string): Promise<DeviceDatabase> {
  const known = open.get(doctorId)
  if (known) return known
  const opening = openDB<DeviceSchema>(`relato-${doctorId}`, VERSION, {
    upgrade(database) {
      for (const store of ['frame', 'take', 'segment', 'chunk', 'note'] as const) database.createObjectStore(store)
    },
    // A newer page wants to upgrade: it may; the next call opens anew.
    blocking(_, __, event) {
      open.delete(doctorId)
      ;(event.target as IDBDatabase).close()
    },
    terminated: () => open.delete(doctorId),
  })
  open.set(doctorId, opening)
  opening.catch(() => open.delete(doctorId))
  return opening
}

/** Every key of a consultation, or of one part of it: arrays sort after numbers and strings. */
export const keysOf = (consultationId: string, ...part: number[]): IDBKeyRange =>
  IDBKeyRange.bound([consultationId, ...part], [consultationId, ...part, []])
