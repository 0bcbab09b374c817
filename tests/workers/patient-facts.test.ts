import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { PatientMemory } from '#domain/patient/fact.ts'
import { FACTS_MAX } from '#domain/patient/fact.ts'
import type { timelineReply } from '#domain/patient/timeline.ts'
import { actionsOf } from './audit-stage.ts'
import { newConsultation, newFact, newPatient } from './clinic.ts'
import { codeOf, newDoctor, type TestDoctor } from './doctor.ts'
import { openRecordStage } from './record-stage.ts'
import { execute, selectAll, selectOne } from './sql.ts'

const callsOf = (doctor: TestDoctor, patient: string) => {
  const call = (method: string, path: string, body?: unknown) =>
    doctor.call(method, `/api/patients/${patient}/${path}`, body)
  const memory = async (method: string, path: string, body?: unknown) =>
    (await call(method, path, body)).json<PatientMemory & { code?: string }>()
  return {
    call,
    read: () => memory('GET', 'facts'),
    add: (kind: string, text: string) => memory('POST', 'facts', { kind, text }),
    answer: (kind: string, text: string, accepted = true) =>
      memory('POST', 'facts/proposals', { kind, text, accepted }),
    end: (id: string, reason = '') => memory('POST', `facts/${id}/end`, { reason }),
    timeline: async (body: object) =>
      (await call('POST', 'timeline', body)).json<z.output<typeof timelineReply> & { code?: string }>(),
  }
}
const current = ({ facts }: PatientMemory) => facts.filter(({ ended_at }) => ended_at === null).map(({ text }) => text)

test('[PM6] lists live between visits: typed, from a context, from a signed record; ended, not deleted', async () => {
  const { doctor, patient, consultation, calls } = await openRecordStage({ clinical_context: 'Usa losartana 50 mg.' })
  const lists = callsOf(doctor, patient)
  expect(await lists.read()).toMatchObject({ facts: [], recall: [], last_signed_at: null })
  expect(current(await lists.add('problem', '  Asma  '))).toEqual(['Asma'])
  // The same words again are the same entry.
  expect(current(await lists.add('problem', 'ásma'))).toEqual(['Asma'])

  // A draft proposes nothing; the context of a visit is offered once.
  const allergies = await calls.section('alergias')
  await calls.edit(allergies.id, 'Alergia a penicilina.')
  expect((await lists.read()).proposals.map(({ text }) => text)).toEqual(['Losartana 50 mg'])
  expect((await lists.answer('medicine', 'Losartana 50 mg', false)).proposals).toEqual([])
  expect(await lists.answer('medicine', 'Losartana 50 mg')).toMatchObject({ code: 'proposal_not_found' })

  await calls.seeAll()
  await calls.signNow()
  const { proposals, recall } = await lists.read()
  expect(proposals.filter(({ kind }) => kind === 'allergy')).toEqual([
    expect.objectContaining({
      text: 'Penicilina',
      source: expect.objectContaining({ kind: 'record', consultation_id: consultation, section: 'alergias' }),
    }),
  ])
  expect(recall.find(({ label }) => label === 'Última conduta')).toMatchObject({ consultation_id: consultation })
  // A proposal is no entry until the doctor accepts it.
  expect(current(await lists.read())).toEqual(['Asma'])
  const accepted = await lists.answer('allergy', 'Penicilina')
  expect(current(accepted)).toEqual(['Asma', 'Penicilina'])
  expect(accepted.facts.at(-1)?.source).toMatchObject({
    consultation_id: consultation,
    sentence: 'Alergia a penicilina.',
  })
  expect(accepted.recall.find(({ label }) => label === 'Alergias')?.text).toBe('Penicilina')

  const asthma = accepted.facts.find(({ text }) => text === 'Asma')?.id ?? ''
  const ended = await lists.end(asthma, 'Não confirmada')
  expect(current(ended)).toEqual(['Penicilina'])
  expect(ended.facts.find(({ id }) => id === asthma)).toMatchObject({ end_reason: 'Não confirmada' })
  expect(await lists.end(asthma)).toMatchObject({ code: 'fact_not_found' })
  expect(current(await lists.add('problem', 'Asma'))).toEqual(['Penicilina', 'Asma'])
  const actions = (await actionsOf(doctor.id)).filter((action) => action.startsWith('patient_fact'))
  expect(new Set(actions)).toEqual(new Set(['patient_fact_added', 'patient_fact_dismissed', 'patient_fact_ended']))

  const later = await newConsultation(doctor, patient, { start_time: Date.now() })
  const page = await lists.timeline({ limit: 1 })
  expect(page.items.map(({ id, record, plan }) => ({ id, record, plan }))).toEqual([
    { id: later, record: null, plan: '' },
  ])
  const { items, next } = await lists.timeline({ limit: 1, cursor: page.next })
  expect(items).toEqual([expect.objectContaining({ id: consultation, record: 'signed', plan: expect.any(String) })])
  expect(next).toBeNull()
  expect(await lists.timeline({ cursor: 'x' })).toMatchObject({ code: 'invalid_cursor' })
  expect(JSON.stringify(await selectAll('SELECT * FROM audit_log WHERE doctor_id = ?', doctor.id))).not.toMatch(
    /Penicilina|Asma|Losartana/i,
  )
})

test('[PM8] new doses of a listed medicine replace its entries, once, also when two windows include them', async () => {
  const { doctor, patient, calls } = await openRecordStage({ clinical_context: 'Usa losartana 50 mg.' })
  const lists = callsOf(doctor, patient)
  for (const text of ['NPH 10 UI pela manhã', 'NPH 6 UI à noite']) await lists.add('medicine', text)
  expect((await lists.read()).proposals).toMatchObject([{ text: 'Losartana 50 mg', replaces: [] }])
  const [morning, night, listed] = (await lists.answer('medicine', 'Losartana 50 mg')).facts
  const insulin = 'Insulina NPH 12 UI pela manhã e 8 UI à noite'
  await calls.edit((await calls.section('medicamentos')).id, `Losartana 100 mg pela manhã. ${insulin}.`)
  await calls.seeAll()
  await calls.signNow()
  const { proposals } = await lists.read()
  const change = { text: 'Losartana 100 mg pela manhã', replaces: [{ id: listed?.id, text: 'Losartana 50 mg' }] }
  const doses = { text: insulin, replaces: [{ id: morning?.id }, { id: night?.id }] }
  expect(proposals.filter(({ kind }) => kind === 'medicine')).toMatchObject([change, doses])
  await Promise.all([lists.answer('medicine', change.text), lists.answer('medicine', change.text)])
  await Promise.all([lists.answer('medicine', insulin), lists.answer('medicine', insulin)])
  const { facts, proposals: rest } = await lists.read()
  expect(facts.map(({ text, end_reason }) => [text, end_reason])).toEqual([
    ['NPH 10 UI pela manhã', 'Mudança de dose'],
    ['NPH 6 UI à noite', 'Mudança de dose'],
    ['Losartana 50 mg', 'Mudança de dose'],
    [change.text, null],
    [insulin, null],
  ])
  expect(rest.filter(({ kind }) => kind === 'medicine')).toEqual([])
  const ended = (await actionsOf(doctor.id)).filter((action) => action === 'patient_fact_ended')
  expect(ended).toHaveLength(3)
})

test('[PM7] lists have limits, belong to their doctor, are read-only in the archive and go with the patient', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const [patient, second] = [await newPatient(doctor), await newPatient(doctor, 'Eva Prado')]
  const lists = callsOf(doctor, patient)
  const fact = await newFact(doctor, patient, 'Iodo')
  const foreign = callsOf(other, patient)
  expect(await codeOf(await foreign.call('GET', 'facts'))).toEqual([404, 'patient_not_found'])
  expect(await foreign.add('allergy', 'Látex')).toMatchObject({ code: 'patient_not_found' })
  expect(await foreign.end(fact)).toMatchObject({ code: 'patient_not_found' })
  expect(await callsOf(doctor, second).end(fact)).toMatchObject({ code: 'fact_not_found' })
  expect(await foreign.timeline({})).toMatchObject({ code: 'patient_not_found' })
  for (const text of ['', 'x'.repeat(201), 7])
    expect(await lists.add('allergy', text as string)).toMatchObject({ code: 'invalid_body' })
  expect(await lists.add('wish', 'Iodo')).toMatchObject({ code: 'invalid_body' })

  await Promise.all(
    Array.from({ length: FACTS_MAX - 1 }, (_, n) => newFact(doctor, patient, `Problema ${n}`, { kind: 'problem' })),
  )
  expect(await lists.add('allergy', 'Látex')).toMatchObject({ code: 'facts_full' })

  await execute('UPDATE medical_patients SET archived_at = 1 WHERE id = ?', patient)
  expect(await lists.add('allergy', 'Látex')).toMatchObject({ code: 'patient_archived' })
  expect(await lists.end(fact)).toMatchObject({ code: 'patient_archived' })
  expect(current(await lists.read())).toContain('Iodo')
  await execute('DELETE FROM medical_patients WHERE id = ?', patient)
  expect(await selectOne('SELECT count(*) AS many FROM patient_facts WHERE patient_id = ?', patient)).toEqual({
    many: 0,
  })
})
