import type { DeviceDatabase } from './database.ts'
import type { Vault } from './vault.ts'

const CHECK = ['', 'check'] as [string, string]
const CHECK_ABOUT = ['', 'note', 'check']

/** What lies here was sealed with another key. To this one every row looks damaged, and must not be taken for it. */
export async function isAnothersKey(database: DeviceDatabase, vault: Vault): Promise<boolean> {
  const check = await database.get('note', CHECK)
  return check !== undefined && vault.canOpen() && (await vault.open(CHECK_ABOUT, check)) === null
}

/** The first key that comes here is the one: it leaves a row by which it is known again. */
export async function leaveKeyCheck(database: DeviceDatabase, vault: Vault): Promise<void> {
  if (await database.getKey('note', CHECK)) return
  // A full disk says so when the first frame is put.
  await database.put('note', await vault.seal(CHECK_ABOUT, new Uint8Array(1)), CHECK).catch(() => undefined)
}
