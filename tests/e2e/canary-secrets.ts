// The secrets of the suite's lanes: from their databases, rooms and settings, and as they were typed.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEMO_PASSWORD } from '#local/stack/demonstration-doctor.ts'
import { ROOT } from '#local/stack/processes.ts'
import type { Secret, SecretKind, Written } from './canary-search.ts'
import { SEEN, type Seen } from './canary-watch.ts'
import { DIRECTORY } from './stack.ts'

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
export function seen(): { secrets: Secret[]; written: Written[]; files: number } {
  const files = globSync(join(SEEN, '*.jsonl'))
  const all = files.flatMap(lines).map((line) => JSON.parse(line) as Seen)
  return {
    secrets: all.flatMap((one) => ('secret' in one ? [one.secret] : [])),
    written: all.filter((one) => 'place' in one),
    files: files.length,
  }
}

export function* held(): Generator<Secret> {
  yield { kind: 'password', text: DEMO_PASSWORD }
  for (const line of lines(join(ROOT, '.dev.vars'))) yield { kind: 'setting', text: line.slice(line.indexOf('=') + 1) }
  yield* inFiles('d1/miniflare-D1DatabaseObject/*.sqlite', inDatabase)
  yield* inFiles('do/relato-preview-ConsultationRoom/*.sqlite', inRoom)
}
