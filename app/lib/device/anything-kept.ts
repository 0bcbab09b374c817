import { deviceDoctor } from './doctor.ts'

/** This page has kept something of a consultation, or tried to: some of it may lie in its memory alone. */
let keptHere = false
export const sayKeptHere = (): void => {
  keptHere = true
}

/** Whether anything of a consultation lies on this device or in this page: what looks after it is much code. Rejects when it cannot be told now. */
export async function isAnythingKept(): Promise<boolean> {
  if (keptHere) return true
  const doctor = deviceDoctor()
  if (!doctor) return false
  // Nothing was ever kept for most: what opens a database stays away.
  if (!(await isDatabaseThere(doctor))) return false
  const { openDeviceDatabase } = await import('./database.ts')
  try {
    const database = await openDeviceDatabase(doctor)
    const rows = await Promise.all((['frame', 'segment', 'note'] as const).map((store) => database.count(store)))
    return rows.some((count) => count > 0)
  } catch {
    return false
  }
}

/** A browser that cannot list them may have it. */
async function isDatabaseThere(doctor: string): Promise<boolean> {
  const all = await indexedDB.databases?.().catch(() => null)
  return !all || all.some(({ name }) => name === `relato-${doctor}`)
}
