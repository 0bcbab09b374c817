import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** AES-GCM by the vault; `data` ends with the tag. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** One doctor's data. Ids and lengths are clear, to count pending audio without a key; audio and text never are. */
interface DeviceSchema extends DBSchema {
  /** Audio the room has not stored: [consultation, take, index of its first sample]. */
  frame: { key: [string, number, number]; value: Sealed & { samples: number } }
  /** [consultation, take]: length of a take recorded here, acknowledged ones too; `at` in epoch ms. */
  take: { key: [string, number]; value: { samples: number; at: number } }
  /** Local recording: [consultation, segment]; `from` is a sample of the take, `startedAt` in epoch ms. */
  segment: { key: [string, number]; value: { take: number; from: number; mime: string; startedAt: number } }
  /** One second of a segment: [consultation, segment, n]. */
  chunk: { key: [string, number, number]; value: Sealed }
  /** Sealed JSON: [consultation, name]. */
  note: { key: [string, string]; value: Sealed }
}
export type DeviceDatabase = IDBPDatabase<DeviceSchema>

const VERSION = 1
const open = new Map<string, Promise<DeviceDatabase>>()

/** Opens the doctor's own database; doctors share none. Rejects where the browser stores nothing. */
export function openDeviceDatabase(doctorId: string): Promise<DeviceDatabase> {
  const existing = open.get(doctorId)
  if (existing) return existing
  const opening = openDB<DeviceSchema>(`relato-${doctorId}`, VERSION, {
    upgrade(database) {
      for (const store of ['frame', 'take', 'segment', 'chunk', 'note'] as const) database.createObjectStore(store)
    },
    // Let a newer page upgrade; the next call reopens.
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
