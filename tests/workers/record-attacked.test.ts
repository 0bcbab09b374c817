import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearlyValid, valid } from './arbitrary.ts'
import { newClinic as newBelongings } from './clinic.ts'
import { changes, routes } from './contracts.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { type Clinic, matrix, newClinic, type Row } from './route-matrix.ts'
import { signRecord } from './signed-clinic.ts'
import { execute, selectAll, selectValue } from './sql.ts'

const seed = Number(env.FUZZ_SEED || Date.now() % 2 ** 31)
const BODIES = Number(env.FUZZ_REQUESTS || 0) > 1_000 ? 25 : 3
const long = { timeout: 20 * 60_000 }

/** Columns that a signature covers, and the columns that identify a row. */
const covered: Record<string, string> = {
  records: 'consultation_id = ?1',
  record_sections: 'record_id IN (SELECT id FROM records WHERE consultation_id = ?1)',
  record_versions: 'consultation_id = ?1',
  record_addenda: 'consultation_id = ?1',
  consents: 'consultation_id = ?1',
  transcript_entries: 'consultation_id = ?1',
  consultations: 'id = ?1',
}
/** Tables that get new rows after the signature. */
const appended = new Set(['record_addenda', 'consents'])
/** Columns of the consultation that say nothing of what was signed: how it is found, counted and charged. */
const free = new Set(['search_text', 'entry_count', 'clinical_context', 'status', 'duration', 'gaps', 'record_state'])

async function under(consultation: string): Promise<Record<string, Record<string, unknown>[]>> {
  const rows = await env.DB.batch<Record<string, unknown>>(
    Object.entries(covered).map(([table, where]) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE ${where} ORDER BY rowid`).bind(consultation),
    ),
  )
  return Object.fromEntries(Object.keys(covered).map((table, at) => [table, rows[at]?.results ?? []]))
}

async function signed(): Promise<{ doctor: TestDoctor; clinic: Clinic }> {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  await signRecord(doctor, clinic)
  return { doctor, clinic }
}
const alertsOf = async (doctor: TestDoctor, clinic: Clinic) => {
  const answer = await doctor.call('GET', `/api/consultations/${clinic.consultation}`)
  const { structuredData } = await answer.json<{ structuredData: { alerts: { kind: string }[] } }>()
  return structuredData.alerts.filter(({ kind }) => kind === 'signature')
}

test('no route changes a signed record, whatever the doctor themself asks of it', long, async ({ task }) => {
  const { doctor, clinic } = await signed()
  const before = await under(clinic.consultation)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  const words = String(before.consultations?.[0]?.note_words)
  const ids = Object.values(clinic)
  let attacks = 0
  for (const { key, method, path, body } of routes.filter(changes)) {
    const row = matrix[key] as Row
    // A visitor's calls name no record, and one that ends everything is looked at where it is built.
    if (row.access === 'signed' || key.startsWith('DELETE /api/account')) continue
    const made = body ? fc.sample(fc.oneof(valid(body, ids), nearlyValid(body, ids)), { seed, numRuns: BODIES }) : []
    for (const sent of [await row.body?.(clinic), ...made]) {
      const at = row.path?.({ ...clinic, active: clinic.consultation }) ?? path
      // Each hundred from another address: one that floods is refused before anything is looked at.
      const from = { 'cf-connecting-ip': `10.66.0.${Math.floor(attacks / 100)}` }
      const answer = await doctor.call(method, at, sent, { ...row.headers, ...from })
      expect([key, answer.status < 500]).toEqual([key, true])
      await answer.body?.cancel()
      attacks += 1
    }
    await execute('DELETE FROM rate_limit')
    const after = await under(clinic.consultation)
    const noted = await selectValue('SELECT words FROM noted_visits WHERE id = ?', clinic.consultation)
    const [visit] = after.consultations ?? []
    // The search finds an addendum: its words follow those of the record.
    expect([key, visit?.note_words]).toEqual([key, noted])
    expect([key, String(noted).startsWith(words)]).toEqual([key, true])
    if (visit) visit.note_words = words
    // Later rows are appended: an addendum, or an answer of the patient.
    for (const table of Object.keys(covered)) {
      const rows = after[table]?.slice(0, before[table]?.length)
      expect([key, table, rows]).toEqual([key, table, before[table]])
      if (!appended.has(table)) expect([key, table, after[table]?.length]).toEqual([key, table, before[table]?.length])
    }
  }
  expect(await alertsOf(doctor, clinic)).toEqual([])
  task.meta.attacks = attacks
  task.meta.seed = seed
})

test('no statement changes a row under a signature, in whatever column, by whatever way', long, async ({ task }) => {
  const { doctor, clinic } = await signed()
  const consultation = clinic.consultation
  await newBelongings(doctor)
  const before = await under(consultation)
  let attacks = 0
  const changed = new Set<string>()
  const attack = async (name: string, sql: string) => {
    attacks += 1
    await execute(sql, consultation).catch(() => undefined)
    const after = await under(consultation)
    for (const table of Object.keys(covered)) {
      const [was, is] = [before[table] ?? [], after[table] ?? []]
      const added = appended.has(table) ? is.slice(0, was.length) : is
      if (JSON.stringify(added) !== JSON.stringify(was)) changed.add(name)
    }
  }
  for (const [table, where] of Object.entries(covered)) {
    const results = await selectAll<{ name: string }>(`PRAGMA table_info(${table})`)
    const names = results.map(({ name }) => name)
    const locked = names.filter((name) => table !== 'consultations' || !free.has(name))
    const one = `(SELECT rowid FROM ${table} WHERE ${where} LIMIT 1)`
    for (const name of locked) {
      for (const value of ["'x'", 'NULL', `"${name}" || ' '`, '-1'])
        await attack(`UPDATE ${table}.${name}`, `UPDATE ${table} SET "${name}" = ${value} WHERE ${where}`)
      await attack(
        `UPDATE OR REPLACE ${table}.${name}`,
        `UPDATE OR REPLACE ${table} SET "${name}" = (SELECT "${name}" FROM ${table} WHERE rowid = ${one}) WHERE NOT (${where})`,
      )
      const columns = names.map((column) => (column === name ? `'x'` : `"${column}"`))
      await attack(
        `REPLACE ${table}.${name}`,
        `INSERT OR REPLACE INTO ${table} (${names.map((n) => `"${n}"`)}) SELECT ${columns} FROM ${table} WHERE rowid = ${one}`,
      )
    }
    await attack(`DELETE ${table}`, `DELETE FROM ${table} WHERE ${where}`)
    await attack(`rowid ${table}`, `UPDATE OR REPLACE ${table} SET rowid = ${one} WHERE NOT (${where})`)
    await attack(`rowid away ${table}`, `UPDATE ${table} SET rowid = rowid + 100000 WHERE ${where}`)
  }
  expect([...changed]).toEqual([])
  // Beside it stands a draft, which may be changed: it is the signature that holds, and nothing else.
  const other = await newBelongings(doctor)
  const draft = await execute("UPDATE records SET warnings = '[1]' WHERE consultation_id = ?", other.consultation)
  expect(draft.meta.changes).toBe(1)
  // A row forged after it raises an alert: its hash is not in the chain.
  expect(await alertsOf(doctor, clinic)).toHaveLength(1)
  task.meta.attacks = attacks
})
