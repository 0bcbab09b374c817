import type { Database } from '#db/client.ts'
import type { AuditRow } from '#db/queries/audit.ts'
import { overdueDataExports, removeDataExport, standingDataExports, stopDataExport } from '#db/queries/data-export.ts'
import type { Env } from '../env.ts'

/** Of one ring of the cron: what is more waits a minute. */
const AT_ONCE = 20

/** Ids only: the doctor's folder, the export's, the volume and which attempt at it. */
export const volumeKey = (doctorId: string, exportId: string, number: number, attempt: number): string =>
  `${folderOf(doctorId, exportId)}${number}-${attempt}.zip`
const folderOf = (doctorId: string, exportId: string) => `data-exports/${doctorId}/${exportId}/`

/** Nothing is written any more, then the files go, then the row: whoever breaks off finds it again. True where it was there. */
export async function forgetDataExport(
  env: Env,
  db: Database,
  { id, doctorId }: { id: string; doctorId: string },
  told: Pick<AuditRow, 'action' | 'requestId' | 'from'>,
  now: number,
): Promise<boolean> {
  await stopDataExport(db, doctorId, id, now)
  // Whatever a worker that died left there, too.
  let cursor: string | undefined
  do {
    const found = await env.FILES.list({ prefix: folderOf(doctorId, id), ...(cursor && { cursor }) })
    if (found.objects.length > 0) await env.FILES.delete(found.objects.map(({ key }) => key))
    cursor = found.truncated ? found.cursor : undefined
  } while (cursor)
  return removeDataExport(db, doctorId, id, told, now)
}

/** Removes what has lain its time: a line of the audit log for each. How many. */
export async function expireDataExports(env: Env, db: Database, now: number): Promise<number> {
  const overdue = await overdueDataExports(db, now, AT_ONCE)
  for (const one of overdue)
    await forgetDataExport(env, db, one, { action: 'data_export_expired', requestId: null }, now)
  return overdue.length
}

/** Of an account that closes: what is being made stops, and what lies ready goes. */
export async function dropDataExports(env: Env, db: Database, doctorId: string, now: number): Promise<number> {
  const standing = await standingDataExports(db, doctorId)
  for (const one of standing)
    await forgetDataExport(env, db, one, { action: 'data_export_deleted', requestId: null }, now)
  return standing.length
}
