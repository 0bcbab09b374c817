import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { sealAudit } from '#workers/audit/seal-audit.ts'
import { openSecret, sealSecret } from '#workers/auth/sealed-secret.ts'
import { rekeySecondFactors } from '#workers/auth/second-factor.ts'
import type { Env } from '#workers/env.ts'
import { createHttp } from '#workers/http/http.ts'
import { resealIntegrations } from '#workers/integration/deliver.ts'
import { verified } from './audit-stage.ts'
import { newConsultation, newIntegration, newPatient } from './clinic.ts'
import { cookiesOf, jobsAreDone, linkTo, newDoctor, ORIGIN, PASSWORD, post } from './doctor.ts'
import { guardedDoctor } from './second-factor-stage.ts'
import { execute, selectValue } from './sql.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await jobsAreDone()
})
const MINUTE = 60_000
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE)
const db = openDatabase(env.DB)
const { fetch } = createHttp(async () => new Response('page'))
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

const fresh = {
  AUTH_SECRET: 'the second secret of the tests, as long as it must',
  DEVICE_SECRET: 'the second device secret of the tests, long enough',
  AUDIT_SECRET: 'the second audit secret of the tests, long enough',
}
/** The Worker after a rotation of all three secrets. */
const rotated = (until: number): Env => {
  const previous = (secret: string) => `${new Date(until).toISOString().slice(0, 19)}Z ${secret}`
  return {
    ...env,
    ...fresh,
    AUTH_SECRET_PREVIOUS: previous(env.AUTH_SECRET),
    DEVICE_SECRET_PREVIOUS: previous(env.DEVICE_SECRET),
  }
}
let calls = 0
const ask = (bindings: Env, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(
    new Request(`${ORIGIN}${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...{ origin: ORIGIN, 'content-type': 'application/json', 'cf-connecting-ip': `10.77.0.${++calls}` },
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    bindings,
    context,
  )
const statusOf = async (bindings: Env, cookie: string, path = '/api/session') =>
  (await ask(bindings, path, { cookie })).status

test('a new AUTH_SECRET ends no session, no second factor and no mail link; the old one is refused after its time', async () => {
  const { doctor, email, app, codes } = await guardedDoctor()
  const bearer = { authorization: `Bearer ${decodeURIComponent(doctor.cookie.split('=').slice(1).join('='))}` }
  const unconfirmed = `nova.${crypto.randomUUID().slice(0, 8)}@relato.example`
  await post('/api/auth/sign-up/email', { name: 'Dra. Nova', email: unconfirmed, password: PASSWORD })
  const until = Date.now() + 90 * MINUTE
  const [during, without] = [rotated(until), { ...env, ...fresh }]

  expect([await statusOf(during, doctor.cookie), await statusOf(without, doctor.cookie)]).toEqual([200, 401])
  expect((await ask(during, '/api/session', bearer)).status).toBe(200)
  expect((await ask(without, '/api/session', bearer)).status).toBe(401)
  const forged = doctor.cookie.replace(/=(.)/, (_, letter) => `=${letter === 'a' ? 'b' : 'a'}`)
  expect(await statusOf(during, forged)).toBe(401)
  const link = (await linkTo(unconfirmed)).replace(ORIGIN, '')
  expect((await ask(during, link)).headers.get('location')).not.toContain('error')
  const proven = await selectValue<number>('SELECT email_verified FROM user WHERE email = ?', unconfirmed)
  expect(proven).toBe(1)

  // A session in use gets a cookie of the new secret.
  pass(6)
  const renewed = await ask(during, '/api/session', { cookie: doctor.cookie })
  const cookie = cookiesOf(renewed)
  expect([renewed.status, await statusOf(without, cookie)]).toEqual([200, 200])

  const enter = async (bindings: Env, code: string) => {
    const first = await ask(bindings, '/api/auth/sign-in/email', {}, { email, password: PASSWORD })
    return (await ask(bindings, '/api/auth/second-step', { cookie: cookiesOf(first) }, { code })).status
  }
  // A first step of the old secret, a second step of the new one.
  const waiting = cookiesOf(await post('/api/auth/sign-in/email', { email, password: PASSWORD }))
  expect((await ask(during, '/api/auth/second-step', { cookie: waiting }, { code: app() })).status).toBe(200)
  pass(1)
  expect(await enter(without, app())).toBe(422)
  expect(await enter(during, codes[0] ?? '')).toBe(200)

  const before = await selectValue<string>('SELECT secret FROM second_factors WHERE doctor_id = ?', doctor.id)
  await rekeySecondFactors(during, db, Date.now())
  const after = await selectValue<string>('SELECT secret FROM second_factors WHERE doctor_id = ?', doctor.id)
  expect(after).not.toBe(before)
  await rekeySecondFactors(during, db, Date.now())
  expect(await selectValue('SELECT secret FROM second_factors WHERE doctor_id = ?', doctor.id)).toBe(after)
  pass(1)
  expect([await enter(without, app()), await enter(without, codes[1] ?? '')]).toEqual([200, 200])

  // Somebody still signs with the old secret after its time.
  await execute('UPDATE session SET expires_at = ? WHERE user_id = ?', until + 60 * MINUTE, doctor.id)
  expect(await statusOf(during, doctor.cookie)).toBe(200)
  vi.setSystemTime(until)
  expect([await statusOf(during, doctor.cookie), await statusOf(during, cookie)]).toEqual([401, 200])
})

test('a new AUTH_SECRET leaves the keys of a doctor’s integrations readable', async () => {
  const doctor = await newDoctor()
  const patient = await newPatient(doctor)
  await newIntegration(doctor, await newConsultation(doctor, patient))
  const sealed = async () =>
    (await selectValue<string>('SELECT secret FROM integrations WHERE doctor_id = ?', doctor.id)) ?? ''
  await execute('UPDATE integrations SET secret = ? WHERE doctor_id = ?', await sealSecret(env, 'ficha'), doctor.id)
  const [during, without] = [rotated(Date.now() + 90 * MINUTE), { ...env, ...fresh }]
  expect(await openSecret(without, await sealed(), Date.now())).toBeNull()
  expect(await openSecret(during, await sealed(), Date.now())).toBe('ficha')
  await resealIntegrations(during, db, Date.now())
  expect(await openSecret(without, await sealed(), Date.now())).toBe('ficha')
  pass(91)
  expect(await openSecret(during, await sealSecret(env, 'ficha'), Date.now())).toBeNull()
})

test('secrets that no key opens any more do not keep the others from being sealed again', async () => {
  const doctor = await newDoctor()
  const lost = 600
  await execute(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO user (id, name, email, created_at, updated_at) SELECT '0' || i, 'Dra. Perdida', i || '@perdida.example', 0, 0 FROM n`,
    lost,
  )
  const sealed = await sealSecret({ ...env, AUTH_SECRET: 'a secret that the service has forgotten long ago' }, 'ficha')
  const columns = '(doctor_id, kind, address, secret, events, created_at, updated_at)'
  await execute(
    `INSERT INTO integrations ${columns} SELECT id, 'fhir', 'https://x/', ?, '[]', 0, 0 FROM user WHERE email LIKE '%@perdida.example'`,
    sealed,
  )
  await execute(
    `INSERT INTO second_factors (doctor_id, secret, begun_at, enabled_at) SELECT id, ?, 0, 0 FROM user WHERE email LIKE '%@perdida.example'`,
    sealed,
  )
  const own = await sealSecret(env, 'ac')
  await execute(`INSERT INTO integrations ${columns} VALUES (?, 'fhir', 'https://x/', ?, '[]', 0, 0)`, doctor.id, own)
  await execute(
    'INSERT INTO second_factors (doctor_id, secret, begun_at, enabled_at) VALUES (?, ?, 0, 0)',
    doctor.id,
    own,
  )
  const [during, without] = [rotated(Date.now() + 90 * MINUTE), { ...env, ...fresh }]
  await resealIntegrations(during, db, Date.now())
  await rekeySecondFactors(during, db, Date.now())
  for (const table of ['integrations', 'second_factors']) {
    const after = await selectValue<string>(`SELECT secret FROM ${table} WHERE doctor_id = ?`, doctor.id)
    expect([table, await openSecret(without, after ?? '', Date.now())]).toEqual([table, 'ac'])
  }
  await execute("DELETE FROM user WHERE email LIKE '%@perdida.example'")
})

test('a new DEVICE_SECRET still opens what a device has not sent, until the old one’s time is over', async () => {
  const doctor = await newDoctor()
  const keyOf = async (bindings: Env) =>
    (await ask(bindings, '/api/device-key', { cookie: doctor.cookie })).json<{ key: string; previous_key?: string }>()
  const imported = (key: string) =>
    crypto.subtle.importKey(
      'raw',
      Uint8Array.from(atob(key), (one) => one.charCodeAt(0)),
      'AES-GCM',
      false,
      ['encrypt', 'decrypt'],
    )
  const { key } = await keyOf(env)
  const iv = new Uint8Array(12)
  const audio = new Uint8Array([1, 2, 3])
  const row = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await imported(key), audio)

  const until = Date.now() + 30 * MINUTE
  const during = { ...rotated(until), AUTH_SECRET: env.AUTH_SECRET }
  const answer = await keyOf(during)
  expect(answer.key).not.toBe(key)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await imported(answer.previous_key ?? ''), row)
  expect(new Uint8Array(opened)).toEqual(audio)
  vi.setSystemTime(until)
  expect(await keyOf(during)).not.toHaveProperty('previous_key')
})

test('seals of both AUDIT_SECRETs are verified; one of the old secret after its time is named', async () => {
  const doctor = await newDoctor()
  const visit = () => doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  await sealAudit(env, db, Date.now())
  await visit()
  const until = Date.now() + 30 * MINUTE
  const during = rotated(until)
  await sealAudit(during, db, Date.now())
  // An instance that has not received the new secret yet.
  await visit()
  await sealAudit(env, db, Date.now())
  const secrets = [fresh.AUDIT_SECRET, `${new Date(until).toISOString()} ${env.AUDIT_SECRET}`.replace(/\.\d+Z/, 'Z')]
  expect((await verified(Date.now(), secrets)).findings).toEqual([])
  expect((await verified(Date.now(), [fresh.AUDIT_SECRET])).findings).toContainEqual(
    expect.objectContaining({ fault: 'key_unknown', doctor: doctor.id }),
  )

  pass(31)
  // The session has expired in neither world: the row comes from a new one.
  await doctor.again()
  await sealAudit(env, db, Date.now())
  expect((await verified(Date.now(), secrets)).findings).toEqual([
    expect.objectContaining({ fault: 'key_retired', doctor: doctor.id }),
  ])
})
