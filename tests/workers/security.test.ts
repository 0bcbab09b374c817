import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newPatient } from './clinic.ts'
import { fetchWorker, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'
import { mailsOf } from './second-factor-stage.ts'

type Security = { has_password: boolean; sessions: { id: string; device: string; current: boolean; used_at: number }[] }
const OLD = 'segredo1'
const NEW = 'Relato#2026'

const change = (who: TestDoctor, currentPassword: string | null, newPassword = NEW) =>
  who.call('PUT', '/api/password', { currentPassword, newPassword })
const securityOf = async (who: TestDoctor) => (await who.call('GET', '/api/security')).json<Security>()
const statusOf = async (who: TestDoctor) => (await who.call('GET', '/api/session')).status
const addressOf = async (who: TestDoctor) =>
  (await env.DB.prepare('SELECT email FROM user WHERE id = ?').bind(who.id).first<{ email: string }>())?.email
const logged = async (who: TestDoctor, action: string) =>
  (
    await env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE doctor_id = ? AND action = ?')
      .bind(who.id, action)
      .first<{ n: number }>()
  )?.n

/** The same doctor with the cookies that an answer set. */
function withCookies(who: TestDoctor, answer: Response): TestDoctor {
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { ...who, cookie, call: (method, path, body, extra) => who.call(method, path, body, { ...extra, cookie }) }
}

/** Joins a running consultation's room; `closed` is the code that the socket is closed with. */
async function join(who: TestDoctor, consultation: string): Promise<{ closed: Promise<number> }> {
  const path = `/api/consultations/${consultation}/room`
  const { webSocket } = await who.call('GET', path, undefined, { upgrade: 'websocket' })
  webSocket?.accept()
  return { closed: new Promise((resolve) => webSocket?.addEventListener('close', ({ code }) => resolve(code))) }
}

test('a password is changed by who knows the old one: every other session ends, this one goes on under a new token', async () => {
  const doctor = await newDoctor()
  const [elsewhere, stranger] = [await doctor.again(), await newDoctor('Dr. Outro')]

  for (const [current, next, message] of [
    ['', NEW, { currentPassword: 'Senha atual é obrigatória' }],
    [null, NEW, { currentPassword: 'Senha atual é obrigatória' }],
    [OLD, '', { newPassword: 'Nova senha é obrigatória' }],
    [OLD, 'Ab1!', { newPassword: 'Mínimo 8 caracteres' }],
    [OLD, 'relato#2026', { newPassword: 'Pelo menos 1 letra maiúscula' }],
  ] as const) {
    const refused = await change(doctor, current, next)
    expect([refused.status, (await refused.json<{ fields: unknown }>()).fields]).toEqual([400, message])
  }
  const wrong = await change(doctor, 'errada1')
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    {
      code: 'wrong_password',
      error: 'Senha atual incorreta',
      fields: { currentPassword: 'Senha atual incorreta' },
    },
  ])
  expect(await Promise.all([doctor, elsewhere].map(statusOf))).toEqual([200, 200])
  expect([await logged(doctor, 'password_changed'), await logged(doctor, 'signed_in')]).toEqual([0, 2])

  const patientId = await newPatient(doctor)
  const started = await doctor.call('POST', '/api/consultations', { patientId })
  const { consultation } = await started.json<{ consultation: { id: string } }>()
  const { closed } = await join(elsewhere, consultation.id)
  // This session is due to be renewed: the old cookie must not come after the new one.
  await env.DB.prepare('UPDATE session SET expires_at = expires_at - 600000 WHERE user_id = ?').bind(doctor.id).run()
  const answer = await change(doctor, OLD)
  expect([answer.status, await answer.json()]).toEqual([200, { ended: 1 }])
  expect(await closed).toBe(4002)
  expect(answer.headers.get('set-auth-token')).toBeNull()
  const now = withCookies(doctor, answer)
  expect(now.cookie).toMatch(/^__Host-relato\.session_token=[^;]+$/)
  expect(await Promise.all([doctor, elsewhere, now, stranger].map(statusOf))).toEqual([401, 401, 200, 200])
  expect((await securityOf(now)).sessions.map(({ current }) => current)).toEqual([true])
  expect(await logged(doctor, 'password_changed')).toBe(1)
  expect(await mailsOf(doctor.id)).toEqual(['Sua senha foi alterada'])

  const signIn = async (password: string) =>
    (
      await fetchWorker('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': '10.9.0.1' },
        body: JSON.stringify({ email: await addressOf(doctor), password }),
      })
    ).status
  expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200])
})

test('guesses at the current password run out, for this doctor only, and the right one then waits too', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const tries = await Promise.all(Array.from({ length: 7 }, () => change(doctor, 'errada1')))
  expect(tries.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429])
  const late = await change(doctor, OLD)
  expect([late.status, (await late.json<{ error: string }>()).error]).toEqual([
    429,
    'Muitas tentativas. Aguarde um instante e tente de novo.',
  ])
  expect((await change(other, OLD)).status).toBe(200)
  await env.DB.prepare('UPDATE rate_limit SET last_request = last_request - 300000 WHERE key = ?')
    .bind(`password:${doctor.id}`)
    .run()
  expect((await change(doctor, OLD)).status).toBe(200)
})

test('a doctor of another provider has no password until they set one, without a current one', async () => {
  const doctor = await newDoctor()
  const elsewhere = await doctor.again()
  await env.DB.prepare("UPDATE account SET provider_id = 'google', password = NULL WHERE user_id = ?")
    .bind(doctor.id)
    .run()
  expect((await securityOf(doctor)).has_password).toBe(false)
  expect((await change(doctor, OLD)).status).toBe(422)
  // An unattended screen cannot set a first password.
  const at = (shift: number) =>
    env.DB.prepare('UPDATE session SET created_at = created_at - ? WHERE user_id = ?').bind(shift, doctor.id).run()
  await at(11 * 60_000)
  const stale = await change(doctor, null)
  expect([stale.status, (await stale.json<{ code: string }>()).code]).toEqual([403, 'sign_in_again'])
  await at(-11 * 60_000)
  const weak = await change(doctor, null, 'segredo1')
  expect((await weak.json<{ fields: unknown }>()).fields).toEqual({ newPassword: 'Pelo menos 1 letra maiúscula' })
  const set = await change(doctor, null)
  expect([set.status, await set.json()]).toEqual([200, { ended: 1 }])
  expect([await statusOf(doctor), await statusOf(elsewhere)]).toEqual([200, 401])
  expect((await securityOf(doctor)).has_password).toBe(true)
  // From now on the current password is required.
  expect((await change(doctor, null)).status).toBe(400)
  expect((await change(doctor, NEW, 'Outra#2026')).status).toBe(200)
})

test("a doctor sees where they are signed in and ends it; nobody else's sessions", async () => {
  const doctor = await newDoctor()
  const [second, third, stranger] = [await doctor.again(), await doctor.again(), await newDoctor('Dr. Outro')]
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1'
  const { sessions } = await securityOf(second)
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, false, true])
  const own = sessions.find(({ current }) => current)?.id ?? ''
  await env.DB.prepare('UPDATE session SET user_agent = ?, updated_at = updated_at - 60000 WHERE id = ?')
    .bind(agent, own)
    .run()
  const seen = await securityOf(doctor)
  expect(seen.sessions.at(-1)).toMatchObject({ id: own, device: 'Safari no iPhone', current: false })
  expect(JSON.stringify(seen)).not.toMatch(/token|Mozilla/)

  expect((await stranger.call('DELETE', `/api/sessions/${own}`)).status).toBe(404)
  expect((await doctor.call('DELETE', `/api/sessions/${own}`)).status).toBe(200)
  expect((await doctor.call('DELETE', `/api/sessions/${own}`)).status).toBe(404)
  expect(await Promise.all([doctor, second, third].map(statusOf))).toEqual([200, 401, 200])
  expect(await (await doctor.call('DELETE', '/api/sessions')).json()).toEqual({ ended: 1 })
  expect(await Promise.all([doctor, third, stranger].map(statusOf))).toEqual([200, 401, 200])
  expect(await logged(doctor, 'sessions_ended')).toBe(2)
})

test("the sign-in library's own ways to change an account are closed", async () => {
  const doctor = await newDoctor()
  const body = { currentPassword: OLD, newPassword: 'segredo2' }
  for (const path of ['change-password', 'verify-password', 'update-user', 'delete-user', 'revoke-sessions'])
    expect([path, (await doctor.call('POST', `/api/auth/${path}`, body)).status]).toEqual([path, 404])
  // The first of them answered with the session's token.
  for (const path of ['get-session', 'list-sessions'])
    expect([path, (await doctor.call('GET', `/api/auth/${path}`)).status]).toEqual([path, 404])
})
