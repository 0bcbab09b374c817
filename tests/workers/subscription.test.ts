import { expect, test } from 'vitest'
import { monthOf } from '#domain/time.ts'
import { subscriptionOf, writeSubscription } from './billing.ts'
import { dialogue, newConsent, newConsultation, newPatient } from './clinic.ts'
import { newDoctor, refusalOf, type TestDoctor } from './doctor.ts'
import { execute } from './sql.ts'

const seconds = () => Math.floor(Date.now() / 1_000)
const DAY = 24 * 60 * 60

const start = (doctor: TestDoctor, patientId: string) => doctor.call('POST', '/api/consultations', { patientId })
const startedIds = async (answers: Response[]) =>
  (await Promise.all(answers.map((one) => one.json<{ consultation?: { id: string } }>()))).flatMap((one) =>
    one.consultation ? [one.consultation.id] : [],
  )
const finish = (id: string, entries: number) =>
  execute(
    "UPDATE consultations SET status = 'completed', end_time = start_time + 1, entry_count = ? WHERE id = ?",
    entries,
    id,
  )
const quota = [402, 'quota_reached']

test('[Q2] [Q3] starts five consultations a month on the Free plan, also for parallel requests', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const patient = await newPatient(doctor)
  // Consultations of last month do not count.
  const before = monthOf(Date.now()).start - 1
  for (let n = 0; n < 3; n++) await newConsultation(doctor, patient, { start_time: before })
  const answers = await Promise.all(Array.from({ length: 9 }, () => start(doctor, patient)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 402, 402, 402, 402])
  const ids = await startedIds(answers)
  expect((await subscriptionOf(doctor)).usage).toMatchObject({ used: 5, limit: 5 })
  // Another doctor's month is separate, and a missing patient is reported first.
  expect((await start(other, await newPatient(other))).status).toBe(201)
  expect((await start(doctor, crypto.randomUUID())).status).toBe(404)
  // One that ends without an entry does not count; one with an entry does.
  await finish(ids[0] ?? '', 0)
  const again = await start(doctor, patient)
  expect(again.status).toBe(201)
  await finish(ids[1] ?? '', 1)
  expect(await refusalOf(await start(doctor, patient))).toEqual(quota)
})

test('[E9] at the limit, a running consultation keeps its room, context, end, record and PDF', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  const [running] = await startedIds([await start(doctor, patient)])
  const done = await newConsultation(doctor, patient, { start_time: Date.now() })
  for (let n = 0; n < 6; n++) await newConsultation(doctor, patient, { start_time: Date.now() }, [])
  for (let n = 0; n < 5; n++) await newConsultation(doctor, patient, { start_time: Date.now() })
  expect(await refusalOf(await start(doctor, patient))).toEqual(quota)
  const path = `/api/consultations/${running}`
  expect((await doctor.call('PATCH', path, { clinicalContext: 'Asma.' })).status).toBe(200)
  await newConsent(doctor, patient, running ?? '')
  const { status, webSocket } = await doctor.call('GET', `${path}/room`, undefined, { upgrade: 'websocket' })
  expect(status).toBe(101)
  webSocket?.accept()
  webSocket?.close()
  expect((await doctor.call('GET', `/api/consultations/${done}`)).status).toBe(200)
  const body = { consultation_id: done, specialty: 'general' }
  expect([200, 202]).toContain((await doctor.call('POST', '/api/v1/transcription/structure', body)).status)
  const pdf = await doctor.call('POST', '/api/v1/transcription/export/pdf', { consultation_id: done })
  expect(pdf.status).toBe(202)
})

test('[E2] [E3] [E5] the current plan decides the limit to the second, before the row changes', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  for (let n = 0; n < 6; n++) await newConsultation(doctor, patient, { start_time: Date.now() }, dialogue.slice(0, 2))
  const cases: [string, Record<string, string | number | null>, string, number][] = [
    ['trial', { status: 'trialing', trial_end: seconds() + DAY }, 'pro', 201],
    ['trial_expired', { status: 'trialing', trial_end: seconds() - 1, current_period_end: seconds() - 1 }, 'free', 402],
    ['active', { plan: 'clinica' }, 'clinica', 201],
    ['cancelling', { cancel_at_period_end: 1, ends_at: seconds() + DAY }, 'pro', 201],
    ['cancelled', { cancel_at_period_end: 1, ends_at: seconds() - 1 }, 'free', 402],
    ['past_due', { status: 'past_due' }, 'free', 402],
  ]
  for (const [state, change, plan, answer] of cases) {
    await writeSubscription(doctor, change)
    const info = await subscriptionOf(doctor)
    expect([state, info.state, info.plan.id]).toEqual([state, state, plan])
    expect(info.usage.limit).toBe(plan === 'free' ? 5 : null)
    expect([state, (await start(doctor, patient)).status]).toEqual([state, answer])
  }
})

test('[E8] a specialty needs a paid plan, and existing records keep theirs', async () => {
  const doctor = await newDoctor()
  const consultation = await newConsultation(doctor, await newPatient(doctor))
  const structure = (specialty: string) =>
    doctor.call('POST', '/api/v1/transcription/structure', { consultation_id: consultation, specialty })
  expect(await refusalOf(await structure('cardiology'))).toEqual([402, 'plan_needed'])
  await writeSubscription(doctor)
  expect((await structure('cardiology')).status).toBe(200)
  await writeSubscription(doctor, { status: 'canceled', ends_at: seconds() - 1 })
  const read = await doctor.call('GET', `/api/consultations/${consultation}`)
  expect(await read.json()).toMatchObject({ structuredData: { specialty: 'cardiology' } })
  const body = { consultation_id: consultation }
  expect((await doctor.call('POST', '/api/v1/transcription/export/pdf', body)).status).toBe(202)
  expect((await structure('cardiology')).status).toBe(402)
  expect((await structure('general')).status).toBe(200)
})
