import { expect, test } from 'vitest'
import { insert, newConsultation } from './clinic.ts'
import { newRecord, openRecordStage, recordCalls, sectionOf } from './record-stage.ts'
import { execute, selectAll, selectValue } from './sql.ts'

const all = (table: string) => selectAll(`SELECT * FROM ${table} ORDER BY rowid`)

/** `change` names what is other than in the row that is copied; `rowid` among them is the place it is to take. */
async function copied(table: string, change: Record<string, string>, from: string): Promise<string> {
  const columns = await selectAll(`PRAGMA table_info(${table})`)
  const names = [...new Set([...Object.keys(change), ...columns.map(({ name }) => String(name))])]
  return `INSERT OR REPLACE INTO ${table} (${names}) SELECT ${names.map((name) => change[name] ?? name)} FROM ${table} WHERE ${from}`
}

test('the database itself refuses whatever would change a signed record, its lines, its addenda or its versions', async () => {
  const { doctor, patient, consultation, calls } = await openRecordStage()
  const [other, spare] = [await newConsultation(doctor, patient), await newConsultation(doctor, patient)]
  await newRecord(doctor, other)
  await calls.seeAll()
  const saved = await calls.read()
  await calls.edit(sectionOf(saved, 'hda').id, 'Tosse há quatro dias.')
  const unsigned = await recordCalls(doctor, other).read()
  await recordCalls(doctor, other).edit(sectionOf(unsigned, 'hda').id, 'Tosse há cinco dias.')

  // An unsigned record takes no addendum, by no way.
  const idOf = (of: string) => selectValue<string>('SELECT id FROM records WHERE consultation_id = ?', of)
  const [record, draft] = [await idOf(consultation), await idOf(other)]
  const early = insert('record_addenda', {
    ...{ id: crypto.randomUUID(), record_id: draft, consultation_id: other, doctor_id: doctor.id, text: 'Adendo.' },
    ...{ doctor_name: 'Dra. Ana Souza', crm: '123456/SP', sha256: '0', created_at: 1 },
  })
  await expect(early).rejects.toThrow('an addendum needs a signed record')

  expect(await calls.signNow()).toMatchObject({ signature: { crm: '123456/SP' } })
  const { addendum } = await calls.add('Acrescentado depois.')
  const tables = [
    ...['consultations', 'records', 'record_sections', 'transcript_entries', 'record_addenda', 'record_versions'],
    ...['consents', 'audit_log'],
  ]
  const before = await Promise.all(tables.map(all))

  const [mine, draftSection] = [sectionOf(saved, 'hda').id, sectionOf(unsigned, 'hda').id]
  const copy = (table: string, change: string, where: string) => `INSERT OR REPLACE INTO ${table} ${change} ${where}`
  const refused: [string, RegExp][] = [
    [`UPDATE records SET unified_text = 'x' WHERE id = '${record}'`, /signed record/],
    [`UPDATE records SET signed_at = NULL WHERE id = '${record}'`, /signed record/],
    [`UPDATE OR REPLACE records SET id = '${record}' WHERE id = '${draft}'`, /keeps its ids/],
    [`UPDATE OR REPLACE records SET consultation_id = '${consultation}' WHERE id = '${draft}'`, /keeps its ids/],
    [`DELETE FROM records WHERE id = '${record}'`, /signed record/],
    [`UPDATE record_sections SET content = 'x' WHERE id = '${mine}'`, /signed record/],
    [`UPDATE record_sections SET record_id = '${draft}' WHERE id = '${mine}'`, /signed record/],
    [`UPDATE record_sections SET record_id = '${record}' WHERE id = '${draftSection}'`, /signed record/],
    [`UPDATE OR REPLACE record_sections SET id = '${mine}' WHERE id = '${draftSection}'`, /signed record/],
    [`DELETE FROM record_sections WHERE id = '${mine}'`, /signed record/],
    [
      `INSERT INTO record_sections SELECT 'new', record_id, doctor_id, key, canonical, title, position, content, original_content, confidence, confidence_score, suggestions, sentences FROM record_sections WHERE id = '${mine}'`,
      /signed record/,
    ],
    [`UPDATE transcript_entries SET text = 'x' WHERE consultation_id = '${consultation}' AND id = 'e1'`, /transcript/],
    [
      `UPDATE transcript_entries SET consultation_id = '${other}', id = 'y' WHERE consultation_id = '${consultation}'`,
      /./,
    ],
    [`DELETE FROM transcript_entries WHERE consultation_id = '${consultation}'`, /transcript/],
    [
      copy(
        'transcript_entries',
        `(consultation_id, id, doctor_id, position, text, timestamp, start_ms, end_ms)`,
        `VALUES ('${consultation}', 'e1', '${doctor.id}', 1, 'x', 1, 1, 1)`,
      ),
      /transcript/,
    ],
    [`UPDATE record_addenda SET text = 'x' WHERE id = '${addendum.id}'`, /append-only/],
    [`DELETE FROM record_addenda WHERE id = '${addendum.id}'`, /append-only/],
    [`UPDATE record_versions SET body = '{}' WHERE record_id = '${record}'`, /append-only/],
    [`DELETE FROM record_versions WHERE record_id = '${record}'`, /append-only/],
    [
      `INSERT OR REPLACE INTO record_versions SELECT * FROM record_versions WHERE record_id = '${record}'`,
      /append-only/,
    ],
  ]
  for (const [sql, why] of refused) await expect(execute(sql), sql).rejects.toThrow(why)

  // Nor is any of them taken the place of: REPLACE asks no delete trigger.
  const at = (table: string, where: string) => `(SELECT rowid FROM ${table} WHERE ${where} LIMIT 1)`
  const [own, theirs] = [`consultation_id = '${consultation}'`, `consultation_id = '${other}'`]
  const line = (of: string) => `${of} AND id = 'e2'`
  const moved = (table: string, to: string, from: string) =>
    `UPDATE OR REPLACE ${table} SET rowid = ${at(table, to)} WHERE ${from}`
  const replacements: [string, RegExp][] = [
    [`UPDATE OR REPLACE consultations SET id = '${consultation}' WHERE id = '${spare}'`, /keeps its place/],
    [moved('consultations', `id = '${consultation}'`, `id = '${spare}'`), /keeps its place/],
    [moved('records', `id = '${record}'`, `id = '${draft}'`), /keeps its place/],
    [moved('record_sections', `id = '${mine}'`, `id = '${draftSection}'`), /keeps its place/],
    [moved('transcript_entries', line(own), line(theirs)), /keeps its place/],
  ]
  const fresh = { id: "'fresh'" }
  const places: [string, Record<string, string>, string, RegExp][] = [
    [
      'consultations',
      { ...fresh, rowid: at('consultations', `id = '${consultation}'`) },
      `id = '${spare}'`,
      /not replaced/,
    ],
    ['records', { ...fresh, consultation_id: `'${spare}'`, rowid: at('records', own) }, theirs, /not replaced/],
    [
      'record_sections',
      { ...fresh, rowid: at('record_sections', `id = '${mine}'`) },
      `id = '${draftSection}'`,
      /signed record/,
    ],
    ['transcript_entries', { ...fresh, rowid: at('transcript_entries', line(own)) }, line(theirs), /transcript/],
    ['record_addenda', { ...fresh, rowid: 'rowid', text: "'x'" }, own, /append-only/],
    ['record_versions', { version: '99', rowid: at('record_versions', own) }, theirs, /append-only/],
    ['consents', { ...fresh, state: "'refused'" }, own, /append-only/],
    ['audit_log', { action: "'record_read'" }, `subject_id = '${consultation}'`, /append-only/],
  ]
  for (const [table, change, from, why] of places) replacements.push([await copied(table, change, from), why])
  // Nor is a version or an addendum written that never was.
  replacements.push(
    [await copied('record_versions', { version: '99' }, own), /no later version/],
    [await copied('record_versions', { record_id: "'none'" }, own), /no later version/],
    [
      await copied('record_versions', { consultation_id: `'${consultation}'`, version: '99' }, theirs),
      /no later version/,
    ],
    [await copied('record_addenda', { ...fresh, consultation_id: `'${other}'` }, own), /an addendum needs/],
  )
  for (const [sql, why] of replacements) await expect(execute(sql), sql).rejects.toThrow(why)
  // Drops the fields that would replace them.
  const ignored = [
    `INSERT OR REPLACE INTO records (id, consultation_id, doctor_id, specialty, job_id, processing_time_ms, warnings, structurer, created_at, updated_at)
      VALUES ('${record}', '${consultation}', '${doctor.id}', 'general', 'x', 1, '[]', '{}', 1, 1)`,
    `INSERT OR REPLACE INTO records (id, consultation_id, doctor_id, specialty, job_id, processing_time_ms, warnings, structurer, created_at, updated_at)
      VALUES ('fresh', '${consultation}', '${doctor.id}', 'general', 'x', 1, '[]', '{}', 1, 1)`,
    `INSERT OR REPLACE INTO record_sections (id, record_id, doctor_id, key, canonical, title, position, content, original_content, confidence, confidence_score, suggestions, sentences)
      VALUES ('${mine}', '${draft}', '${doctor.id}', 'hda', 'hda', 't', 1, 'x', 'x', 'high', 1, '[]', '[]')`,
    `INSERT OR REPLACE INTO record_addenda SELECT id, record_id, consultation_id, doctor_id, 'x', doctor_name, crm, sha256, created_at FROM record_addenda WHERE id = '${addendum.id}'`,
    await copied('consents', { seq: 'NULL', state: "'refused'" }, own),
  ]
  for (const sql of ignored) expect([sql, (await execute(sql)).meta.changes]).toEqual([sql, 0])
  expect(await Promise.all(tables.map(all))).toEqual(before)
  // The one beside it is still a draft.
  await execute(`UPDATE record_sections SET content = 'x' WHERE id = '${draftSection}'`)
})
