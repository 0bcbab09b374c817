import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { hasGoogle, trueWithin } from '#workers/google.ts'
import { fetchWorker, ORIGIN } from './doctor.ts'
import { mailsAreOut } from './inbox.ts'

const ISSUER = 'http://google.test'
const settings = { alg: 'RS256', kid: 'one' }
const keys = (await crypto.subtle.generateKey(
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  true,
  ['sign', 'verify'],
)) as CryptoKeyPair

type Person = { sub: string; email: string; name: string; email_verified: boolean }

const base64 = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const encoded = (value: object) => base64(new TextEncoder().encode(JSON.stringify(value)))
async function idToken(claims: object): Promise<string> {
  const body = `${encoded({ ...settings, typ: 'JWT' })}.${encoded(claims)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', keys.privateKey, new TextEncoder().encode(body))
  return `${body}.${base64(new Uint8Array(signature))}`
}

/** Google as it answers the Worker: this person's code is exchanged; null: nobody answers. */
function googleAnswers(person: Person | null, nonce = '', claims: object = {}) {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (!person) throw new TypeError('refused')
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname === '/oauth2/v3/certs')
      return Response.json({ keys: [{ ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), ...settings }] })
    if (pathname === '/oauth2/token') {
      const now = Math.floor(Date.now() / 1_000)
      const own = { iss: ISSUER, aud: env.GOOGLE_CLIENT_ID, iat: now, exp: now + 600, nonce, ...person, ...claims }
      return Response.json({ access_token: 'secret-a', refresh_token: 'secret-r', id_token: await idToken(own) })
    }
    return Response.json({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/oauth2/token`,
      jwks_uri: `${ISSUER}/oauth2/v3/certs`,
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let visitors = 0
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** The whole way: to Google and back. */
async function comeIn(person: Person, claims: object = {}): Promise<{ location: string; cookie: string }> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.8.0.${++visitors}` }
  googleAnswers(person)
  const body = JSON.stringify({ provider: 'google', callbackURL: '/app', errorCallbackURL: '/login?google=erro' })
  const begun = await fetchWorker('/api/auth/sign-in/social', { method: 'POST', headers, body })
  const { searchParams } = new URL((await begun.json<{ url: string }>()).url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  })
  googleAnswers(person, searchParams.get('nonce') ?? '', claims)
  const back = `/api/auth/callback/google?${new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })}`
  const answer = await fetchWorker(back, { headers: { ...headers, cookie: cookiesOf(begun) }, redirect: 'manual' })
  return { location: answer.headers.get('location') ?? '', cookie: cookiesOf(answer) }
}
const signedIn = async (cookie: string) =>
  (await fetchWorker('/api/session', { headers: { cookie, 'cf-connecting-ip': '10.8.1.1' } })).status === 200
const rowsOf = async (email: string) => {
  const sql = `SELECT u.id, u.name, u.email_verified, a.provider_id, a.password IS NOT NULL AS has_password,
    coalesce(a.access_token, a.refresh_token, a.id_token) AS kept FROM user u LEFT JOIN account a ON a.user_id = u.id
    WHERE u.email = ? ORDER BY a.provider_id`
  return (await env.DB.prepare(sql).bind(email).all<Record<string, string | number | null>>()).results
}
const person = (name: string, more: Partial<Person> = {}): Person => ({
  sub: `sub-${name}`,
  email: `${name}@relato.example`,
  name: `Dra. ${name}`,
  email_verified: true,
  ...more,
})
const signUp = (email: string) =>
  fetchWorker('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.8.2.${++visitors}` },
    body: JSON.stringify({ name: 'Quem chegou antes', email, password: 'segredo1' }),
  })

test('while Google does not answer nobody waits for it, and once it does it is asked again', async () => {
  googleAnswers(null)
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': '10.8.3.1' }
  const body = JSON.stringify({ provider: 'google', callbackURL: '/app', errorCallbackURL: '/login' })
  const begin = () => fetchWorker('/api/auth/sign-in/social', { method: 'POST', headers, body })
  vi.useFakeTimers({ toFake: ['Date'] })
  expect((await begin()).status).toBe(404)
  expect((await fetchWorker('/api/way-in')).status).toBe(200)
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  expect((await begin()).status).toBe(404)
  expect(asked).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 5_000)
  googleAnswers(person('ninguem'))
  expect((await begin()).status).toBe(200)
})

test('who says nothing in time has said no', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const heard = vi.fn()
  const answer = trueWithin(5_000, new Promise<boolean>(() => undefined)).then(heard)
  vi.advanceTimersByTime(4_999)
  await Promise.resolve()
  expect(heard).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await answer
  expect(heard).toHaveBeenCalledWith(false)
  expect(await trueWithin(5_000, Promise.resolve(true))).toBe(true)
})

test('a new doctor is made and greeted once, and nothing of Google is kept but who they are', async () => {
  const nova = person('nova')
  const { location, cookie } = await comeIn(nova)
  expect([location, await signedIn(cookie)]).toEqual(['/app', true])
  const own = { name: 'Dra. nova', email_verified: 1, has_password: 0, provider_id: 'google', kept: null }
  const rows = await rowsOf(nova.email)
  expect(rows).toEqual([expect.objectContaining(own)])
  expect(await signedIn((await comeIn(nova)).cookie)).toBe(true)
  expect(await rowsOf(nova.email)).toEqual(rows)
  await mailsAreOut(String(rows[0]?.id), 1)
})

test('the password of who never confirmed the address is gone before its owner is let in', async () => {
  const dona = person('dona')
  expect((await signUp(dona.email)).status).toBe(200)
  const [before] = await rowsOf(dona.email)
  expect(before).toMatchObject({ email_verified: 0, has_password: 1 })
  expect(await signedIn((await comeIn(dona)).cookie)).toBe(true)
  expect(await rowsOf(dona.email)).toEqual([
    { ...before, name: 'Dra. dona', email_verified: 1, has_password: 0, provider_id: 'google', kept: null },
  ])
  const profile = await env.DB.prepare('SELECT full_name FROM profiles WHERE id = ?').bind(before?.id).first()
  expect(profile).toEqual({ full_name: 'Dra. dona' })
  await mailsAreOut(String(before?.id), 2)
})

test('who is known to Google here takes nothing from another account of the address they now have there', async () => {
  const muda = person('muda')
  await comeIn(muda)
  const [own] = await rowsOf(muda.email)
  const later = { ...muda, email: 'muda.depois@relato.example' }
  await signUp(later.email)
  const before = await rowsOf(later.email)
  expect(await signedIn((await comeIn(later)).cookie)).toBe(true)
  expect(await rowsOf(later.email)).toEqual(before)
  expect(await rowsOf(muda.email)).toEqual([own])
  await Promise.all([mailsAreOut(String(own?.id), 1), mailsAreOut(String(before[0]?.id), 1)])
})

test('a confirmed account of the same address is linked and keeps its password', async () => {
  const dupla = person('dupla')
  await signUp(dupla.email)
  await env.DB.prepare('UPDATE user SET email_verified = 1 WHERE email = ?').bind(dupla.email).run()
  const [before] = await rowsOf(dupla.email)
  expect(await signedIn((await comeIn(dupla)).cookie)).toBe(true)
  expect(
    (await rowsOf(dupla.email)).map(({ id, provider_id, has_password }) => [id, provider_id, has_password]),
  ).toEqual([
    [before?.id, 'credential', 1],
    [before?.id, 'google', 0],
  ])
  await mailsAreOut(String(before?.id), 1)
})

test('an address that Google has not seen confirmed, or a token not meant for us, lets nobody in', async () => {
  const falsa = person('falsa', { email_verified: false })
  await signUp(falsa.email)
  const before = await rowsOf(falsa.email)
  const refused = await comeIn(falsa)
  expect(refused.location).toBe('/login?google=erro&error=email_not_found')
  for (const claims of [{ aud: 'another-client' }, { nonce: 'another' }, { iss: 'http://evil.test' }, { exp: 1 }]) {
    const answer = await comeIn(person('falsa'), claims)
    expect([claims, answer.location, await signedIn(answer.cookie)]).toEqual([
      claims,
      '/login?google=erro&error=unable_to_get_user_info',
      false,
    ])
  }
  expect(await rowsOf(falsa.email)).toEqual(before)
  await mailsAreOut(String(before[0]?.id), 1)
})

test('production signs nobody in through a stand-in', () => {
  expect(hasGoogle(env)).toBe(true)
  expect(hasGoogle({ ...env, ENVIRONMENT: 'production' })).toBe(false)
  const real = { ...env, ENVIRONMENT: 'production' as const, GOOGLE_DISCOVERY_URL: 'https://accounts.google.com/x' }
  expect(hasGoogle(real)).toBe(true)
  expect(hasGoogle({ ...real, GOOGLE_CLIENT_ID: '' })).toBe(false)
})

test('nobody is led out of our own pages, nor asks Google for more', async () => {
  googleAnswers(null)
  const ask = (path: string, body: object) =>
    fetchWorker(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': `10.8.4.${++visitors}` },
      body: JSON.stringify(body),
    })
  for (const callbackURL of ['//evil.example', 'https://evil.example/app', '/\\evil.example', 'javascript:alert(1)']) {
    const body = { provider: 'google', callbackURL, errorCallbackURL: '/login' }
    expect([callbackURL, (await ask('sign-in/social', body)).status]).toEqual([callbackURL, 403])
    const form = { name: 'Dra. Ana', email: `x${callbackURL.length}@relato.example`, password: 'segredo1', callbackURL }
    expect([callbackURL, (await ask('sign-up/email', form)).status]).toEqual([callbackURL, 403])
  }
  const body = { provider: 'google', callbackURL: '/app', idToken: { token: 'x' }, scopes: ['drive'] }
  expect((await ask('sign-in/social', body)).status).toBe(400)
})
