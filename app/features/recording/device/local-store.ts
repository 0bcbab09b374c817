import { keysOf, openDeviceDatabase } from '#app/lib/device/database.ts'
import { deviceDoctor } from '#app/lib/device/doctor.ts'
import { deviceVault } from '#app/lib/device/vault.ts'
import { createListeners } from '#app/lib/listeners.ts'
import { isOutdated, type Segment } from '#domain/recorder/segments.ts'

/** The local recording in the doctor's device database: clear segments, sealed sound, one row a second. */
const aboutChunk = (consultationId: string, segment: number, n: number) => [consultationId, 'chunk', segment, n]

type SegmentRow = { take: number; from: number; mime: string; startedAt: number }

/** A segment began or was deleted on this page. */
const { on, call: changed } = createListeners()
export const onLocalRecording = on

async function database() {
  const doctorId = deviceDoctor() ?? (await deviceVault())?.doctorId
  if (!doctorId) throw new Error('no doctor, no device database')
  return openDeviceDatabase(doctorId)
}

const deletions = new Map<string, number>()
/** Counts deletions on this page; segments that began before a deletion stay deleted. */
export const deletionsOf = (consultationId: string): number => deletions.get(consultationId) ?? 0

/**
 * Returns the segment's number; null when it was deleted meanwhile. Rejects when sound cannot be sealed: it is never
 * stored in the clear.
 */
export async function beginSegment(consultationId: string, row: SegmentRow, deleted: number): Promise<number | null> {
  if (!(await deviceVault())?.canSeal()) throw new Error('no key to seal with')
  const store = await database()
  if (deletionsOf(consultationId) !== deleted) return null
  const transaction = store.transaction('segment', 'readwrite')
  const last = (await transaction.store.getAllKeys(keysOf(consultationId))).at(-1)
  const segment = (last?.[1] ?? 0) + 1
  await transaction.store.add(row, [consultationId, segment])
  await transaction.done
  changed()
  return segment
}

/** Returns false when the segment was deleted meanwhile. */
export async function keepChunk(
  consultationId: string,
  segment: number,
  n: number,
  bytes: ArrayBuffer,
): Promise<boolean> {
  const vault = await deviceVault()
  if (!vault) throw new Error('no key to seal with')
  const sealed = await vault.seal(aboutChunk(consultationId, segment, n), bytes)
  const transaction = (await database()).transaction(['segment', 'chunk'], 'readwrite')
  const existing = await transaction.objectStore('segment').getKey([consultationId, segment])
  if (existing) await transaction.objectStore('chunk').put(sealed, [consultationId, segment, n])
  await transaction.done
  return existing !== undefined
}

/** Returns the stored segments of a consultation; needs no key. */
export async function segmentsOf(consultationId: string): Promise<Segment[]> {
  const transaction = (await database()).transaction(['segment', 'chunk'])
  const segments: Segment[] = []
  for (const key of await transaction.objectStore('segment').getAllKeys(keysOf(consultationId))) {
    const row = await transaction.objectStore('segment').get(key)
    const seconds = await transaction.objectStore('chunk').count(keysOf(consultationId, key[1]))
    if (row && seconds > 0) segments.push({ ...row, segment: key[1], seconds })
  }
  return segments
}

/** Returns the stored sound of a segment; null when it cannot be opened now. */
export async function soundOf(consultationId: string, segment: number): Promise<ArrayBuffer | null> {
  const vault = await deviceVault()
  if (!vault) return null
  const rows = (await database()).transaction('chunk').store
  const parts: ArrayBuffer[] = []
  const range = keysOf(consultationId, segment)
  const [keys, sealed] = await Promise.all([rows.getAllKeys(range), rows.getAll(range)])
  for (const [i, [, , n]] of keys.entries()) {
    // The container is continuous: sound after a missing chunk cannot be decoded.
    const part = n === i && sealed[i] ? await vault.open(aboutChunk(consultationId, segment, n), sealed[i]) : null
    if (!part) break
    parts.push(part)
  }
  return parts.length > 0 ? new Blob(parts).arrayBuffer() : null
}

/** [LR5] Deletes the recording when the patient withdraws or the record is signed. */
export async function deleteLocalRecording(consultationId: string): Promise<void> {
  deletions.set(consultationId, deletionsOf(consultationId) + 1)
  const transaction = (await database()).transaction(['segment', 'chunk'], 'readwrite')
  // By range: sound whose segment is gone goes too.
  for (const store of ['segment', 'chunk'] as const) await transaction.objectStore(store).delete(keysOf(consultationId))
  await transaction.done
  changed()
}

/** [LR5] Deletes takes withdrawn while this device was away; takes recorded after a new consent stay. */
export async function deleteLocalTakes(
  consultationId: string,
  progress: readonly { take: number; withdrawn?: boolean | undefined }[],
): Promise<void> {
  const withdrawnTakes = new Set(progress.filter(({ withdrawn }) => withdrawn).map(({ take }) => take))
  if (withdrawnTakes.size > 0) await deleteSegments(consultationId, ({ take }) => withdrawnTakes.has(take))
}

/** [LR5] Deletes recordings older than seven days and returns their consultation ids. Runs when the app opens. */
export const sweepLocalRecordings = (now: number): Promise<Set<string>> =>
  deleteSegments(null, ({ startedAt }) => isOutdated(startedAt, now))

/** Deletes segments with their sound, of one consultation or of all. Returns the consultations that lost one. */
async function deleteSegments(
  consultationId: string | null,
  isUnwanted: (row: SegmentRow) => boolean,
): Promise<Set<string>> {
  const deleted = new Set<string>()
  const transaction = (await database()).transaction(['segment', 'chunk'], 'readwrite')
  const segments = transaction.objectStore('segment')
  const range = consultationId === null ? null : keysOf(consultationId)
  for (let row = await segments.openCursor(range); row; row = await row.continue()) {
    if (!isUnwanted(row.value)) continue
    await transaction.objectStore('chunk').delete(keysOf(...row.key))
    await row.delete()
    deleted.add(row.key[0])
  }
  await transaction.done
  changed()
  return deleted
}
