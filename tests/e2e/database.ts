import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { STATE } from './stack.ts'

export type Row = Record<string, SQLInputValue>
type Insert = (table: string, row: Row) => void

/** One transaction in a local database, the lane's own by default, also while a Worker runs. */
export function inDatabase(work: (database: DatabaseSync, insert: Insert) => void, state = STATE): void {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && !name.startsWith('metadata'))
  if (!file) throw new Error(`no database in ${state}`)
  const database = new DatabaseSync(join(folder, file), { timeout: 10_000 })
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const insert: Insert = (table, row) => {
    const names = Object.keys(row)
    const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `:${name}`).join()})`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    statement.run(row)
  }
  try {
    database.exec('BEGIN IMMEDIATE')
    work(database, insert)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/** Deletes a doctor that an earlier run on the same data created. The doctor must have no patients. */
export const forgetDoctor = (email: string): void =>
  inDatabase((database) => void database.prepare('DELETE FROM user WHERE email = ?').run(email))
