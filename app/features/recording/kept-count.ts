import { openDeviceDatabase } from '#app/lib/device/database.ts'

/** How much of a consultation lies on this device: frames, segments and notes, in rows. */
export async function countKept(doctor: string): Promise<number> {
  const database = await openDeviceDatabase(doctor)
  const counts = await Promise.all((['frame', 'segment', 'note'] as const).map((store) => database.count(store)))
  return counts.reduce((sum, count) => sum + count, 0)
}
