import { expect, test } from 'vitest'
import { newConsent, newConsultation, newPatient } from './clinic.ts'
import { newDoctor } from './doctor.ts'
import { print } from './printing.ts'
import { recordCalls, requestStructuring, sectionOf } from './record-stage.ts'
import { selectAll, selectOne } from './sql.ts'

const REFUSED = { state: 'refused', answers: '{"ai":"refused","recording":"refused"}' }

async function stage() {
  const doctor = await newDoctor('Dra. Inês Conceição')
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const patient = await newPatient(doctor)
  const begin = (consultation: string, specialty = 'general') =>
    doctor.call('POST', `/api/v1/transcription/records/${consultation}`, { specialty })
  return { doctor, patient, begin }
}

test('[N10] after a refusal the doctor writes, signs and prints a record, and nothing of it is structured', async () => {
  const { doctor, patient, begin } = await stage()
  const consultation = await newConsultation(doctor, patient, { clinical_context: 'Alergia a dipirona.' })
  await newConsent(doctor, patient, consultation, REFUSED)
  const calls = recordCalls(doctor, consultation)

  // Both windows of the doctor get the one record.
  const answers = await Promise.all([begin(consultation), begin(consultation)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  const record = await calls.read()
  expect(record).toMatchObject({ structurer: null, specialty: 'general', omissions: [] })
  expect(record.sections.every(({ content, sentences }) => content === '' && sentences.length === 0)).toBe(true)
  const actions = await selectAll<{ action: string }>(
    "SELECT action FROM audit_log WHERE subject_id = ? AND action LIKE 'record_%' ORDER BY id",
    consultation,
  )
  expect(actions.filter(({ action }) => action === 'record_created')).toHaveLength(1)
  expect(await selectOne('SELECT specialty FROM consultations WHERE id = ?', consultation)).toEqual({
    specialty: 'general',
  })

  // The checks read it as any other: nothing empty is signed, and an allergy of the context stops a prescription.
  expect(await calls.sign(record.revision)).toBe('record_empty')
  const conduta = sectionOf(record, 'conduta')
  await calls.edit(conduta.id, 'Tomar dipirona de seis em seis horas.')
  expect((await calls.read()).alerts.map(({ kind, offer }) => [kind, offer])).toEqual([
    ['allergy', 'Alergia a penicilina.'],
    ['allergy', 'Alergia a dipirona.'],
  ])
  await calls.edit(conduta.id, 'Retorno em uma semana.')
  await calls.edit(sectionOf(record, 'queixa_principal').id, 'Tosse.')
  expect((await calls.read()).sections.find(({ key }) => key === 'conduta')?.sentences).toMatchObject([
    { proof: 'doctor', flags: [] },
  ])
  expect((await calls.call('POST', 'structure', { consultation_id: consultation, specialty: 'general' })).code).toBe(
    'consent_refused',
  )
  expect(await selectAll("SELECT id FROM jobs WHERE kind = 'structure' AND subject_id = ?", consultation)).toEqual([])
  await calls.signNow()
  const signed = await calls.read()
  expect(signed.signature?.crm).toBe('123456/SP')
  const content = await selectOne<{ signed_content: string }>(
    'SELECT signed_content FROM records WHERE consultation_id = ?',
    consultation,
  )
  expect(content?.signed_content).not.toMatch(/ai_use|structurer|"IA"/)
  const printed = (await print(doctor, consultation)).join('\n')
  expect(printed).toContain('Retorno em uma semana.')
  expect(printed).toContain('Paciente recusou o uso de IA e a gravação')
  expect(printed).not.toContain('Registro de uso de IA')
  expect((await begin(consultation)).status).toBe(200)
})

test('a record to write needs the doctor’s own completed consultation, the plan, and no structuring under way', async () => {
  const { doctor, patient, begin } = await stage()
  const [active, waiting] = await Promise.all([
    newConsultation(doctor, patient, { status: 'active', end_time: null, duration: null }),
    newConsultation(doctor, patient, { entry_count: 0 }, []),
  ])
  const codeOf = async (answer: Promise<Response>) => (await (await answer).json<{ code: string }>()).code
  expect(await codeOf(begin(active))).toBe('consultation_active')
  expect(await codeOf(begin(waiting, 'cardiology'))).toBe('plan_needed')
  expect(await codeOf(begin(waiting, 'alchemy'))).toBe('invalid_body')
  expect(await codeOf((await stage()).begin(waiting))).toBe('consultation_not_found')
  await requestStructuring(doctor, waiting)
  expect(await codeOf(begin(waiting))).toBe('structuring_under_way')
  expect(await selectAll('SELECT id FROM records WHERE doctor_id = ?', doctor.id)).toEqual([])
})
