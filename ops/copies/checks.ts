import { DatabaseSync } from 'node:sqlite'
import { ANCHORS } from '#domain/audit/chain.ts'
import { verifyAudit } from '#domain/audit/verify.ts'
import { digestsOf } from '../audit/digests.ts'
import { type Copy as Anchor, readEvidence } from '../audit/evidence.ts'
import { readMigrations } from '../release/migrations.ts'
import type { Row } from './database.ts'
import type { Manifest } from './manifest.ts'
import { readSchema } from './schema.ts'
import type { Source } from './write.ts'

/** Verifies the seals of the audit log as they were at `at`. Returns one line for each fault; null without a secret. */
export async function auditFaults(
  { database, files }: Pick<Source, 'database' | 'files'>,
  { secret, old = '' }: { secret: string | undefined; old: string | undefined },
  at: number,
): Promise<string[] | null> {
  if (!secret) return null
  const secrets = [secret, ...old.split(',').filter(Boolean)]
  const anchors: Anchor[] = []
  for (const { key } of await files.list(ANCHORS)) {
    const object = await files.get(key)
    anchors.push({ key, text: Buffer.from(object?.content ?? []).toString() })
  }
  const evidence = await readEvidence((sql) => database(sql), anchors, at)
  const { findings } = await verifyAudit(evidence, await digestsOf(secrets))
  return findings.map(({ fault, doctor, row, seal }) =>
    [`auditoria: ${fault}`, doctor, row && `linha ${row}`, seal && `selo ${seal}`].filter(Boolean).join(', '),
  )
}

/** Without comments and spaces: wrangler and SQLite divide the same files in different ways. */
const bare = (sql: string) => sql.replace(/--.*$/gm, '').replace(/\s+/g, '')

/** Compares the schema of a copy with the one that its migrations of this repository make. Returns the differences. */
export async function migrationFaults({ migration, schema }: Manifest): Promise<string[]> {
  const migrations = readMigrations().filter(({ name }) => name <= (migration ?? ''))
  if (migrations.at(-1)?.name !== migration) return [`migrações: ${migration} não está neste repositório`]
  const db = new DatabaseSync(':memory:')
  for (const { sql } of migrations) db.exec(sql)
  const own = await readSchema(async (sql, ...values) => db.prepare(sql).all(...values) as Row[])
  const textsOf = ({ made }: typeof schema) =>
    made.filter(({ name }) => name !== 'd1_migrations').map(({ type, name, sql }) => `${type} ${name} ${bare(sql)}`)
  const [here, there] = [new Set(textsOf(own)), new Set(textsOf(schema))]
  const names = (all: Set<string>, others: Set<string>) =>
    [...all].filter((one) => !others.has(one)).map((one) => one.split(' ', 2).join(' '))
  return [
    ...names(here, there).map((one) => `migrações: a cópia não tem ${one}, ou tem outro`),
    ...names(there, here).map((one) => `migrações: ${one} da cópia não vem delas`),
  ]
}
