// The secrets of the suite's lanes, from their databases, rooms and settings and as they were typed, are looked for in
// every output and request.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { ROOT } from '#local/stack/processes.ts'
import { MAIN } from '../testkit/full.ts'
import {
  type Exception,
  type Place,
  SEEN,
  Search,
  type Secret,
  type SecretKind,
  type Seen,
  type Written,
} from './canary.ts'
import { DIRECTORY, outputs } from './stack.ts'

/** Set by `npm run test:full`: every journey ran, so every kind of secret was typed. */
const WHOLE = process.env.E2E_WHOLE === 'yes'

const exceptions: Exception[] = [
  {
    name: 'a link of a mail as it is opened, once: its token leaves the address on load',
    kind: 'mail token',
    places: ['navigation', 'address'],
    text: /\/(api\/auth\/verify-email|reset-password)\?([^#]*&)?token=/,
  },
]

test('no name, number, word, password or token of the whole suite is in any output, address or console', {
  tag: MAIN,
}, () => {
  const pages = seen()
  const outputLines = outputs().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      // The tests' own recogniser prints its words for the tests; that output is not the product's.
      .filter((line) => basename(file) !== 'recogniser.log' || !line.startsWith('heard '))
      .map((text): Written => ({ place: 'output', text })),
  )
  const search = new Search(held(pages.secrets))
  const written = [...outputLines, ...pages.written]
  const { leaks, excused } = search.through(written, exceptions)

  const counts = new Map<Place, number>()
  for (const { place } of written) counts.set(place, (counts.get(place) ?? 0) + 1)
  const countsText = (of: Iterable<[string, number | undefined]>) =>
    [...of].map(([name, n]) => `${n} ${name}`).join(', ')
  console.log(
    `searched: ${countsText(counts)}\nfor: ${countsText(Object.entries(search.known))}\nexcused: ${countsText(excused)}`,
  )

  expect(leaks.map(({ kind, place, text }) => `${kind} in ${place}: ${text}`)).toEqual([])
  // Even if only a few tests ran, some output was searched for some secret.
  for (const place of ['output', 'request'] as const) expect(counts.get(place) ?? 0, place).toBeGreaterThan(0)
  for (const kind of ['name', 'words', 'setting'] as const) expect(search.known[kind] ?? 0, kind).toBeGreaterThan(0)
  if (!WHOLE) return
  for (const place of ['navigation', 'address', 'referer', 'socket', 'console'] as const)
    expect(counts.get(place) ?? 0, place).toBeGreaterThan(0)
  for (const kind of ['number', 'address', 'password', 'session', 'mail token'] as const)
    expect(search.known[kind] ?? 0, kind).toBeGreaterThan(0)
})

/** Every column of text that a person wrote or that opens a door. */
const COLUMNS: [table: string, columns: string, kind: SecretKind][] = [
  ['medical_patients', 'nome_completo, nome_mae', 'name'],
  ['medical_patients', 'cpf, telefone', 'number'],
  ['medical_patients', 'observacoes_gerais, endereco', 'words'],
  ['consultations', 'patient_name', 'name'],
  ['consultations', 'clinical_context', 'words'],
  ['transcript_entries', 'text', 'words'],
  ['record_sections', 'content, original_content', 'words'],
  ['record_addenda', 'text', 'words'],
  ['user', 'email', 'address'],
  ['user', 'name', 'name'],
  ['profiles', 'phone', 'number'],
  ['contact_messages', 'name', 'name'],
  ['contact_messages', 'message', 'words'],
  ['account', 'password', 'password'],
  ['session', 'token', 'session'],
]
const TOKEN_IN_LINK = /[?&]token=([^&\s"<>]+)/g

function* inDatabase(database: DatabaseSync): Generator<Secret> {
  for (const [table, columns, kind] of COLUMNS)
    for (const row of database.prepare(`SELECT DISTINCT ${columns} FROM ${table}`).iterate())
      for (const text of Object.values(row)) if (typeof text === 'string') yield { kind, text }
  for (const { text } of database.prepare('SELECT text FROM outbox_mail').iterate() as Iterable<{ text: string }>)
    for (const [, token = ''] of text.matchAll(TOKEN_IN_LINK)) yield { kind: 'mail token', text: token }
}

function* inRoom(database: DatabaseSync): Generator<Secret> {
  if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'entry'").get()) return
  for (const { body } of database.prepare('SELECT body FROM entry').iterate() as Iterable<{ body: string }>)
    yield { kind: 'words', text: (JSON.parse(body) as { text: string }).text }
}

function* inFiles(pattern: string, read: (database: DatabaseSync) => Iterable<Secret>): Generator<Secret> {
  for (const file of globSync(join(DIRECTORY, '*/state/v3', pattern))) {
    if (file.endsWith('metadata.sqlite')) continue
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
    try {
      yield* read(database)
    } finally {
      database.close()
    }
  }
}

const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** The requests of the pages, as their tests recorded them. */
function seen(): { secrets: Secret[]; written: Written[]; files: number } {
  const files = globSync(join(SEEN, '*.jsonl'))
  const all = files.flatMap(lines).map((line) => JSON.parse(line) as Seen)
  return {
    secrets: all.flatMap((one) => ('secret' in one ? [one.secret] : [])),
    written: all.filter((one) => 'place' in one),
    files: files.length,
  }
}

function* held(typed: readonly Secret[]): Generator<Secret> {
  yield* typed
  yield { kind: 'password', text: DEMO_PASSWORD }
  for (const line of lines(join(ROOT, '.dev.vars'))) yield { kind: 'setting', text: line.slice(line.indexOf('=') + 1) }
  yield* inFiles('d1/miniflare-D1DatabaseObject/*.sqlite', inDatabase)
  yield* inFiles('do/relato-preview-ConsultationRoom/*.sqlite', inRoom)
}
