import { deviceDoctor } from '#app/lib/device/doctor.ts'
import { isKeptHere } from '#app/lib/device/kept-here.ts'
import { later } from '#app/ui/later.ts'

const counting = later(() => import('./kept-count.ts'))
/** Looks after what is kept on this device: nothing is on most, and then its code stays away. */
const deviceCare = later(() => import('./device-care.ts'))

/** Null: there is nothing to look after. Rejects when its code cannot come now. */
export const careIfKept = async () => ((await isAnythingKept()) ? deviceCare.come() : null)

/** Whether anything of a consultation lies on this device or in this page: what looks after it is much code. */
async function isAnythingKept(): Promise<boolean> {
  if (isKeptHere()) return true
  const doctor = deviceDoctor()
  if (!doctor) return false
  // Nothing was ever kept for most: what opens a database stays away.
  if (!(await isDatabaseThere(doctor))) return false
  try {
    const { countKept } = await counting.come()
    return (await countKept(doctor)) > 0
  } catch {
    // It cannot be told: whoever looks after it finds out.
    return true
  }
}

/** A browser that cannot list them may have it; one that has none at all keeps nothing. */
async function isDatabaseThere(doctor: string): Promise<boolean> {
  try {
    const all = await indexedDB.databases?.().catch(() => null)
    return !all || all.some(({ name }) => name === `relato-${doctor}`)
  } catch {
    return false
  }
}
