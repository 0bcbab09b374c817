import { expect, test } from 'vitest'
import { actionsOf } from './audit-stage.ts'
import { cookiesOf, newDoctor, PASSWORD, refusalOf, type TestDoctor, withCookie } from './doctor.ts'
import { enter, mailsOf } from './second-factor-stage.ts'
import { execute } from './sql.ts'

type Security = { has_password: boolean; sessions: { id: string; device: string; current: boolean; used_at: number }[] }
const NEW = 'Relato#2026'

const change = (who: TestDoctor, currentPassword: string | null, newPassword = NEW) =>
  who.call('PUT', '/api/password', { currentPassword, newPassword })
const securityOf = async (who: TestDoctor) => (await who.call('GET', '/api/security')).json<Security>()
const statusOf = async (who: TestDoctor) => (await who.call('GET', '/api/session')).status
const logged = async (who: TestDoctor, of: string) => (await actionsOf(who.id)).filter((action) => action === of).length

test('a password is changed by who knows the old one: every other session ends, this one goes on under a new token', async () => {
  const doctor = await newDoctor()
  const [elsewhere, stranger] = [await doctor.again(), await newDoctor('Dr. Outro')]

  for (const [current, next, message] of [
    ['', NEW, { currentPassword: 'Senha atual é obrigatória' }],
    [null, NEW, { currentPassword: 'Senha atual é obrigatória' }],
    [PASSWORD, '', { newPassword: 'Nova senha é obrigatória' }],
    [PASSWORD, 'Ab1!', { newPassword: 'Mínimo 8 caracteres' }],
    [PASSWORD, 'relato#2026', { newPassword: 'Pelo menos 1 letra maiúscula' }],
  ] as const) {
    const refused = await change(doctor, current, next)
    expect(await refusalOf(refused)).toEqual([400, 'invalid_body', message])
  }
  const wrong = { currentPassword: 'Senha atual incorreta' }
  expect(await refusalOf(await change(doctor, 'errada1'))).toEqual([422, 'wrong_password', wrong])
  expect(await Promise.all([doctor, elsewhere].map(statusOf))).toEqual([200, 200])
  expect([await logged(doctor, 'password_changed'), await logged(doctor, 'signed_in')]).toEqual([0, 2])

  // This session is due to be renewed: the old cookie must not come after the new one.
  await execute('UPDATE session SET expires_at = expires_at - 600000 WHERE user_id = ?', doctor.id)
  const answer = await change(doctor, PASSWORD)
  expect([answer.status, await answer.json()]).toEqual([200, { ended: 1 }])
  expect(answer.headers.get('set-auth-token')).toBeNull()
  const now = withCookie(doctor, cookiesOf(answer))
  expect(now.cookie).toMatch(/^__Host-relato\.session_token=[^;]+$/)
  expect(await Promise.all([doctor, elsewhere, now, stranger].map(statusOf))).toEqual([401, 401, 200, 200])
  expect((await securityOf(now)).sessions.map(({ current }) => current)).toEqual([true])
  expect(await logged(doctor, 'password_changed')).toBe(1)
  expect(await mailsOf(doctor.id)).toEqual(['Sua senha foi alterada'])

  const signIn = async (password: string) => (await enter(doctor.email, password)).status
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
})

test('guesses at the current password run out, for this doctor only, and the right one then waits too', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const tries = await Promise.all(Array.from({ length: 7 }, () => change(doctor, 'errada1')))
  expect(tries.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429])
  const late = await change(doctor, PASSWORD)
  expect([late.status, (await late.json<{ error: string }>()).error]).toEqual([
    429,
    'Muitas tentativas. Aguarde um instante e tente de novo.',
  ])
  expect((await change(other, PASSWORD)).status).toBe(200)
  await execute('UPDATE rate_limit SET last_request = last_request - 300000 WHERE key = ?', `password:${doctor.id}`)
  expect((await change(doctor, PASSWORD)).status).toBe(200)
})

test('a doctor of another provider has no password until they set one, without a current one', async () => {
  const doctor = await newDoctor()
  const elsewhere = await doctor.again()
  await execute("UPDATE account SET provider_id = 'google', password = NULL WHERE user_id = ?", doctor.id)
  expect((await securityOf(doctor)).has_password).toBe(false)
  expect((await change(doctor, PASSWORD)).status).toBe(422)
  // An unattended screen cannot set a first password.
  const at = (shift: number) =>
    execute('UPDATE session SET created_at = created_at - ? WHERE user_id = ?', shift, doctor.id)
  await at(11 * 60_000)
  expect(await refusalOf(await change(doctor, null))).toEqual([403, 'sign_in_again'])
  await at(-11 * 60_000)
  const weak = { newPassword: 'Pelo menos 1 letra maiúscula' }
  expect(await refusalOf(await change(doctor, null, PASSWORD))).toEqual([400, 'invalid_body', weak])
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
  await execute('UPDATE session SET user_agent = ?, updated_at = updated_at - 60000 WHERE id = ?', agent, own)
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
  const body = { currentPassword: PASSWORD, newPassword: 'segredo2' }
  for (const path of ['change-password', 'verify-password', 'update-user', 'delete-user', 'revoke-sessions'])
    expect([path, (await doctor.call('POST', `/api/auth/${path}`, body)).status]).toEqual([path, 404])
  // The first of them answered with the session's token.
  for (const path of ['get-session', 'list-sessions'])
    expect([path, (await doctor.call('GET', `/api/auth/${path}`)).status]).toEqual([path, 404])
})

test('[DQ2] the key is the same on every device of a doctor, and no other doctor has it', async () => {
  const [first, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const ask = async (who: typeof first) => {
    const answer = await who.call('GET', '/api/device-key')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    return answer.json<{ doctor_id: string; key: string }>()
  }
  const [one, again, other] = [await ask(first), await ask(first), await ask(second)]
  expect(one).toEqual(again)
  expect([one.doctor_id, other.doctor_id]).toEqual([first.id, second.id])
  expect(atob(one.key)).toHaveLength(32)
  expect(one.key).not.toBe(other.key)
})
