import type { Database } from '#db/client.ts'
import { listAuditLogUntil, readExportedAccount, type Scope } from '#db/queries/data-export-read.ts'
import { applicationSettings } from '#domain/account/settings.ts'
import type { AccessRow, AccountFile } from '#domain/data-export/account-file.ts'
import { ACCESS_HEADER, accessLine } from '#domain/data-export/csv.ts'
import { FORMAT_VERSION } from '#domain/data-export/files.ts'
import type { Volume } from './data-export-volume.ts'

const LINES_AT_ONCE = 1_000
/** Output formats. Reads the rows once for each, so that memory holds neither. */
const forms = [
  {
    path: 'acessos.json',
    head: `{"format_version":${FORMAT_VERSION},"kind":"accesses","accesses":[`,
    between: ',\n',
    line: (row: AccessRow) => JSON.stringify(row),
    foot: ']}\n',
  },
  { path: 'acessos.csv', head: ACCESS_HEADER, between: '', line: accessLine, foot: '' },
] as const

/** Writes perfil.json, acessos.json and acessos.csv: data that belongs to no patient. */
export async function writeAccount(
  db: Database,
  scope: Scope,
  settings: string,
  timeZone: string,
  volume: Volume,
): Promise<void> {
  const account = await readExportedAccount(db, scope.doctorId)
  if (account) {
    const file: AccountFile = {
      format_version: FORMAT_VERSION,
      kind: 'account',
      ...account,
      settings: applicationSettings.parse(JSON.parse(settings)),
    }
    volume.text('perfil.json', `${JSON.stringify(file, null, 2)}\n`)
  }
  for (const { path, head, between, line, foot } of forms) {
    const file = volume.open(path)
    file.write(head)
    let after = -1
    for (;;) {
      const rows = await listAuditLogUntil(db, scope, after, LINES_AT_ONCE)
      // One text per batch: each write is compressed, hashed and counted.
      if (rows.length > 0) file.write((after < 0 ? '' : between) + rows.map((row) => line(row, timeZone)).join(between))
      after = rows.at(-1)?.id ?? after
      await volume.drain()
      if (rows.length < LINES_AT_ONCE) break
    }
    file.write(foot)
    file.end()
  }
}
