import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { startConsultation } from '#db/queries/consultation.ts'
import { createJob } from '#db/queries/job.ts'
import { retention } from '#domain/retention/rules.ts'
import { priceOf } from '#domain/subscription/price.ts'
import { api } from '#workers/api/api.ts'
import { enqueue } from '#workers/jobs/enqueue.ts'
import { fileKey } from '#workers/jobs/pdf.ts'
import { retain } from '#workers/jobs/retention.ts'
import { openCheckout } from '#workers/subscription/checkout.ts'
import { rowsOf, run, seal, verified } from './audit-stage.ts'
import {
  cancelUrl,
  control,
  customerOf,
  eventsOf,
  openCheckout as openCheckoutOf,
  refusal,
  ring,
  rowOf,
  sandbox,
  sdk,
  subscribe,
  successUrl,
  waitForJobs,
} from './billing.ts'
import { newClinic as newBelongings, newConsent, newConsultation, newPatient } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'
import { openStage } from './room-stage.ts'
import { matrix, newClinic } from './route-matrix.ts'

const DAY = 86_400_000
const keep = (now = Date.now()) => retain(env, openDatabase(env.DB), now)
const one = async <T>(sql: string, ...values: unknown[]) => (await run<T>(sql, ...values))[0]
const count = async (table: string, where: string, ...values: unknown[]) =>
  (await one<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`, ...values))?.n
const actions = async ({ id }: Pick<TestDoctor, 'id'>) => (await rowsOf(id)).map(({ action }) => action)
const close = (doctor: TestDoctor, password = 'segredo1') =>
  doctor.call('POST', '/api/account/closing', { confirmation: { password, code: null } })
/** As if it had been closed so long ago. */
const age = (doctor: TestDoctor, ms: number) =>
  run('UPDATE user SET closed_at = closed_at - ? WHERE id = ?', ms, doctor.id)
const mailsTo = (email: string) =>
  run<{ kind: string; text: string }>(
    'SELECT kind, text FROM outbox_mail WHERE "to" = ? ORDER BY created_at, rowid',
    email,
  )
const addressOf = async (doctor: TestDoctor) =>
  (await one<{ email: string }>('SELECT email FROM user WHERE id = ?', doctor.id))?.email ?? ''
const quiet = () => vi.spyOn(console, 'log').mockImplementation(() => undefined)

test('closing asks who it is, waits for an open consultation, ends everything at once; a sign-in finds it closed, and has it back', async () => {
  quiet()
  const stage = await openStage()
  const { doctor } = stage
  const email = await addressOf(doctor)
  const elsewhere = await doctor.again()
  const { client } = await stage.enter('a')
  expect((await refusal(await close(doctor, 'errada1'))).slice(0, 2)).toEqual([422, 'wrong_confirmation'])
  expect(await refusal(await close(doctor))).toEqual([
    409,
    'account_has_open_consultation',
    'Finalize a consulta em andamento antes de encerrar a conta.',
  ])
  expect((await elsewhere.call('GET', '/api/profile')).status).toBe(200)
  client.say({ type: 'finish', takes: [] })
  await vi.waitFor(async () => expect((await stage.row())?.status).toBe('completed'))
  const exporting = crypto.randomUUID()
  const job = { kind: 'pdf', doctor_id: doctor.id, subject_id: stage.id, input: '{}', status: 'running', attempts: 1 }
  const names = Object.keys(job)
  await run(
    `INSERT INTO jobs (id, ${names.join()}, created_at, updated_at, lease_until) VALUES (?, ${names.map(() => '?').join()}, 1, 1, 9e15)`,
    exporting,
    ...Object.values(job),
  )

  const closed = await close(doctor)
  expect(closed.status).toBe(200)
  expect(closed.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-relato.session_token=; Max-Age=0/)])
  const { closing } = await closed.json<{ closing: { closed_at: number; erase_at: number } }>()
  expect(closing.erase_at - closing.closed_at).toBe(30 * DAY)
  for (const gone of [doctor, elsewhere]) expect((await gone.call('GET', '/api/session')).status).toBe(401)
  expect(await count('session', 'user_id = ?', doctor.id)).toBe(0)
  expect(await one('SELECT status, error FROM jobs WHERE id = ?', exporting)).toEqual({
    status: 'failed',
    error: 'account_closed',
  })
  await vi.waitFor(async () => expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('account_closed'))

  // A new session sees the closing notice and is refused everything else in the API.
  const back = await doctor.again()
  expect(await (await back.call('GET', '/api/session')).json()).toMatchObject({ closing })
  expect(await (await back.call('GET', '/api/account/closing')).json()).toEqual({ closing })
  const clinic = { ...(await newBelongings(await newDoctor())), subscription: 'sub_1', checkout: 'cs_1' }
  const own = ['/api/session', '/api/security', '/api/account/', '/api/data-exports']
  let shut = 0
  for (const [key, row] of Object.entries(matrix)) {
    const [method, pattern] = key.split(' ') as [string, string]
    if (['public', 'signed', 'development'].includes(row.access)) continue
    if (own.some((path) => pattern.startsWith(path)) && pattern !== '/api/sessions') continue
    const answer = await back.call(method, row.path?.(clinic) ?? pattern, await row.body?.(clinic), row.headers)
    expect([key, ...(await refusal(answer)).slice(0, 2)]).toEqual([key, 403, 'account_closed'])
    shut++
  }
  expect(shut).toBeGreaterThan(40)
  expect(api.routes.length).toBeGreaterThan(shut)
  expect((await refusal(await close(back))).slice(0, 2)).toEqual([403, 'account_closed'])

  await age(back, 30 * DAY - 60_000)
  const now = Date.now()
  await keep(now)
  expect((await back.call('POST', '/api/account/reopening')).status).toBe(200)
  expect((await back.call('GET', '/api/profile')).status).toBe(200)
  expect((await back.call('POST', '/api/account/reopening')).status).toBe(409)
  await keep(now + 2 * 60_000)
  expect((await actions(doctor)).filter((action) => action.startsWith('account_'))).toEqual([
    'account_closed',
    'account_reopened',
  ])
  await seal()
  expect((await verified()).findings).toEqual([])
})

test('after thirty days what no law keeps is erased; the records stay, with who answers for them, and the address is free', async () => {
  quiet()
  const doctor = await newDoctor('Dra. Responsável Pelos Registros')
  const email = await addressOf(doctor)
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP', phone: '(11) 99999-9999', specialty: 'Pediatria' })
  const clinic = await newClinic(doctor)
  await run("UPDATE consultations SET status = 'completed', end_time = start_time WHERE id = ?", clinic.active)
  const idle = await newPatient(doctor, 'Sem Consulta Nenhuma')
  await waitForJobs(doctor)
  expect((await close(doctor)).status).toBe(200)
  // Closing left no open consultation, so this one is inserted directly.
  const openConsultation = await newConsultation(doctor, idle, { status: 'active', end_time: null, duration: null }, [])
  await newConsent(doctor, idle, openConsultation)
  const readState = async () => ({
    visits: await count('consultations', 'doctor_id = ?', doctor.id),
    lines: await count('transcript_entries', 'doctor_id = ?', doctor.id),
    records: await count('records', 'doctor_id = ?', doctor.id),
    consents: await count('consents', 'doctor_id = ?', doctor.id),
    patients: await count('medical_patients', 'doctor_id = ?', doctor.id),
  })
  const before = await readState()
  if (!sandbox) await vi.waitFor(async () => expect(await rowOf(doctor)).toMatchObject({ status: 'canceled' }))
  await waitForJobs(doctor)

  await age(doctor, retention.closedAccount.ms - 60_000)
  await keep()
  expect(await readState()).toEqual(before)
  await age(doctor, 2 * 60_000)
  await keep()
  expect(await readState()).toEqual({ ...before, visits: 2, consents: (before.consents ?? 0) - 1, patients: 1 })
  expect(await count('medical_patients', 'id = ?', idle)).toBe(0)
  for (const [table, column] of [
    ['session', 'user_id'],
    ['account', 'user_id'],
    ['verification', 'value'],
    ['second_factors', 'doctor_id'],
    ['recovery_codes', 'doctor_id'],
    ['stripe_customers', 'doctor_id'],
    ['user_subscriptions', 'user_id'],
    ['mails', 'doctor_id'],
    ['exports', 'doctor_id'],
    ['data_exports', 'doctor_id'],
  ] as const)
    expect([table, await count(table, `${column} = ?`, doctor.id)]).toEqual([table, 0])
  expect(await env.FILES.get(fileKey(doctor.id, clinic.export))).toBeNull()
  expect(
    await one('SELECT full_name, crm, specialty, phone, kept_email FROM profiles WHERE id = ?', doctor.id),
  ).toEqual({
    full_name: 'Dra. Responsável Pelos Registros',
    crm: '123456/SP',
    specialty: 'Pediatria',
    phone: null,
    kept_email: email,
  })
  expect(await addressOf(doctor)).toBe(`encerrada-${doctor.id}@conta.invalid`)
  expect((await actions(doctor)).filter((action) => action === 'account_erased')).toHaveLength(1)
  await vi.waitFor(async () => expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('account_erased'))
  await expect(doctor.again()).rejects.toThrow('sign-in failed: 401')
  await keep(Date.now() + DAY)
  expect((await actions(doctor)).filter((action) => action === 'account_erased')).toHaveLength(1)
  await expect(run('DELETE FROM consents WHERE doctor_id = ?', doctor.id)).rejects.toThrow('append-only')

  // The same address again: an account of its own, with nothing of the other.
  const anew = await newDoctor('Dra. Nova', email)
  expect(anew.id).not.toBe(doctor.id)
  const found = await anew.call('POST', '/api/patients/search', {})
  expect((await found.json<{ items: unknown[] }>()).items).toEqual([])
  // Entries written by the next day's ring are sealed after it.
  const later = Date.now() + 2 * DAY
  await seal(later)
  expect((await verified(later)).findings).toEqual([])
})

test('an account without a record is forgotten altogether, but for its log', async () => {
  quiet()
  const doctor = await newDoctor()
  await newPatient(doctor)
  await close(doctor)
  await waitForJobs(doctor)
  await age(doctor, retention.closedAccount.ms)
  await keep()
  for (const [table, column] of [
    ['user', 'id'],
    ['profiles', 'id'],
    ['medical_patients', 'doctor_id'],
  ] as const)
    expect([table, await count(table, `${column} = ?`, doctor.id)]).toEqual([table, 0])
  expect((await actions(doctor)).slice(-2)).toEqual(['account_closed', 'account_erased'])
})

test('what is begun while an account is being closed comes to nothing: no consultation, no record, no checkout', async () => {
  quiet()
  const db = openDatabase(env.DB)
  const doctor = await newDoctor()
  const patientId = await newPatient(doctor)
  const month = { start: 0, end: 9e15 }
  const begin = () => {
    const visit = { id: crypto.randomUUID(), patientId, type: 'presencial', context: '', now: Date.now() } as const
    return startConsultation(db, doctor.id, visit, { limit: null, month })
  }
  const email = await addressOf(doctor)
  expect((await close(doctor)).status).toBe(200)
  expect(await begin()).toBeNull()
  const price = priceOf('pro_month')
  if (price && !sandbox)
    await expect(
      openCheckout(env, sdk, db, { id: doctor.id, email }, { price, successUrl, cancelUrl }),
    ).rejects.toThrow(expect.objectContaining({ code: 'account_closed' }))
  expect(await count('stripe_customers', 'doctor_id = ? AND checkout_session_id IS NOT NULL', doctor.id)).toBe(0)
  const late = { kind: 'structure', doctorId: doctor.id, subjectId: crypto.randomUUID(), input: {} } as const
  const id = crypto.randomUUID()
  await createJob(db, { ...late, id, now: Date.now() })
  await enqueue(env, 'structure', id)
  await vi.waitFor(async () =>
    expect(await one('SELECT status, error, attempts FROM jobs WHERE id = ?', id)).toEqual({
      status: 'failed',
      error: 'account_closed',
      attempts: 0,
    }),
  )
  expect((await (await doctor.again()).call('POST', '/api/account/reopening')).status).toBe(200)
  expect(await begin()).toMatchObject({ status: 'active' })
})

test.skipIf(sandbox)('a checkout that is paid after the account was closed charges nobody', async () => {
  quiet()
  const doctor = await newDoctor()
  const { sessionId } = await openCheckoutOf(doctor, 'pro_month')
  // The checkout exists at Stripe, but its request broke off before the id was stored.
  await run('UPDATE stripe_customers SET checkout_session_id = NULL WHERE doctor_id = ?', doctor.id)
  expect((await close(doctor)).status).toBe(200)
  await waitForJobs(doctor)
  const paid = await control.checkout(sessionId, 'pays')
  for (const event of await eventsOf(String(paid.customer))) expect(await ring(event)).toBe(200)
  await vi.waitFor(async () =>
    expect((await sdk.subscriptions.retrieve(String(paid.subscription))).status).toBe('canceled'),
  )
  await waitForJobs(doctor)
  expect(await customerOf(doctor)).toMatchObject({ ending_at: null })
  expect(await rowOf(doctor)).toMatchObject({ status: 'canceled' })
})

test.skipIf(sandbox)(
  'Stripe is told at once; while it cannot be, closing does not wait, and it is told again each hour',
  async () => {
    quiet()
    const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Volta')]
    await Promise.all([subscribe(doctor, 'pro_month'), subscribe(other, 'pro_month')])
    await Promise.all([waitForJobs(doctor), waitForJobs(other)])
    const { BILLING_QUEUE } = env
    const lost = { ...BILLING_QUEUE, send: vi.fn(() => Promise.reject(new Error('away'))) } as unknown as Queue
    vi.spyOn(env.BILLING_QUEUE, 'send').mockImplementation(lost.send as never)
    expect((await close(doctor)).status).toBe(200)
    expect((await close(other)).status).toBe(200)
    expect(await rowOf(doctor)).toMatchObject({ status: 'trialing' })
    // Its four attempts came to nothing.
    await run("UPDATE jobs SET status = 'failed' WHERE kind = 'billing_end'")
    expect((await (await other.again()).call('POST', '/api/account/reopening')).status).toBe(200)
    vi.restoreAllMocks()
    quiet()
    await keep(Date.now() + 30 * 60_000)
    expect(await count('jobs', "kind = 'billing_end' AND doctor_id = ?", doctor.id)).toBe(1)
    await keep(Date.now() + 61 * 60_000)
    await vi.waitFor(async () => expect(await rowOf(doctor)).toMatchObject({ status: 'canceled' }), { timeout: 10_000 })
    await waitForJobs(doctor)
    await keep(Date.now() + 3 * 60 * 60_000)
    expect(await count('jobs', "kind = 'billing_end' AND doctor_id = ?", doctor.id)).toBe(2)
    // A doctor who returned in time keeps the paid plan.
    expect(await rowOf(other)).toMatchObject({ status: 'trialing' })
    expect(await count('jobs', "kind = 'billing_end' AND doctor_id = ?", other.id)).toBe(1)
  },
)
