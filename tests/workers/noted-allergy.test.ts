import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { claimJob, createJob } from '#db/queries/job.ts'
import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import { runStructure } from '#workers/jobs/structure.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { db, lookAtAll, recordCalls, sectionOf } from './record-stage.ts'

const talk: ['doctor' | 'patient', string][] = [
  ['patient', 'Estou com dor de cabeça e febre há dois dias.'],
  ['doctor', 'Prescrevo dipirona 500 mg se dor ou febre.'],
]

/** The structured record of a consultation with this context. */
async function structured(context: string, lines = talk) {
  const doctor = await newDoctor()
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const consultation = await newConsultation(doctor, await newPatient(doctor), { clinical_context: context }, lines)
  const now = Date.now()
  const input = { specialty: 'general' }
  const jobRequest = { kind: 'structure', doctorId: doctor.id, subjectId: consultation, input, now } as const
  const { id } = await createJob(db, { id: crypto.randomUUID(), ...jobRequest })
  const job = await claimJob(db, id, now)
  if (!job) throw new Error('nothing to structure')
  const work = { ...job, doctor_id: doctor.id }
  expect(await runStructure({ env, db, job: work, startedAt: now, step: async () => {} })).toBe('completed')
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

  await lookAtAll(calls)
  const looked = await calls.read()
  expect(await calls.sign(looked.revision)).toMatchObject({ signature: { kind: 'simples' } })
})

test('a context that denies it, or that nobody wrote, holds nothing', async () => {
  for (const context of ['Nega alergias.', 'Nega alergia a dipirona.', 'Contexto clínico a ser preenchido']) {
    const record = await (await structured(context)).read()
    expect([context, notes(record), record.alerts]).toEqual([context, [], []])
  }
})
