import type { DeviceDatabase } from './database.ts'
import type { Vault } from './vault.ts'

const CHECK = ['', 'check'] as [string, string]
const CHECK_ABOUT = ['', 'note', 'check']

/** Whether the rows were sealed with another key: they look damaged but must be retained. */
export async function isAnothersKey(database: DeviceDatabase, vault: Vault): Promise<boolean> {
  const check = await database.get('note', CHECK)
  return check !== undefined && vault.canOpen() && (await vault.open(CHECK_ABOUT, check)) === null
}

/** Marks the database with the first key, so that a later key can be compared. */
export async function leaveKeyCheck(database: DeviceDatabase, vault: Vault): Promise<void> {
  if (await database.getKey('note', CHECK)) return
  // A full disk is reported when the first frame is stored.
  await database.put('note', await vault.seal(CHECK_ABOUT, new Uint8Array(1)), CHECK).catch(() => undefined)
}
