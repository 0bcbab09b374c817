import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { openConsultations } from '#db/queries/consultation.ts'
import { notificationFacts } from '#db/queries/notification.ts'
import { openConsultationsReply } from '#domain/consultation/contract.ts'
import { type NotificationsReply, notificationsReply } from '#domain/notification/contract.ts'
import { type Usage, usageReply } from '#domain/subscription/contract.ts'
import { monthOf, startOfDay } from '#domain/time.ts'
import { actionsOf } from './audit-stage.ts'
import { dialogue, newClinic, newConsent, newConsultation, newJob, newPatient } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { execute, selectAll } from './sql.ts'

const DAY_MS = 24 * 60 * 60_000

async function notifications(doctor: TestDoctor, known?: string): Promise<NotificationsReply> {
  const answer = await doctor.call('GET', `/api/notifications${known === undefined ? '' : `?known=${known}`}`)
  expect(answer.status).toBe(200)
  return notificationsReply.parse(await answer.json())
}
const listed = (reply: NotificationsReply) =>
  (reply.facts ?? []).map(({ kind, consultationId }) => [kind, consultationId])
const reads = async (doctor: TestDoctor) =>
  (await actionsOf(doctor.id)).filter((action) => action === 'consultations_listed').length
const job = (doctor: TestDoctor, consultation: string, status: string, error: string | null, at: number) =>
  newJob(doctor, consultation, { status, error, created_at: at, updated_at: at })

test('what waits for a doctor is told of their own consultations only, and not twice to who knows it', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  expect(await notifications(doctor)).toMatchObject({ facts: [], structuring: false })
  expect(await reads(doctor)).toBe(0)

  const clinic = await newClinic(doctor)
  const now = Date.now()
  await execute('UPDATE records SET created_at = ? WHERE id = ?', now, clinic.record)
  const visit = (ago: number, change = {}) =>
    newConsultation(doctor, clinic.patient, { start_time: now - ago - 60_000, end_time: now - ago, ...change })
  const waits = await visit(60_000)
  const failed = await visit(120_000)
  await job(doctor, failed, 'failed', 'structuring_failed', now - 100_000)
  // No notification: no lines, nothing clinical, consent refused, or too long ago.
  await visit(180_000, { entry_count: 0 })
  await job(doctor, await visit(180_000), 'failed', 'no_clinical_content', now)
  await newConsent(doctor, clinic.patient, await visit(180_000), { state: 'refused', answered_at: now })
  await visit(15 * DAY_MS)

  const first = await notifications(doctor)
  expect(listed(first)).toEqual([
    ['record_ready', clinic.consultation],
    ['transcript_ready', waits],
    ['structuring_failed', failed],
    ['consultation_open', clinic.active],
    // The link belongs to no consultation, and its delivery names no patient.
    ['integration_paused', null],
  ])
  expect(first.facts?.[0]).toEqual({
    kind: 'record_ready',
    consultationId: clinic.consultation,
    patientName: 'Rui Barbosa Neto',
    at: now,
  })
  expect(await reads(doctor)).toBe(1)
  expect(await notifications(doctor, first.version)).toEqual({
    version: first.version,
    facts: null,
    structuring: false,
  })
  expect(await reads(doctor)).toBe(1)
  expect(await notifications(other, first.version)).toMatchObject({ facts: [] })

  await job(doctor, waits, 'running', null, now + 1)
  const second = await notifications(doctor, first.version)
  expect(second.structuring).toBe(true)
  expect(listed(second)).not.toContainEqual(['transcript_ready', waits])
  await execute('UPDATE records SET signed_at = ? WHERE id = ?', now, clinic.record)
  expect(listed(await notifications(doctor))).toEqual([
    ['structuring_failed', failed],
    ['consultation_open', clinic.active],
    ['integration_paused', null],
  ])
  expect((await doctor.call('GET', `/api/notifications?known=${'x'.repeat(65)}`)).status).toBe(400)
})

test('what is asked for every minute goes through what is open, by its index', async () => {
  const doctor = await newDoctor()
  const queries: { sql: string; params: unknown[] }[] = []
  const watched = new Proxy(env.DB, {
    get: (d1, name) => {
      if (name === 'batch') return d1.batch.bind(d1)
      return (sql: string) => ({
        bind: (...params: unknown[]) => {
          queries.push({ sql, params })
          return d1.prepare(sql).bind(...params)
        },
      })
    },
  })
  const watching = openDatabase(watched)
  await notificationFacts(watching, doctor.id, { since: 0, now: 0 })
  await openConsultations(watching, doctor.id, 0)
  const plans = await Promise.all(
    queries.map(async ({ sql, params }) => {
      const plan = await selectAll<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params)
      return plan.map(({ detail }) => detail)
    }),
  )
  const using = (name: string, columns: string) =>
    expect.stringMatching(new RegExp(`USING (COVERING )?INDEX ${name} \\(${columns}\\)`))
  expect(plans).toHaveLength(8)
  const [, , open, underWay, paused, unsent, dashboard, today] = plans
  for (const plan of [open, dashboard])
    expect(plan).toContainEqual(using('consultations_open', 'doctor_id=\\? AND status=\\?'))
  for (const plan of [underWay, unsent])
    expect(plan).toContainEqual(using('jobs_of_doctor', 'doctor_id=\\? AND status=\\?'))
  expect(paused).toContainEqual(using('sqlite_autoindex_integrations_1', 'doctor_id=\\?'))
  expect(today).toContainEqual(using('consultations_by_start', 'doctor_id=\\? AND start_time>\\?'))
  for (const plan of plans) expect(plan.filter((step) => /^SCAN (?!json_each)|TEMP B-TREE/.test(step))).toEqual([])
})

test("today is the day of the doctor's own zone", async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  for (const zone of ['America/Sao_Paulo', 'Asia/Tokyo']) {
    const dayStart = startOfDay(Date.now(), zone)
    const before = await newConsultation(doctor, patient, { start_time: dayStart - 1 })
    const first = await newConsultation(doctor, patient, { start_time: dayStart })
    await doctor.call('PATCH', '/api/profile', { time_zone: zone })
    const { today } = openConsultationsReply.parse(await (await doctor.call('GET', '/api/consultations/open')).json())
    const ids = today.map(({ id }) => id)
    expect(ids).toContain(first)
    expect(ids).not.toContain(before)
  }
})

test("a month's use counts the doctor's own consultations that began in it and in which something was said", async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const usage = async (who: TestDoctor): Promise<Usage> =>
    usageReply.parse(await (await who.call('GET', '/api/usage')).json())
  const { start, end } = monthOf(Date.now())
  expect(await usage(doctor)).toEqual({
    plan: { id: 'free', name: 'Free' },
    used: 0,
    limit: 5,
    renewsAt: end,
    unpaid: false,
  })
  const patient = await newPatient(doctor)
  const startConsultation = (start_time: number, lines = dialogue) =>
    newConsultation(doctor, patient, { start_time }, lines)
  await startConsultation(start - 1)
  await startConsultation(start)
  await startConsultation(end - 1)
  await startConsultation(end)
  await startConsultation(start + 1, [])
  expect(await usage(doctor)).toMatchObject({ used: 2 })
  for (let n = 0; n < 5; n++) await startConsultation(start + 2)
  expect(await usage(doctor)).toMatchObject({ used: 7, limit: 5 })
  expect(await usage(other)).toMatchObject({ used: 0 })
})
