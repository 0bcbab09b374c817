import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Database } from '#db/client.ts'
import { claimJob, failClaimed } from '#db/queries/job.ts'
import { changeRecord } from '#db/queries/record-change.ts'
import { markSaved } from '#db/queries/record-sign.ts'
import { CID_TABLE_KEY } from '#domain/record/cid10/cid10.ts'
import { changeSection } from '#domain/record/edit/change.ts'
import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { writeSubscription } from './billing.ts'
import { installCidTable, newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import {
  BRONCHITIS,
  db,
  openRecordStage,
  recordCalls,
  requestStructuring,
  sectionOf,
  structureNow,
} from './record-stage.ts'
import { selectAll } from './sql.ts'

test('marks codes as typed without a CID-10 table, and accepts only its codes and names with one', async () => {
  // The Worker stores the table in memory on first use, and another file may have used it.
  vi.resetModules()
  const { doctor, calls } = await openRecordStage()
  const search = async (query: string) => {
    const answer = await doctor.call('POST', '/api/v1/transcription/cid10/search', { query })
    return (await answer.json<{ items?: { code: string }[]; code?: string }>()) ?? {}
  }
  const coded = { ...BRONCHITIS, text: 'Escrito de outro jeito' }

  await env.FILES.delete(CID_TABLE_KEY)
  expect(await search('bronquite')).toMatchObject({ code: 'cid_table_missing' })
  const hasTable = async () => (await doctor.call('GET', '/api/v1/transcription/cid10')).json()
  expect(await hasTable()).toEqual({ has_table: false })
  const typed = { ...coded, code: 'J20.7', typed: true }
  expect(await calls.code([{ ...coded, code: 'J20.7' }])).toMatchObject({ diagnoses: [typed] })
  expect(await calls.code([{ ...coded, code: 'tosse' }])).toBe('invalid_body')

  // Installed while the Worker runs.
  await installCidTable()
  expect((await search('BRONQUITE aguda')).items?.map(({ code }) => code)).toEqual(['J20', 'J20.9'])
  expect(await search('x')).toMatchObject({ code: 'invalid_body' })
  expect(await hasTable()).toEqual({ has_table: true })
  const propose = async (hypothesis: string) => {
    const answer = await doctor.call('POST', '/api/v1/transcription/cid10/proposals', { hypothesis })
    return (await answer.json<{ items: { code: string }[] }>()).items.map(({ code }) => code)
  }
  expect(await propose('Provável bronquite aguda, afebril. Asma.')).toEqual(['J20', 'J20.9', 'J45'])
  expect(await calls.code([{ ...coded, code: 'J20.8' }])).toBe('unknown_diagnosis_code')
  // A code of the record stays, though the table does not know it.
  expect(await calls.code([typed, coded])).toMatchObject({ diagnoses: [typed, BRONCHITIS] })
})

async function stage() {
  const { doctor, consultation, calls } = await openRecordStage()
  const tables = [
    'records WHERE consultation_id = ?1',
    'record_versions WHERE consultation_id = ?1',
    'record_sections WHERE record_id = (SELECT id FROM records WHERE consultation_id = ?1)',
  ]
  const stored = () =>
    Promise.all(tables.map((from) => selectAll(`SELECT * FROM ${from} ORDER BY rowid`, consultation)))
  const ask = (specialty: Specialty) => requestStructuring(doctor, consultation, { specialty })
  return { doctor, consultation, calls, ask, stored }
}

test('while a new record is being made nothing is written into the one that it replaces, nor is it saved or signed', async () => {
  const { doctor, consultation, calls, ask, stored } = await stage()
  await calls.text('Ao exame, tem falta de ar.')
  const record = await calls.read()
  const [hda, conduta] = [sectionOf(record, 'hda'), sectionOf(record, 'conduta')]
  const finding = record.alerts.find(({ seen }) => seen === false)?.message ?? ''
  const changes: [string, () => Promise<string | object>][] = [
    ['a look at the text', () => calls.seeText([finding])],
    ['a section', () => calls.edit(hda.id, 'Tosse.')],
    ['a look', () => calls.see(conduta.id, [conduta.content])],
    ['what was left out', () => calls.insert('o1')],
    ['the text', () => calls.text('Meu texto.')],
    ['a diagnosis', () => calls.code([BRONCHITIS])],
  ]
  const answers = async (of: typeof changes) => {
    const all: [string, string | undefined][] = []
    for (const [what, change] of of) {
      const answer = await change()
      all.push([what, typeof answer === 'string' ? answer : (answer as { code?: string }).code])
    }
    return all
  }
  const refused = (of: typeof changes) => of.map(([what]) => [what, 'structuring_under_way'])

  const before = await stored()
  const { id } = await ask('general')
  expect(await answers(changes)).toEqual(refused(changes))
  const job = await claimJob(db, id, Date.now())
  expect(await answers(changes)).toEqual(refused(changes))
  expect(await stored()).toEqual(before)

  // A second request returns the first job, even if another specialty was chosen meanwhile.
  expect(await ask('cardiology')).toEqual({ id, created: false })
  await writeSubscription(doctor)
  const body = { consultation_id: consultation, specialty: 'cardiology' }
  expect(await calls.call('POST', 'structure', body)).toEqual({ job_id: id, specialty: 'general' })

  if (!job || !(await failClaimed(db, job, 'structuring_failed', Date.now()))) throw new Error('no job')
  expect(await answers(changes)).toEqual(changes.map(([what]) => [what, undefined]))
  await calls.text(null)
  await calls.seeAll()
  const { revision } = await calls.read()
  const again = await ask('cardiology')
  expect(again.created).toBe(true)
  const underWay = 'structuring_under_way'
  expect([await calls.save(revision), await calls.sign(revision)]).toEqual([underWay, underWay])
})

test('a structuring that is asked for between looking and writing is not written past', async () => {
  const { doctor, consultation, calls, ask, stored } = await stage()
  const record = await calls.read()
  const before = await stored()
  const asking: Database = Object.create(db, {
    $client: {
      value: {
        prepare: (sql: string) => env.DB.prepare(sql),
        batch: async (statements: D1PreparedStatement[]) => {
          await ask('general')
          return env.DB.batch(statements)
        },
      },
    },
  })
  const decide = changeSection(sectionOf(record, 'hda').id, 'Tosse.')
  expect(await changeRecord(asking, doctor.id, consultation, decide, Date.now())).toBe('structuring_under_way')
  const [row] = before[0] ?? []
  const looked = { record_id: String(row?.id), consultation_id: consultation, revision: record.revision }
  expect(await markSaved(db, doctor.id, looked, Date.now())).toBe('structuring_under_way')
  expect(await stored()).toEqual(before)
})

const talk: ['doctor' | 'patient', string][] = [
  ['patient', 'Estou com dor de cabeça e febre há dois dias.'],
  ['doctor', 'Prescrevo dipirona 500 mg se dor ou febre.'],
]

/** The structured record of a consultation with this context. */
async function structured(context: string) {
  const doctor = await newDoctor()
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const consultation = await newConsultation(doctor, await newPatient(doctor), { clinical_context: context }, talk)
  expect(await structureNow(doctor, consultation)).toBe('completed')
  return recordCalls(doctor, consultation)
}
const notes = (record: StructuredRecord) =>
  sectionOf(record, 'conduta')
    .sentences.filter(needsLook)
    .map(({ text, flags }) => [text, ...flags.map((flag) => flag.message)])

test('what the context notes as an allergy holds the signature until the doctor looked at the prescription', async () => {
  const calls = await structured('Hipertensão. Alergia a dipirona')
  const record = await calls.read()
  const message = '“Dipirona”: o contexto do paciente traz alergia a “dipirona”.'
  expect(notes(record)).toEqual([[expect.stringMatching(/dipirona 500 mg/i), message]])
  expect([await calls.save(record.revision), await calls.sign(record.revision)]).toEqual([
    'record_unseen',
    'record_unseen',
  ])

  // A rewritten section is also checked against the context; so is a validation without saving.
  const conduta = sectionOf(record, 'conduta')
  await calls.edit(conduta.id, 'Repouso.')
  expect(notes(await calls.read())).toEqual([])
  const sections = [{ id: conduta.id, content: 'Novalgina se dor.' }]
  const validation = await calls.call<{ issues: string[] }>('POST', 'validate', { sections, specialty: 'general' })
  expect(validation.issues.filter((issue) => issue.includes('Novalgina'))).toEqual([
    expect.stringContaining('“Novalgina”: o contexto do paciente traz alergia a “dipirona”.'),
  ])
  await calls.edit(conduta.id, 'Novalgina se dor.')
  const edited = await calls.read()
  expect(notes(edited)).toEqual([
    ['Novalgina se dor.', expect.stringContaining('o contexto do paciente traz alergia a “dipirona”.')],
  ])
  expect(await calls.sign(edited.revision)).toBe('record_unseen')

  // Hidden characters hide no medicine, and none is stored: the PDF would print another order than the screen shows.
  for (const hidden of ['\u00ad', '\u200b', '\u2060', '\ufeff', '\u202e', '\u0007']) {
    await calls.edit(conduta.id, `Prescrevo dipi${hidden}rona 500 mg.`)
    const [note] = notes(await calls.read())
    expect(note).toEqual(['Prescrevo dipirona 500 mg.', expect.stringContaining('alergia a “dipirona”')])
  }

  await calls.seeAll()
  expect(await calls.signNow()).toMatchObject({ signature: { kind: 'simples' } })
})

test('a context that denies it, or that nobody wrote, holds nothing', async () => {
  for (const context of ['Nega alergias.', 'Nega alergia a dipirona.', 'Contexto clínico a ser preenchido']) {
    const record = await (await structured(context)).read()
    expect([context, notes(record), record.alerts]).toEqual([context, [], []])
  }
})
