import { AppError } from '#domain/errors.ts'
import { CID_TABLE_KEY, type CidTable, readCidTable } from '#domain/record/cid10/cid10.ts'
import type { Env } from '../env.ts'

let loadedTable: CidTable | undefined

/** Returns the CID-10 table, read on first use; null where none is installed. */
export async function findCidTable(env: Env): Promise<CidTable | null> {
  if (loadedTable) return loadedTable
  const stored = await env.FILES.get(CID_TABLE_KEY)
  const table = stored && readCidTable(await stored.text())
  if (!table || table.entries.length === 0) return null
  loadedTable = table
  return table
}

/** Returns the CID-10 table. Errors: cid_table_missing. */
export async function cidTable(env: Env): Promise<CidTable> {
  const table = await findCidTable(env)
  if (!table) throw new AppError('cid_table_missing')
  return table
}
