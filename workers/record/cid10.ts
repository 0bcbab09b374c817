import { AppError } from '#domain/errors.ts'
import { CID_TABLE_KEY, type CidTable, readCidTable } from '#domain/record/cid10/cid10.ts'
import type { Env } from '../env.ts'

let known: CidTable | undefined

/** The system's table, read when it is first asked for. Without it no code can be told from an invented one. */
export async function cidTable(env: Env): Promise<CidTable> {
  if (known) return known
  const stored = await env.FILES.get(CID_TABLE_KEY)
  const table = stored && readCidTable(await stored.text())
  if (!table || table.entries.length === 0) throw new AppError('cid_table_missing')
  known = table
  return table
}
