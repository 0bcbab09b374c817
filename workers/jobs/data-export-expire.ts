import type { Database } from '#db/client.ts'
import type { AuditRow } from '#db/queries/audit.ts'
import { overdueDataExports, removeDataExport, stopDataExport, storedDataExports } from '#db/queries/data-export.ts'
import type { Env } from '../env.ts'

/** Exports per run of the cron; the rest waits a minute. */
const AT_ONCE = 20

/** Returns the key of a volume; it contains ids only: doctor, export, volume number and attempt. */
export const volumeKey = (doctorId: string, exportId: string, number: number, attempt: number): string =>
  `${folderOf(doctorId, exportId)}${number}-${attempt}.zip`
const folderOf = (doctorId: string, exportId: string) => `data-exports/${doctorId}/${exportId}/`

/** Stops writing, then deletes the files, then the row: an interrupted run is repeated. True if it existed. */
export async function forgetDataExport(
  env: Env,
  db: Database,
  { id, doctorId }: { id: string; doctorId: string },
  told: Pick<AuditRow, 'action' | 'requestId' | 'from'>,
  now: number,
): Promise<boolean> {
  await stopDataExport(db, doctorId, id, now)
  // Includes files that a dead worker left.
  let cursor: string | undefined
  do {
    const found = await env.FILES.list({ prefix: folderOf(doctorId, id), ...(cursor && { cursor }) })
    if (found.objects.length > 0) await env.FILES.delete(found.objects.map(({ key }) => key))
    cursor = found.truncated ? found.cursor : undefined
  } while (cursor)
  return removeDataExport(db, doctorId, id, told, now)
}

/** Deletes expired exports and writes an audit row for each. Returns how many. */
export async function expireDataExports(env: Env, db: Database, now: number): Promise<number> {
  const overdue = await overdueDataExports(db, now, AT_ONCE)
  for (const one of overdue) await forgetDataExport(env, db, one, { action: 'data_export_expired' }, now)
  return overdue.length
}

/** Stops and deletes all exports of an account that closes. */
export async function dropDataExports(env: Env, db: Database, doctorId: string, now: number): Promise<void> {
  for (const one of await storedDataExports(db, doctorId))
    await forgetDataExport(env, db, one, { action: 'data_export_deleted' }, now)
}
