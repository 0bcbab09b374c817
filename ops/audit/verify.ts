// npm run audit:verify: compares the audit log with its seals in D1 and their copies in R2; non-zero when they differ.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ANCHORS } from '#domain/audit/chain.ts'
import { verifyAudit } from '#domain/audit/verify.ts'
import { attempt, readArguments, readText, stop } from '../../local/input.ts'
import { STATE_DIR } from '../../local/stack/stack.ts'
import { openBindings } from '../bindings.ts'
import { digestsOf } from './digests.ts'
import { type Copy, type Query, readEvidence } from './evidence.ts'
import { ownSecret } from './own-secret.ts'

const USAGE = `npm run audit:verify                                    what \`npm run dev\` keeps on this machine
npm run audit:verify -- --remote                        the real database and bucket (asks for wrangler's login)
npm run audit:verify -- --dump FILE.sql --anchors DIR   an export of D1 and a copy of the bucket's folder audit/

The secret is AUDIT_SECRET of the environment, older ones AUDIT_SECRET_OLD (with commas between them; \`TIME SECRET\`
refuses seals that an old one made later); for this machine's
own data the one of .dev.vars or wrangler.toml.`

const { values } = readArguments({
  remote: { type: 'boolean', default: false },
  dump: { type: 'string' },
  anchors: { type: 'string' },
  state: { type: 'string', default: STATE_DIR },
  help: { type: 'boolean', default: false },
})

type Source = { query: Query; copies: () => Promise<Copy[]>; secret: string | undefined; close: () => Promise<void> }

function fromExport(dump: string, folder: string): Source {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA foreign_keys = OFF')
  const sql = readText(dump)
  attempt(dump, () => db.exec(sql))
  const entries = attempt(folder, () => readdirSync(folder, { recursive: true, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile())
  return {
    query: async (sql) => db.prepare(sql).all(),
    copies: async () =>
      files.map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return { key: ANCHORS + relative(folder, path).replace(/^audit\//, ''), text: readFileSync(path, 'utf8') }
      }),
    secret: undefined,
    close: async () => db.close(),
  }
}

type Bucket = {
  list(options: object): Promise<{ objects: { key: string }[]; truncated: boolean; cursor?: string }>
  get(key: string): Promise<{ text(): Promise<string> } | null>
}
type Database = { prepare(sql: string): { all(): Promise<{ results: unknown[] }> } }
type Bindings = { DB: Database; FILES: Bucket }
async function fromCloudflare(remote: boolean, state: string): Promise<Source> {
  if (!remote && !existsSync(state)) stop(`${state}: does not exist`)
  const { env, close } = await openBindings<Bindings>(state, remote)
  return {
    query: async (sql) => (await env.DB.prepare(sql).all()).results,
    copies: () => copiesIn(env.FILES),
    secret: remote ? undefined : ownSecret(),
    close,
  }
}

async function copiesIn(bucket: Bucket): Promise<Copy[]> {
  const copies: Copy[] = []
  let cursor: string | undefined
  do {
    const page = await bucket.list({ prefix: ANCHORS, ...(cursor && { cursor }) })
    for (const { key } of page.objects) copies.push({ key, text: (await (await bucket.get(key))?.text()) ?? '' })
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return copies
}

if (values.help || (values.dump === undefined) !== (values.anchors === undefined)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}
const { dump, anchors } = values
const source = dump && anchors ? fromExport(dump, anchors) : await fromCloudflare(values.remote, values.state)
try {
  const secrets = [process.env.AUDIT_SECRET ?? source.secret, ...(process.env.AUDIT_SECRET_OLD ?? '').split(',')]
  const digests = await digestsOf(secrets.filter((secret): secret is string => Boolean(secret)))
  const report = await verifyAudit(await readEvidence(source.query, await source.copies(), Date.now()), digests)
  for (const { fault, doctor, row, seal, detail } of report.findings) {
    const where = [doctor && `doctor ${doctor}`, row && `row ${row}`, seal && `seal ${seal}`, detail]
    console.log(`${fault}: ${where.filter(Boolean).join(', ')}`)
  }
  const { doctors, rows, seals, trimmed, unsealed, findings } = report
  console.log(
    `${rows} rows of ${doctors} doctors, ${seals} seals; ${trimmed} let go after twenty years, ${unsealed} not sealed yet.`,
  )
  console.log(findings.length === 0 ? 'All of it holds.' : `${findings.length} faults.`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  await source.close()
}
