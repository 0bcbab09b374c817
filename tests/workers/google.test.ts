import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { authFor } from '#workers/auth/auth.ts'
import { hasGoogle, trueWithin } from '#workers/auth/google.ts'
import { fetchWorker, jobsAreDone, ORIGIN, PASSWORD, post } from './doctor.ts'
import { comeIn, googleAnswers, meetGoogle, person } from './google-stage.ts'
import { isIn } from './second-factor-stage.ts'
import { countRows, execute, selectAll, selectOne } from './sql.ts'

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await jobsAreDone()
})

const mailCount = (id: unknown) => countRows('mails WHERE doctor_id = ?', id)
const rowsOf = async (email: string) => {
  const sql = `SELECT u.id, u.name, u.email_verified, a.provider_id, a.password IS NOT NULL AS has_password,
    coalesce(a.access_token, a.refresh_token, a.id_token) AS kept FROM user u LEFT JOIN account a ON a.user_id = u.id
    WHERE u.email = ? ORDER BY a.provider_id`
  return selectAll(sql, email)
}
const signUp = (email: string) =>
  post('/api/auth/sign-up/email', { name: 'Quem chegou antes', email, password: PASSWORD })

test('while Google does not answer nobody waits for it, and once it does it is asked again', async () => {
  googleAnswers(null)
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': '10.8.3.1' }
  const body = JSON.stringify({ provider: 'google', callbackURL: '/app', errorCallbackURL: '/login' })
  const path = '/api/auth/sign-in/social'
  // Test files share a runtime, and an instance is kept per database: this one has not met Google.
  const own = { ...env, DB: Object.create(env.DB) as D1Database }
  const begin = async () =>
    (await authFor(own, path)).handler(new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body }))
  vi.useFakeTimers({ toFake: ['Date'] })
  expect((await begin()).status).toBe(404)
  expect((await fetchWorker('/api/way-in')).status).toBe(200)
  const onRequest = vi.fn()
  vi.stubGlobal('fetch', onRequest)
  expect((await begin()).status).toBe(404)
  expect(onRequest).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 5_000)
  googleAnswers(person('ninguem'))
  expect((await begin()).status).toBe(200)
})

test('who says nothing in time has said no', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onAnswer = vi.fn()
  const answer = trueWithin(5_000, new Promise<boolean>(() => undefined)).then(onAnswer)
  vi.advanceTimersByTime(4_999)
  await Promise.resolve()
  expect(onAnswer).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await answer
  expect(onAnswer).toHaveBeenCalledWith(false)
  expect(await trueWithin(5_000, Promise.resolve(true))).toBe(true)
})

test('a new doctor is made and greeted once, and nothing of Google is kept but who they are', async () => {
  await meetGoogle()
  const nova = person('nova')
  const { location, cookie } = await comeIn(nova)
  expect([location, await isIn(cookie)]).toEqual(['/app', true])
  const own = { name: 'Dra. nova', email_verified: 1, has_password: 0, provider_id: 'google', kept: null }
  const rows = await rowsOf(nova.email)
  expect(rows).toEqual([expect.objectContaining(own)])
  expect(await isIn((await comeIn(nova)).cookie)).toBe(true)
  expect(await rowsOf(nova.email)).toEqual(rows)
  expect(await mailCount(rows[0]?.id)).toBe(1)
})

test('a name, a picture or an address at Google that breaks our contract is cleaned or left out', async () => {
  const names: [string | null, string][] = [
    ['Dra.\u202e Nova\r\nSá\u0000', 'Dra. Nova Sá'],
    ['N'.repeat(5_000), 'N'.repeat(160)],
    ['\u3164 \u0000', 'nome2@relato.example'],
    [null, 'nome3@relato.example'],
  ]
  for (const [at, [given, name]] of names.entries()) {
    const odd = person(`nome${at}`)
    await comeIn(odd, { name: given, picture: 'javascript:alert(1)' })
    const stored = 'SELECT name, image, full_name FROM user JOIN profiles USING (id) WHERE email = ?'
    expect([given, await selectOne(stored, odd.email)]).toEqual([given, { name, full_name: name, image: null }])
  }
  const long = await comeIn(person('longa', { email: `${'l'.repeat(241)}@relato.example` }))
  expect(long.location).toBe('/login?google=erro&error=email_not_found')
})

test('the password of who never confirmed the address is gone before its owner is let in', async () => {
  const dona = person('dona')
  expect((await signUp(dona.email)).status).toBe(200)
  const [before] = await rowsOf(dona.email)
  expect(before).toMatchObject({ email_verified: 0, has_password: 1 })
  expect(await isIn((await comeIn(dona)).cookie)).toBe(true)
  expect(await rowsOf(dona.email)).toEqual([
    { ...before, name: 'Dra. dona', email_verified: 1, has_password: 0, provider_id: 'google', kept: null },
  ])
  const profile = await selectOne('SELECT full_name FROM profiles WHERE id = ?', before?.id)
  expect(profile).toEqual({ full_name: 'Dra. dona' })
  expect(await mailCount(before?.id)).toBe(2)
})

test('who is known to Google here takes nothing from another account of the address they now have there', async () => {
  const muda = person('muda')
  await comeIn(muda)
  const [own] = await rowsOf(muda.email)
  const later = { ...muda, email: 'muda.depois@relato.example' }
  await signUp(later.email)
  const before = await rowsOf(later.email)
  expect(await isIn((await comeIn(later)).cookie)).toBe(true)
  expect(await rowsOf(later.email)).toEqual(before)
  expect(await rowsOf(muda.email)).toEqual([own])
  expect([await mailCount(own?.id), await mailCount(before[0]?.id)]).toEqual([1, 1])
})

test('a confirmed account of the same address is linked and keeps its password', async () => {
  const dupla = person('dupla')
  await signUp(dupla.email)
  await execute('UPDATE user SET email_verified = 1 WHERE email = ?', dupla.email)
  const [before] = await rowsOf(dupla.email)
  expect(await isIn((await comeIn(dupla)).cookie)).toBe(true)
  expect(
    (await rowsOf(dupla.email)).map(({ id, provider_id, has_password }) => [id, provider_id, has_password]),
  ).toEqual([
    [before?.id, 'credential', 1],
    [before?.id, 'google', 0],
  ])
  const subject = 'Conta do Google ligada ao Relato'
  const linked = () => countRows('mails WHERE doctor_id = ? AND subject = ?', before?.id, subject)
  expect([await mailCount(before?.id), await linked()]).toEqual([2, 1])
  // Once: it is known from then on.
  await comeIn(dupla)
  expect(await linked()).toBe(1)
})

test('an address that Google has not seen confirmed, or a token not meant for us, lets nobody in', async () => {
  const falsa = person('falsa', { email_verified: false })
  await signUp(falsa.email)
  const before = await rowsOf(falsa.email)
  const refused = await comeIn(falsa)
  expect(refused.location).toBe('/login?google=erro&error=email_not_found')
  for (const claims of [{ aud: 'another-client' }, { nonce: 'another' }, { iss: 'http://evil.test' }, { exp: 1 }]) {
    const answer = await comeIn(person('falsa'), claims)
    expect([claims, answer.location, await isIn(answer.cookie)]).toEqual([
      claims,
      '/login?google=erro&error=unable_to_get_user_info',
      false,
    ])
  }
  expect(await rowsOf(falsa.email)).toEqual(before)
  expect(await mailCount(before[0]?.id)).toBe(1)
})

test('staging and production sign nobody in through a stand-in', () => {
  expect(hasGoogle(env)).toBe(true)
  for (const ENVIRONMENT of ['staging', 'production'] as const) expect(hasGoogle({ ...env, ENVIRONMENT })).toBe(false)
  const real = { ...env, ENVIRONMENT: 'production' as const, GOOGLE_DISCOVERY_URL: 'https://accounts.google.com/x' }
  expect(hasGoogle(real)).toBe(true)
  expect(hasGoogle({ ...real, GOOGLE_CLIENT_ID: '' })).toBe(false)
})

test('nobody is led out of our own pages, nor asks Google for more', async () => {
  googleAnswers(null)
  const ask = (path: string, body: object) => post(`/api/auth/${path}`, body)
  for (const callbackURL of ['//evil.example', 'https://evil.example/app', '/\\evil.example', 'javascript:alert(1)']) {
    const body = { provider: 'google', callbackURL, errorCallbackURL: '/login' }
    expect([callbackURL, (await ask('sign-in/social', body)).status]).toEqual([callbackURL, 403])
    const form = { name: 'Dra. Ana', email: `x${callbackURL.length}@relato.example`, password: PASSWORD, callbackURL }
    expect([callbackURL, (await ask('sign-up/email', form)).status]).toEqual([callbackURL, 403])
  }
  const long = `/app?${'a'.repeat(1_000)}`
  const email = 'longo@relato.example'
  for (const [path, form] of [
    ['sign-up/email', { name: 'Dra. Ana', email, password: PASSWORD, callbackURL: long }],
    ['send-verification-email', { email, callbackURL: long }],
    ['sign-in/email', { email, password: PASSWORD, callbackURL: long }],
    ['sign-in/social', { provider: 'google', callbackURL: '/app', errorCallbackURL: long }],
  ] as const)
    expect([path, (await ask(path, form)).status]).toEqual([path, 400])
  const body = { provider: 'google', callbackURL: '/app', idToken: { token: 'x' }, scopes: ['drive'] }
  expect((await ask('sign-in/social', body)).status).toBe(400)
})
