import { expect, test } from 'vitest'
import { localDate } from '#domain/local-time.ts'
import type { PatientMemory } from '#domain/patient/fact.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import { TIME_ZONE } from '#domain/time.ts'
import { actionsOf } from './audit-stage.ts'
import { newConsultation } from './clinic.ts'
import { newRecord, openRecordStage, recordCalls } from './record-stage.ts'
import { execute, selectAll, selectOne } from './sql.ts'

const REASON = 'Tolerou em internação com teste de provocação negativo.'

test('[SF25] an allergy of any signed record counts, however many records were signed since', async () => {
  const { doctor, patient, calls: first } = await openRecordStage()
  await first.edit((await first.section('alergias')).id, 'Alergia a penicilina.')
  await first.seeAll()
  await first.signNow()
  for (let visit = 0; visit < 6; visit++) {
    const consultation = await newConsultation(doctor, patient, {}, [['patient', 'Estou bem.']])
    await newRecord(doctor, consultation)
    const calls = recordCalls(doctor, consultation)
    await calls.seeAll()
    await calls.signNow()
  }
  const memory = await (await doctor.call('GET', `/api/patients/${patient}/facts`)).json<PatientMemory>()
  expect(memory.recall.find(({ label }) => label === 'Alergias')?.text).toBe('fora da lista: Penicilina')
  expect(memory.proposals.find(({ kind }) => kind === 'allergy')).toMatchObject({
    text: 'Penicilina',
    source: { kind: 'record', section: 'alergias', sentence: 'Alergia a penicilina.' },
  })
  const last = await newConsultation(doctor, patient, {}, [['patient', 'Estou com tosse há quatro dias.']])
  await newRecord(doctor, last)
  const calls = recordCalls(doctor, last)
  await calls.edit((await calls.section('conduta')).id, 'Prescrevo amoxicilina 500 mg de 8/8 h por 7 dias.')
  await calls.seeAll()
  expect(await calls.signNow()).toBe('allergy_listed')
})

test('[SF25] an allergy of visit 1 stops a prescription in visit 2, until the doctor writes why', async () => {
  const { doctor, patient, calls: first } = await openRecordStage()
  const allergies = await first.section('alergias')
  await first.edit(allergies.id, 'Alergia a penicilina.')
  await first.seeAll()
  await first.signNow()

  // The patient says nothing of it in visit 2, and the doctor prescribes one of the family.
  const consultation = await newConsultation(doctor, patient, {}, [['patient', 'Estou com tosse há quatro dias.']])
  await newRecord(doctor, consultation)
  const second = recordCalls(doctor, consultation)
  const plan = await second.section('conduta')
  await second.edit(plan.id, 'Prescrevo amoxicilina 500 mg de 8/8 h por 7 dias.')
  await second.seeAll()
  const { revision } = await second.read()
  const sign = (more: object = {}) =>
    second.call<{ fields?: Record<string, string>; record?: StructuredRecord }>(
      ...(['POST', `records/${consultation}/sign`, { revision, ...more }] as const),
    )
  // The doctor has not answered the proposal: the signed record itself stops the signature.
  const dayOf = (at: number | undefined) => localDate(at ?? 0, TIME_ZONE)
  const signedOn = dayOf((await first.read()).signature?.signed_at)
  const unanswered = `“amoxicilina”: o registro assinado em ${signedOn} traz alergia a “Penicilina”, ainda fora da lista.`
  expect(await sign()).toMatchObject({ code: 'allergy_listed', fields: { allergy_reason: unanswered } })
  const accepted = { kind: 'allergy', text: 'Penicilina', accepted: true }
  const answer = await doctor.call('POST', `/api/patients/${patient}/facts/proposals`, accepted)
  const [fact] = (await answer.json<PatientMemory>()).facts
  expect(fact?.text).toBe('Penicilina')
  const stop = `“amoxicilina”: a lista do paciente tem alergia a “Penicilina”, registrada em ${dayOf(fact?.added_at)}.`
  expect(await sign()).toMatchObject({ code: 'allergy_listed', fields: { allergy_reason: stop } })
  expect(await sign({ allergy_reason: '  ' })).toMatchObject({ code: 'invalid_body' })
  expect(await sign({ allergy_reason: 'x'.repeat(501) })).toMatchObject({ code: 'invalid_body' })
  expect((await second.read()).signature).toBeNull()

  // Ended, it stops nothing; the record is not signed yet because the revision is another.
  await execute('UPDATE patient_facts SET ended_at = 1 WHERE id = ?', fact?.id)
  expect(await second.sign(revision + 1)).toBe('record_changed')
  await execute('UPDATE patient_facts SET ended_at = NULL WHERE id = ?', fact?.id)

  const { record } = await sign({ allergy_reason: REASON })
  expect(record?.signature?.allergy_override).toEqual({ prescriptions: [stop], reason: REASON })
  // Reading verifies the signature: the reason is part of what was signed.
  const opened = await second.read()
  expect(opened.alerts.filter(({ kind }) => kind === 'signature')).toEqual([])
  const stored = await selectOne<{ signed_content: string }>(
    'SELECT signed_content FROM records WHERE consultation_id = ?',
    consultation,
  )
  expect(JSON.parse(stored?.signed_content ?? '')).toMatchObject({ v: 3, allergy_override: { reason: REASON } })
  expect((await actionsOf(doctor.id)).filter((action) => action === 'allergy_overridden')).toHaveLength(1)
  expect(JSON.stringify(await selectAll('SELECT * FROM audit_log WHERE doctor_id = ?', doctor.id))).not.toContain(
    REASON,
  )

  // A record without such a prescription stores no reason, even if one is sent.
  const third = await newConsultation(doctor, patient, {}, [['patient', 'Estou bem.']])
  await newRecord(doctor, third)
  const calls = recordCalls(doctor, third)
  await calls.seeAll()
  const body = { revision: (await calls.read()).revision, allergy_reason: REASON }
  const harmless = await calls.call<{ record: StructuredRecord }>('POST', `records/${third}/sign`, body)
  expect(harmless.record.signature).not.toHaveProperty('allergy_override')
})
