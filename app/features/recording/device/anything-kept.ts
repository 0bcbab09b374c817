import { deviceDoctor, isKeptHere } from '#app/lib/device/doctor.ts'
import { later } from '#app/ui/later.tsx'

const counting = later(() => import('./kept-count.ts'))
/** Loaded only when this device stores something; most devices store nothing. */
const background = later(() => import('../uplink/background.ts'))

/** Returns the code that cleans up this device; null when it stores nothing. Rejects when the code cannot be loaded. */
export const careIfKept = async () => ((await isAnythingKept()) ? background.come() : null)

/** Whether this device or this page holds data of a consultation. Checked before the large clean-up code is loaded. */
async function isAnythingKept(): Promise<boolean> {
  if (isKeptHere()) return true
  const doctor = deviceDoctor()
  if (!doctor) return false
  // Most devices never stored anything: do not load the database code for them.
  if (!(await isDatabaseThere(doctor))) return false
  try {
    const { countKept } = await counting.come()
    return (await countKept(doctor)) > 0
  } catch {
    // Unreadable: let the clean-up code find out.
    return true
  }
}

/** True when the browser cannot list its databases; false when it has no databases at all. */
async function isDatabaseThere(doctor: string): Promise<boolean> {
  try {
    const all = await indexedDB.databases?.().catch(() => null)
    return !all || all.some(({ name }) => name === `relato-${doctor}`)
  } catch {
    return false
  }
}
