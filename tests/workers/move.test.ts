import { expect, test } from 'vitest'
import { moveConsultation } from '#db/queries/move-consultation.ts'
import { newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { db, openRecordStage, requestStructuring } from './record-stage.ts'
import { openStage } from './room-stage.ts'
import { countRows, execute, selectAll, selectOne } from './sql.ts'

const refusal = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const counts = async (...ids: string[]) =>
  Promise.all(
    ids.map((id) =>
      selectOne('SELECT total_consultas AS total, last_consultation AS last FROM medical_patients WHERE id = ?', id),
    ),
  )

test('moves a finished consultation with its name, context, consent and counts until it is signed', async () => {
  const { doctor, patient: wrong, consultation, calls } = await openRecordStage()
  const right = await newPatient(doctor, 'Érica Brandão', { observacoes_gerais: 'Alergia a dipirona.' })
  await newConsultation(doctor, wrong, { end_time: 1_000 })
  await execute('UPDATE medical_patients SET total_consultas = 2, last_consultation = 9 WHERE id = ?', wrong)
  const move = (patientId: string, samePerson = true, of = consultation) =>
    doctor.call('POST', `/api/consultations/${of}/move`, { patientId, samePerson })

  const other = await newDoctor()
  expect(await refusal(await move(await newPatient(other)))).toEqual([404, 'patient_not_found'])
  expect(
    await refusal(
      await other.call('POST', `/api/consultations/${consultation}/move`, {
        patientId: await newPatient(other),
        samePerson: true,
      }),
    ),
  ).toEqual([404, 'consultation_not_found'])

  const answer = await move(right)
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    {
      consultation: {
        patientId: right,
        patientName: 'Érica Brandão',
        clinicalContext: 'Alergia a dipirona.',
        consent: { state: 'accepted' },
      },
    },
  ])
  expect(await selectAll('SELECT patient_id FROM consents WHERE consultation_id = ?', consultation)).toEqual([
    { patient_id: right },
  ])
  const { end } = (await selectOne<{ end: number }>(
    'SELECT end_time AS "end" FROM consultations WHERE id = ?',
    consultation,
  )) ?? { end: 0 }
  expect(await counts(wrong, right)).toEqual([
    { total: 1, last: 1_000 },
    { total: 1, last: end },
  ])
  const found = await doctor.call('POST', '/api/consultations/search', { query: 'erica dipirona' })
  expect((await found.json<{ items: { id: string }[] }>()).items.map(({ id }) => id)).toEqual([consultation])
  // Repeated, it changes nothing. The answer of a row still cannot be rewritten.
  expect((await move(right)).status).toBe(200)
  expect(await counts(wrong, right)).toEqual([
    { total: 1, last: 1_000 },
    { total: 1, last: end },
  ])
  expect(await countRows("audit_log WHERE subject_id = ? AND action = 'consultation_moved'", consultation)).toBe(1)
  await expect(
    execute('UPDATE consents SET patient_id = ? WHERE consultation_id = ?', wrong, consultation),
  ).rejects.toThrow('append-only')
  await expect(
    execute("UPDATE consents SET state = 'refused' WHERE consultation_id = ?", consultation),
  ).rejects.toThrow('append-only')

  await calls.seeAll()
  expect(await calls.signNow()).toHaveProperty('signature')
  expect(await refusal(await move(wrong))).toEqual([409, 'section_signed'])
})

test('a signature and a move never meet: a record is signed for the patient that the doctor saw', async () => {
  const { doctor, patient: wrong, consultation, calls } = await openRecordStage()
  const right = await newPatient(doctor, 'Érica Brandão')
  const move = (patientId: string) =>
    doctor.call('POST', `/api/consultations/${consultation}/move`, { patientId, samePerson: true })
  await calls.seeAll()
  const { revision } = await calls.read()
  expect((await move(right)).status).toBe(200)
  // Another window still shows the patient before.
  expect(await calls.sign(revision)).toBe('record_changed')

  // A structuring that begins after the move was decided keeps its patient.
  const target = { consultationId: consultation, patientId: wrong, context: '', isSamePerson: true }
  await requestStructuring(doctor, consultation)
  expect(await moveConsultation(db, doctor.id, { ...target, consentId: crypto.randomUUID(), now: 1 })).toBe(false)
  expect(await refusal(await move(wrong))).toEqual([409, 'structuring_under_way'])
  await execute("UPDATE jobs SET status = 'completed' WHERE subject_id = ?", consultation)

  // At once: whichever comes first, the signature holds for the patient of the consultation.
  const [moved, signed] = await Promise.all([move(wrong), calls.signNow()])
  expect([200, 409]).toContain(moved.status)
  const { alerts, signature } = await calls.read()
  expect(signature === null).toBe(typeof signed === 'string')
  expect(alerts.filter(({ kind }) => kind === 'signature')).toEqual([])
})

test('the consent of another person ends with the move, and its room hears of it', async () => {
  const { doctor, id, enter } = await openStage()
  const { client } = await enter('a')
  const right = await newPatient(doctor, 'Érica Brandão')
  const answer = await doctor.call('POST', `/api/consultations/${id}/move`, { patientId: right, samePerson: false })
  expect(await answer.json()).toMatchObject({
    consultation: { patientName: 'Érica Brandão', consent: { state: 'revoked' } },
  })
  expect(await client.next('consent')).toMatchObject({ state: 'revoked' })
})
