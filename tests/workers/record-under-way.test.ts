import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { claimJob, createJob, failClaimed } from '#db/queries/job.ts'
import { changeRecord } from '#db/queries/record-change.ts'
import { markSaved } from '#db/queries/record-sign.ts'
import { changeSection } from '#domain/record/edit/change.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import { writeSubscription } from './billing.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { db, lookAtAll, newRecord, recordCalls, sectionOf } from './record-stage.ts'

async function stage() {
  const doctor = await newDoctor()
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  await newRecord(doctor, consultation)
  const ask = (specialty: Specialty) =>
    createJob(db, {
      id: crypto.randomUUID(),
      kind: 'structure',
      doctorId: doctor.id,
      subjectId: consultation,
      input: { specialty },
      now: Date.now(),
    })
  const stored = async () =>
    Promise.all(
      ['records', 'record_versions', 'record_sections'].map(async (table) => {
        const of = table === 'record_sections' ? 'doctor_id' : 'consultation_id'
        const read = env.DB.prepare(`SELECT * FROM ${table} WHERE ${of} = ? ORDER BY rowid`)
        return (await read.bind(of === 'doctor_id' ? doctor.id : consultation).all()).results
      }),
    )
  return { doctor, consultation, calls: recordCalls(doctor, consultation), ask, stored }
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
    ['a diagnosis', () => calls.code([{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }])],
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
  await lookAtAll(calls)
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
