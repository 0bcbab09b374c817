import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newPatient } from './clinic.ts'
import { fetchWorker, mailsAreOut, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'

const NEW = 'Relato#2026'
let visitors = 0

/** A visitor from an address of its own. */
function visitor() {
  visitors += 1
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.9.0.${visitors}` }
  return (method: string, path: string, body?: unknown, cookie = '') =>
    fetchWorker(path, {
      method,
      headers: { ...headers, cookie },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}
type Visitor = ReturnType<typeof visitor>

const emailOf = async (who: TestDoctor) =>
  (await env.DB.prepare('SELECT email FROM user WHERE id = ?').bind(who.id).first<{ email: string }>())?.email ?? ''
const tokens = async () =>
  (
    await env.DB.prepare(
      "SELECT substr(identifier, 16) AS token FROM verification WHERE identifier LIKE 'reset-password:%' ORDER BY created_at",
    ).all<{ token: string }>()
  ).results.map(({ token }) => `__Host-relato-recovery=${token}`)
const statusAndCode = async (response: Response) => {
  const body = await response.json<{ code?: string; fields?: Record<string, string> }>()
  return [response.status, body.code, body.fields ?? null]
}
const statusOf = async (who: TestDoctor) => (await who.call('GET', '/api/session')).status
const enter = (who: Visitor, email: string, password: string) =>
  who('POST', '/api/auth/sign-in/email', { email, password })

test('who follows the link of the mail sets a password by the rules, once: every session and its sockets end', async () => {
  const doctor = await newDoctor()
  const elsewhere = await doctor.again()
  const email = await emailOf(doctor)
  const ask = visitor()
  for (const to of [email, 'ninguem@relato.example']) {
    const startedAt = Date.now()
    const answer = await ask('POST', '/api/recovery', { email: to })
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    // How long it took does not say whether there is such an account.
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(400)
  }
  await ask('POST', '/api/recovery', { email })
  const links = await tokens()
  const [first = '', second = ''] = links
  expect(links).toHaveLength(2)

  expect(await (await ask('GET', '/api/recovery', undefined, first)).json()).toEqual({ open: true })
  expect(await (await ask('GET', '/api/recovery', undefined, `${first}x`)).json()).toEqual({ open: false })
  for (const [newPassword, message] of [
    ['curta', 'Mínimo 8 caracteres'],
    ['relato#2026', 'Pelo menos 1 letra maiúscula'],
    ['Relato2026', 'Pelo menos 1 caractere especial'],
  ])
    expect(await statusAndCode(await ask('PUT', '/api/recovery', { newPassword }, first))).toEqual([
      400,
      'invalid_body',
      { newPassword: message },
    ])
  expect(await statusAndCode(await ask('PUT', '/api/recovery', { newPassword: NEW }))).toEqual([
    410,
    'reset_link_over',
    null,
  ])

  const patientId = await newPatient(doctor)
  const started = await doctor.call('POST', '/api/consultations', { patientId })
  const { consultation } = await started.json<{ consultation: { id: string } }>()
  const path = `/api/consultations/${consultation.id}/room`
  const { webSocket } = await elsewhere.call('GET', path, undefined, { upgrade: 'websocket' })
  webSocket?.accept()
  const closed = new Promise((resolve) => webSocket?.addEventListener('close', ({ code }) => resolve(code)))

  const done = await ask('PUT', '/api/recovery', { newPassword: NEW }, first)
  expect(done.status).toBe(200)
  expect(done.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  expect(await closed).toBe(4002)
  expect(await Promise.all([doctor, elsewhere].map(statusOf))).toEqual([401, 401])
  for (const used of [first, second])
    expect(await statusAndCode(await ask('PUT', '/api/recovery', { newPassword: 'Outra#2026' }, used))).toEqual([
      410,
      'reset_link_over',
      null,
    ])
  expect((await enter(ask, email, 'segredo1')).status).toBe(401)
  expect((await enter(ask, email, NEW)).status).toBe(200)
  const logged = env.DB.prepare(
    "SELECT count(*) AS n FROM audit_log WHERE doctor_id = ? AND action = 'password_changed'",
  )
  expect(await logged.bind(doctor.id).first()).toEqual({ n: 1 })
})

test('a new password puts out whoever is in, even where something else of it fails', async () => {
  const ask = visitor()
  const failing = async (trigger: string, run: () => Promise<void>) => {
    await env.DB.exec(`CREATE TRIGGER failing ${trigger} BEGIN SELECT RAISE(ABORT, 'no'); END`)
    await run().finally(() => env.DB.exec('DROP TRIGGER failing'))
  }
  const recovering = async (trigger: string, status: number) => {
    const doctor = await newDoctor()
    const email = await emailOf(doctor)
    expect(await statusOf(doctor)).toBe(200)
    // Welcomed once more if it could be, and with a guess to forget.
    await env.DB.prepare('UPDATE user SET email_verified = 0 WHERE id = ?').bind(doctor.id).run()
    await env.DB.prepare('UPDATE mails SET once = NULL WHERE doctor_id = ?').bind(doctor.id).run()
    await enter(ask, email, 'errada')
    await ask('POST', '/api/recovery', { email })
    const [link = ''] = (await tokens()).slice(-1)
    await mailsAreOut(doctor.id, 3)
    await failing(trigger, async () => {
      expect((await ask('PUT', '/api/recovery', { newPassword: NEW }, link)).status).toBe(status)
      expect(await statusOf(doctor)).toBe(401)
    })
  }
  await recovering("BEFORE DELETE ON rate_limit WHEN old.key LIKE '/sign-in/email:%'", 200)
  await recovering("BEFORE INSERT ON mails WHEN new.kind = 'welcome'", 200)
  await recovering("BEFORE INSERT ON audit_log WHEN new.action = 'password_changed'", 500)
})

test('a link is over after an hour; who follows one has shown that the mailbox is theirs', async () => {
  const ask = visitor()
  const email = 'nunca.confirmou@relato.example'
  await ask('POST', '/api/auth/sign-up/email', { name: 'Dra. Nunca', email, password: 'segredo1' })
  expect((await enter(ask, email, 'segredo1')).status).toBe(403)
  await ask('POST', '/api/recovery', { email })
  const [late = ''] = (await tokens()).slice(-1)
  await env.DB.prepare(
    "UPDATE verification SET expires_at = expires_at - 3600000 WHERE identifier LIKE 'reset-%'",
  ).run()
  expect(await (await ask('GET', '/api/recovery', undefined, late)).json()).toEqual({ open: false })
  expect((await ask('PUT', '/api/recovery', { newPassword: NEW }, late)).status).toBe(410)
  await ask('POST', '/api/recovery', { email })
  const [link = ''] = (await tokens()).slice(-1)
  expect((await ask('PUT', '/api/recovery', { newPassword: NEW }, link)).status).toBe(200)
  expect((await enter(ask, email, NEW)).status).toBe(200)
  const owner = await env.DB.prepare('SELECT id FROM user WHERE email = ?').bind(email).first<{ id: string }>()
  await mailsAreOut(owner?.id ?? '', 5)
})

test("the library's own ways to recover are closed", async () => {
  const ask = visitor()
  expect((await ask('POST', '/api/auth/request-password-reset', { email: 'a@relato.example' })).status).toBe(404)
  expect((await ask('POST', '/api/auth/reset-password', { newPassword: 'fraca1', token: 'x' })).status).toBe(404)
  const token = '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa'
  for (const path of [token, `${token}?callbackURL=%2F`, '/api/auth/reset-password/', '/api/auth/%72eset-password/a'])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
})

test('guesses are counted by the e-mail they ask about, from wherever they come, and how long to wait is said', async () => {
  const doctor = await newDoctor()
  const email = await emailOf(doctor)
  for (let guess = 0; guess < 20; guess++) expect((await enter(visitor(), email, `errada${guess}`)).status).toBe(401)
  const refused = await enter(visitor(), email.toUpperCase(), 'segredo1')
  const seconds = Number(refused.headers.get('retry-after'))
  expect([refused.status, seconds > 800 && seconds <= 900]).toEqual([429, true])
  expect(await refused.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'Muitas tentativas. Tente de novo em 15 minutos.',
  })
  expect((await enter(visitor(), 'outra@relato.example', 'segredo1')).status).toBe(401)
  // Somebody who gets in was not guessing.
  await env.DB.prepare("UPDATE rate_limit SET count = 19 WHERE key LIKE '/sign-in/email:%' AND count > 20").run()
  expect((await enter(visitor(), email, 'segredo1')).status).toBe(200)
  expect((await enter(visitor(), email, 'errada')).status).toBe(401)

  const mails = await Promise.all(
    Array.from({ length: 4 }, () => visitor()('POST', '/api/recovery', { email: 'alvo@relato.example' })),
  )
  expect(mails.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
})
