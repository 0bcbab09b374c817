import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { RecordVersion, VersionsPage } from '#domain/record/contract.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { newRecord, recordCalls, sectionOf } from './record-stage.ts'

const run = (sql: string) => env.DB.prepare(sql).run()

async function stage() {
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  await newRecord(doctor, consultation)
  const calls = recordCalls(doctor, consultation)
  const page = (query = '') =>
    calls.call<VersionsPage & { code?: string }>('GET', `records/${consultation}/versions${query}`)
  const textOf = async (version: number) =>
    (await calls.call<RecordVersion>('GET', `records/${consultation}/versions/${version}`)).record.unified_text
  return { doctor, consultation, calls, page, textOf }
}

test('what is typed into the text is a version now and then, not at every pause; what takes it away always is', async () => {
  const { consultation, calls, page, textOf } = await stage()
  const numbers = async () => (await page()).versions.map(({ version }) => version)
  for (const text of ['Um.', 'Um. Dois.', 'Um. Dois. Três.']) await calls.text(text)
  expect([await numbers(), await textOf(1)]).toEqual([[1], null])
  expect((await calls.read()).unified_text).toBe('Um. Dois. Três.')

  // Anything else that replaces it keeps it, and the typing after that begins anew.
  await calls.edit(sectionOf(await calls.read(), 'conduta').id, 'Repouso.')
  expect([await numbers(), await textOf(2)]).toEqual([[2, 1], 'Um. Dois. Três.'])
  await calls.text('Quatro.')
  await calls.text('Quatro. Cinco.')
  expect([await numbers(), await textOf(3)]).toEqual([[3, 2, 1], 'Um. Dois. Três.'])
  await calls.text(null)
  expect([await numbers(), await textOf(4)]).toEqual([[4, 3, 2, 1], 'Quatro. Cinco.'])

  // Ten minutes later it is a version again.
  await calls.text('Seis.')
  expect(await numbers()).toHaveLength(5)
  await run('DROP TRIGGER IF EXISTS versions_no_update')
  await run(`UPDATE record_versions SET replaced_at = replaced_at - 600001 WHERE consultation_id = '${consultation}'`)
  await calls.text('Seis. Sete.')
  expect([await numbers(), await textOf(6)]).toEqual([[6, 5, 4, 3, 2, 1], 'Seis.'])
})

test('a version says what put another in its place, and where', async () => {
  const { doctor, consultation, calls, page } = await stage()
  const ends = async () => (await page()).versions.map(({ replaced_by, section }) => [replaced_by, section])
  const record = await calls.read()
  const { id, title } = sectionOf(record, 'conduta')
  await calls.edit(id, 'Repouso.')
  await calls.text('Um.')
  await calls.text(null)
  expect(await ends()).toEqual([
    ['text', null],
    ['text', null],
    ['section', title],
  ])
  expect((await page()).versions.at(-1)?.structured_at).toBe(record.created_at)
  // One kept before this was said, and one that a new structuring replaced.
  await run('DROP TRIGGER IF EXISTS versions_no_update')
  await run(`UPDATE record_versions SET body = json_remove(json_set(body, '$.replaced_by', 'other'), '$.replaced_in')
    WHERE consultation_id = '${consultation}' AND version = 1`)
  expect((await ends()).at(-1)).toEqual(['other', null])
  await newRecord(doctor, consultation)
  expect((await ends())[0]).toEqual(['structuring', null])
})

test('the first version is reached, however many there are', async () => {
  const { consultation, calls, page } = await stage()
  await calls.edit(sectionOf(await calls.read(), 'conduta').id, 'Repouso.')
  await run(`INSERT INTO record_versions (record_id, version, doctor_id, consultation_id, body, replaced_at)
    WITH RECURSIVE n(v) AS (SELECT 2 UNION ALL SELECT v + 1 FROM n WHERE v < 250)
    SELECT record_id, n.v, doctor_id, consultation_id, body, replaced_at FROM record_versions, n
    WHERE consultation_id = '${consultation}' AND version = 1`)
  const seen: number[] = []
  let next: number | null = null
  do {
    const { versions, next: after }: VersionsPage = await page(next === null ? '' : `?before=${next}`)
    seen.push(...versions.map(({ version }) => version))
    next = after
  } while (next !== null)
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index))
  expect((await page('?before=x')).code).toBe('invalid_cursor')
  const foreign = await (await newDoctor()).call(
    'GET',
    `/api/v1/transcription/records/${consultation}/versions?before=5`,
  )
  expect(foreign.status).toBe(404)
})
