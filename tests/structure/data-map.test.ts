import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { processors } from '#app/features/public/processors.ts'
import { keptOnDevice } from '#app/lib/device/kept.ts'
import * as schema from '#db/schema/index.ts'
import { retention } from '#domain/retention/rules.ts'
import { site } from '#domain/site.ts'
import { asvs } from '#tests/security/asvs.ts'
import { RoomStorage } from '#workers/room/storage.ts'

const page = readFileSync('docs/data-map.md', 'utf8')
const settings = readFileSync('wrangler.toml', 'utf8')
const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)

/** The text under a heading. */
function textOf(part: string): string {
  const [, text = ''] = page.split(`\n## ${part}\n`)
  return text.split('\n## ')[0] ?? ''
}
/** The rows of a part of the page, cell by cell, without heads and rules. */
function rowsOf(part: string): string[][] {
  const rows = textOf(part)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return rows
    .filter((_, at) => !/^\|[-|]+\|$/.test(rows[at] ?? '') && !/^\|[-|]+\|$/.test(rows[at + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}
/** The first name in the first cell of every row. */
const namesIn = (part: string) =>
  rowsOf(part)
    .flatMap(([first = '']) => named(first).slice(0, 1))
    .sort()
/** '`table` column column' of every row: several may describe one table, but each column appears once. */
function columnsIn(part: string): Record<string, string[]> {
  const rowsByStore: Record<string, string[]> = {}
  for (const [first = ''] of rowsOf(part)) {
    const [table = ''] = named(first)
    rowsByStore[table] = [
      ...(rowsByStore[table] ?? []),
      ...first
        .replace(/`[^`]+`/, '')
        .split(/[\s,]+/)
        .filter(Boolean),
    ].sort()
  }
  return rowsByStore
}
const withoutEmpty = (part: string) => expect(rowsOf(part).filter((row) => row.includes(''))).toEqual([])

test('every column of the database has its place in the data map, and nothing else does', () => {
  const tables = Object.values(schema).filter((one) => is(one, SQLiteTable))
  const real = tables.map((table) => {
    const { name, columns } = getTableConfig(table)
    return [name, columns.map((column) => column.name).sort()] as const
  })
  expect(tables.length).toBeGreaterThan(20)
  expect(columnsIn('D1')).toEqual(Object.fromEntries(real))
  withoutEmpty('D1')
})

test('so has every table that a room makes', () => {
  const database = new DatabaseSync(':memory:')
  const exec = (query: string, ...values: (string | number)[]) => database.prepare(query).all(...values)
  new RoomStorage({ exec } as unknown as SqlStorage).create({ consultationId: 'c', doctorId: 'd' })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
  const real = tables.map(({ name }) => {
    const columns = database.prepare(`PRAGMA table_info(${name})`).all() as { name: string }[]
    return [name, columns.map((column) => column.name).sort()] as const
  })
  expect(real.length).toBeGreaterThan(2)
  expect(columnsIn('Durable Object')).toEqual(Object.fromEntries(real))
  // Another object, or storage that is not its SQLite, is another part of the map.
  expect([...settings.matchAll(/new_(?:sqlite_)?classes = \[(.*)\]/g)].map((match) => match[1])).toEqual([
    '"ConsultationRoom"',
  ])
  withoutEmpty('Durable Object')
})

/** The code that writes files, and where. New code of this kind must be in the data map. */
const writers: Record<string, string> = {
  'workers/jobs/pdf.ts': 'exports/',
  'workers/jobs/data-export-volume.ts': 'data-exports/',
  'workers/audit/seal-audit.ts': 'audit/',
  'ops/cid10/install.ts': 'reference/',
  'ops/trust/install.ts': 'trust/',
  'workers/document/signature/files.ts': 'documents/',
  'workers/metrics/alert.ts': 'service/',
}

test('so have files, queues and everybody whom production hands something', () => {
  const writes = String.raw`(FILES|[bB]ucket)\.(put|createMultipartUpload)\(|BUCKET\}/`
  const source = execFileSync('git', ['grep', '-lE', writes, '--', 'workers', 'local', 'ops'], { encoding: 'utf8' })
  expect(source.trim().split('\n').sort()).toEqual(Object.keys(writers).sort())
  expect(namesIn('R2')).toEqual(Object.values(writers).sort())
  withoutEmpty('R2')

  const [, production = ''] = settings.split('[env.production]')
  const queues = new Set([...production.matchAll(/^queue = "(.*)"/gm)].map((match) => match[1]))
  expect(namesIn('Queues')).toEqual([...queues].sort())

  const hands = rowsOf('Suppliers').flatMap(([who = '']) => named(who))
  const bindings = [...production.matchAll(/^(?:binding|name) = "(.*)"/gm)].map((match) => match[1] as string)
  expect(bindings.filter((name) => !name.endsWith('_QUEUE') && !hands.includes(name))).toEqual([])
  const companies = rowsOf('Suppliers').flatMap(([who = '']) =>
    [...who.matchAll(/\*\*(\w+)/g)].map((match) => match[1]),
  )
  expect([...new Set(companies)].sort()).toEqual(processors.map(({ who }) => who).sort())
  const own = [
    'ENVIRONMENT',
    'APP_URL',
    'AUTH_SECRET',
    'DEVICE_SECRET',
    'AUDIT_SECRET',
    'MAIL_FROM',
    'SYNTHETIC',
    ...bindings,
  ]
  const others = [...readFileSync('workers/env.ts', 'utf8').matchAll(/^ {2}([A-Z_]+)\??:/gm)].map(
    (match) => match[1] as string,
  )
  const places = new Set(others.filter((name) => !own.includes(name)).map((name) => name.split('_')[0]))
  const toldOf = new Set([...page.matchAll(/`([A-Z]+)_[A-Z_]+`/g)].map((match) => match[1]))
  expect([...places].filter((name) => !toldOf.has(name))).toEqual([])
  withoutEmpty('Suppliers')
})

test('what stays on a device is told as the device tells it', () => {
  const deviceRows = rowsOf("The doctor's device").map(([store = '', , form, after]) => [
    store.replaceAll('`', ''),
    form,
    after,
  ])
  const real = keptOnDevice.map(({ where, name, form, afterSignOut }) => [`${where} ${name}`, form, afterSignOut])
  expect(deviceRows.sort()).toEqual(real.sort())
})

test('every period is a rule of the one table, and every rule keeps something', () => {
  const retentionTexts = ['D1', 'Durable Object', 'R2'].flatMap((part) => rowsOf(part).map((row) => row.at(-1) ?? ''))
  const used = retentionTexts.flatMap(named)
  const elsewhere = ['contactKeptDays', 'domain/site.ts']
  expect(used.filter((name) => !(name in retention) && !elsewhere.includes(name))).toEqual([])
  const everywhere = [...used, ...named(textOf("The doctor's device"))]
  expect(Object.keys(retention).filter((rule) => !everywhere.includes(rule))).toEqual([])
})

test('what the documents name is there', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  }).split('\n')
  const model = readFileSync('docs/threat-model.md', 'utf8')
  const tests = named(model).filter((name) => /^(workers|e2e|device|domain|structure)\//.test(name))
  expect(tests.length).toBeGreaterThan(15)
  const isThere = (name: string) => {
    const start = `${name.startsWith('domain/') ? '' : 'tests/'}${name.replace('*', '')}`
    return files.some((file) => file.startsWith(start) && /\.(test|spec)\.ts$/.test(file))
  }
  expect(tests.filter((name) => !isThere(name))).toEqual([])

  const security = readFileSync('SECURITY.md', 'utf8')
  expect(security).toContain(site.company.dataOfficer.value)
  const listed = [...security.matchAll(/^\| ([\d., ]+) \|/gm)].flatMap((match) => (match[1] ?? '').split(', '))
  const deviating = asvs.filter((row) => 'deviation' in row).map(({ id }) => id)
  expect(deviating.length).toBeGreaterThan(5)
  expect(deviating.filter((id) => !listed.includes(id))).toEqual([])
})
