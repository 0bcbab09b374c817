import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { logged } from '#tests/testkit/logged.ts'
import { createHttp } from '#workers/http/http.ts'
import { auditRowsOf } from './audit-stage.ts'
import { jobsAreDone, newDoctor, ORIGIN } from './doctor.ts'
import { ask, OPERATOR_TOKEN, reason } from './operator-stage.ts'
import { newClinic } from './route-matrix.ts'
import { countRows, execute } from './sql.ts'

afterEach(() => jobsAreDone())
const { fetch } = createHttp(async () => new Response('page'))
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
const bindings = { ...env, OPERATOR_TOKEN }
const paths = [
  ...['status', 'synthetic', 'find', 'replay', 'second-factor-reset', 'account-disable', 'account-enable'],
  ...['mail-resend', 'subscription', 'unknown', ''],
]
const canary = 'Canário Peregrino'
let network = 0
const send = (path: string, init: RequestInit) =>
  fetch(
    new Request(`${ORIGIN}/api/operator/${path}`, {
      method: 'POST',
      body: init.method === 'GET' ? null : '{}',
      ...init,
      headers: {
        ...{ 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.77.${++network % 250}.1` },
        ...(init.headers as Record<string, string>),
      },
    }),
    bindings,
    context,
  )

test('no path opens without the token in its header, and a token elsewhere is neither taken nor logged', async () => {
  const bearer = `Bearer ${OPERATOR_TOKEN}`
  for (const path of paths) {
    const refused: [string, RequestInit][] = [
      [path, {}],
      [`${path}?token=${OPERATOR_TOKEN}&authorization=${OPERATOR_TOKEN}`, {}],
      [path, { headers: { cookie: `token=${OPERATOR_TOKEN}` } }],
      [path, { headers: { authorization: `Basic ${btoa(`x:${OPERATOR_TOKEN}`)}` } }],
      [path, { headers: { authorization: `bearer ${OPERATOR_TOKEN}` } }],
      [path, { headers: { authorization: `${bearer}, ${bearer}` } }],
      [path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN.toUpperCase()}` } }],
      [path, { body: JSON.stringify({ token: OPERATOR_TOKEN, reason }) }],
    ]
    for (const [address, init] of refused) expect([address, (await send(address, init)).status]).toEqual([address, 401])
    expect((await send(path, { headers: { origin: 'https://mal.example', authorization: bearer } })).status).toBe(403)
    expect((await send(path, { method: 'GET', headers: { authorization: bearer } })).status).toBe(401)
  }
  expect(JSON.stringify(logged())).not.toContain(OPERATOR_TOKEN)
})

test('bodies that are huge, broken or odd are refused by name, and leave no row in a log', async () => {
  const doctor = await newDoctor()
  const before = (await auditRowsOf(doctor.id)).length
  const authorization = `Bearer ${OPERATOR_TOKEN}`
  const status = async (path: string, body: string) => (await send(path, { body, headers: { authorization } })).status
  const huge = JSON.stringify({ reason, id: 'x'.repeat(1_000_000) })
  for (const path of paths.slice(0, 8)) {
    expect([path, await status(path, huge)]).toEqual([path, 413])
    for (const body of ['', '{', 'null', '[]', '"x"', '{"__proto__":{"reason":"x"}}'])
      expect([path, body, await status(path, body)]).toEqual([path, body, 400])
  }
  const ids = [
    ...['', 'x', '%', '________', "' OR 1=1 --", 'constructor', '../../../etc', '\u0000'.repeat(9), 'é'.repeat(40)],
    ...['x'.repeat(65), '{"$ne":null}', `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`],
  ]
  for (const id of ids) {
    expect([id, await status('find', JSON.stringify({ id, reason }))]).toEqual([id, expect.toBeOneOf([400, 404])])
    expect([id, await status('replay', JSON.stringify({ job_id: id, reason }))]).toEqual([
      id,
      expect.toBeOneOf([400, 409]),
    ])
  }
  for (const email of [
    `${doctor.email}%`,
    `${doctor.email}\u0000`,
    [doctor.email],
    { like: '%' },
    `' OR '1'='1`,
    '%@%.%',
  ])
    for (const path of ['account-disable', 'subscription', 'second-factor-reset', 'mail-resend']) {
      const body = { email, reason, mail: 'password_reset', identity: 'presencialmente' }
      const own = path === 'mail-resend' ? ['email', 'reason', 'mail'] : ['email', 'reason', 'identity']
      const ownFields = Object.fromEntries(Object.entries(body).filter(([name]) => own.includes(name)))
      expect([path, email, await status(path, JSON.stringify(ownFields))]).toEqual([path, email, 400])
    }
  expect(await auditRowsOf(doctor.id)).toHaveLength(before)
})

test('a call that is sent again changes nothing twice, and no answer has what a patient said', async () => {
  const doctor = await newDoctor()
  const { consultation, job } = await newClinic(doctor)
  // Should words ever reach the columns of a job, the answer's contract stops them.
  await execute("UPDATE jobs SET status = 'failed', error = ?1, step = ?1 WHERE id = ?2", canary, job)
  const found = await ask('find', { id: consultation, reason })
  expect(found.status).toBe(500)
  expect(await found.text()).not.toContain('Canário')
  await execute("UPDATE jobs SET error = 'structuring_failed', step = NULL WHERE id = ?", job)

  const both = () => Promise.all([1, 2].map(() => ask('account-disable', { email: doctor.email, reason })))
  expect((await both()).map((answer) => answer.status).sort()).toEqual([200, 409])
  expect((await both()).map((answer) => answer.status)).toEqual([409, 409])
  const enabled = [await ask('account-enable', { email: doctor.email.toUpperCase(), reason })]
  enabled.push(await ask('account-enable', { email: doctor.email, reason }))
  expect(enabled.map((answer) => answer.status)).toEqual([200, 409])
  const actions = (await auditRowsOf(doctor.id)).map(({ action }) => action)
  for (const action of ['operator_account_disabled', 'operator_account_enabled'])
    expect([action, actions.filter((one) => one === action)]).toEqual([action, [action]])
  expect(await countRows("audit_log WHERE network LIKE '%Canário%' OR device LIKE '%Canário%'")).toBe(0)
  expect(JSON.stringify(logged())).not.toContain('Canário')
})
