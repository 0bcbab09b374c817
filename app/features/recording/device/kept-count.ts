import { openDeviceDatabase } from '#app/lib/device/database.ts'

/** Returns how many rows this device stores for a doctor: frames, segments and notes. */
export async function countKept(doctor: string): Promise<number> {
  const database = await openDeviceDatabase(doctor)
  const counts = await Promise.all((['frame', 'segment', 'note'] as const).map((store) => database.count(store)))
  return counts.reduce((sum, count) => sum + count, 0)
}
