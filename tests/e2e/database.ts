import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { STATE } from './stack.ts'

/** Straight into the lane's database, while the Worker runs. */
export function inDatabase(work: (database: DatabaseSync) => void): void {
  const folder = join(STATE, 'v3/d1/miniflare-D1DatabaseObject')
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && !name.startsWith('metadata'))
  if (!file) throw new Error('the lane has no database')
  const database = new DatabaseSync(join(folder, file), { timeout: 10_000 })
  try {
    work(database)
  } finally {
    database.close()
  }
}

/** Deletes a doctor that an earlier run on the same data created. The doctor must have no patients. */
export const forgetDoctor = (email: string): void =>
  inDatabase((database) => database.prepare('DELETE FROM user WHERE email = ?').run(email))
