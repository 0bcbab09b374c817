import { expect, test } from 'vitest'
import type { RecordVersion, SectionReply, VersionsPage } from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { newDoctor } from './doctor.ts'
import { newRecord, openRecordStage, sectionOf } from './record-stage.ts'
import { execute, selectAll, selectValue } from './sql.ts'

async function stage() {
  const { doctor, consultation, calls } = await openRecordStage()
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

  // Any other replacement keeps it, and the typing after that starts a new version.
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
  await execute('DROP TRIGGER IF EXISTS versions_no_update')
  await execute(
    `UPDATE record_versions SET replaced_at = replaced_at - 600001 WHERE consultation_id = '${consultation}'`,
  )
  await calls.text('Seis. Sete.')
  expect([await numbers(), await textOf(6)]).toEqual([[6, 5, 4, 3, 2, 1], 'Seis.'])
})

test('an edit that saves itself is one version and one line of the log, whatever is edited beside it', async () => {
  const { doctor, consultation, calls, page, textOf } = await stage()
  const record = await calls.read()
  const [conduta, hda] = [sectionOf(record, 'conduta'), sectionOf(record, 'hda')]
  const writer = (section: { id: string; content: string }) => {
    const edit = crypto.randomUUID()
    let base = section.content
    return async (content: string, autosave = true) => {
      const body = { content, base, edit, autosave }
      const answer = await calls.call<SectionReply>('PUT', `sections/${section.id}`, body)
      if (!answer.code) base = answer.section.content
      return answer.code ?? answer.section.content
    }
  }
  const ends = async () => (await page()).versions.map(({ section }) => section)
  const [first, second] = [writer(conduta), writer(hda)]
  await first('Rep')
  await second('Tosse')
  await first('Repouso')
  await second('Tosse seca')
  expect(await first('Repouso.', false)).toBe('Repouso.')
  expect(await ends()).toEqual([hda.title, conduta.title])
  const updates = await selectAll(
    "SELECT subject_id FROM audit_log WHERE doctor_id = ? AND action = 'section_updated' ORDER BY rowid",
    doctor.id,
  )
  expect(updates.map((row) => row.subject_id)).toEqual([conduta.id, hda.id, conduta.id])

  // Changes in between are stored separately; an edit begun elsewhere since is not overwritten.
  await calls.text('Um.')
  expect(await textOf(3)).toBeNull()
  expect(await second('Tosse seca.')).toBe('Tosse seca.')
  expect([await ends(), await textOf(4)]).toEqual([[hda.title, null, hda.title, conduta.title], 'Um.'])
  await calls.edit(hda.id, 'De outra janela.')
  expect(await second('Tosse seca e febre.')).toBe('record_changed')
  // The first version of an edit is what it began with, in the sentences as in the words.
  const began = await calls.call<RecordVersion>('GET', `records/${consultation}/versions/1`)
  expect(sectionOf(began.record as StructuredRecord, 'conduta').content).toBe(conduta.content)
  expect(await first(conduta.content, false)).toBe(conduta.content)
  expect(sectionOf(await calls.read(), 'conduta').sentences).toEqual(conduta.sentences)
  // Another doctor's edit of that name is not looked into.
  const other = await stage()
  const theirs = sectionOf(await other.calls.read(), 'conduta')
  const edit = await selectValue(
    "SELECT body ->> 'edit' FROM record_versions WHERE consultation_id = ? AND version = 1",
    consultation,
  )
  await other.calls.call('PUT', `sections/${theirs.id}`, { content: 'Dieta.', edit })
  expect((await other.page()).versions).toHaveLength(1)
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
  // A version stored before `replaced_in` existed, and one that a new structuring replaced.
  await execute('DROP TRIGGER IF EXISTS versions_no_update')
  await execute(`UPDATE record_versions SET body = json_remove(json_set(body, '$.replaced_by', 'other'), '$.replaced_in')
    WHERE consultation_id = '${consultation}' AND version = 1`)
  expect((await ends()).at(-1)).toEqual(['other', null])
  await newRecord(doctor, consultation)
  expect((await ends())[0]).toEqual(['structuring', null])
})

test('the first version is reached, however many there are', async () => {
  const { consultation, calls, page } = await stage()
  await calls.edit(sectionOf(await calls.read(), 'conduta').id, 'Repouso.')
  await execute(`INSERT INTO record_versions (record_id, version, doctor_id, consultation_id, body, replaced_at)
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
