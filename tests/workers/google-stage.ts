import { env } from 'cloudflare:workers'
import { expect, onTestFinished, vi } from 'vitest'
import { cookiesOf, visitor } from './doctor.ts'

const ISSUER = 'http://google.test'
const settings = { alg: 'RS256', kid: 'one' }
const keys = (await crypto.subtle.generateKey(
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  true,
  ['sign', 'verify'],
)) as CryptoKeyPair

export type Person = { sub: string; email: string; name: string; email_verified: boolean }

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
async function idToken(claims: object): Promise<string> {
  const body = `${encoded({ ...settings, typ: 'JWT' })}.${encoded(claims)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', keys.privateKey, Buffer.from(body))
  return `${body}.${Buffer.from(signature).toString('base64url')}`
}

/** Simulates Google's token endpoint for this person. null: Google does not answer. */
export function googleAnswers(person: Person | null, nonce = '', claims: object = {}) {
  // Test files share a runtime: the next file would call this stub instead of its own service.
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
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

/** Asks Google again, five seconds later: the product keeps a failed request of an earlier file for that time. */
export async function meetGoogle(): Promise<void> {
  googleAnswers(person('ninguem'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  await visitor()('POST', '/api/auth/sign-in/social', { provider: 'google', callbackURL: '/app' })
  vi.useRealTimers()
}

/** The whole way: to Google and back. */
export async function comeIn(person: Person, claims: object = {}): Promise<{ location: string; cookie: string }> {
  const call = visitor()
  googleAnswers(person)
  const body = { provider: 'google', callbackURL: '/app', errorCallbackURL: '/login?google=erro' }
  const started = await call('POST', '/api/auth/sign-in/social', body)
  const { searchParams } = new URL((await started.json<{ url: string }>()).url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  })
  googleAnswers(person, searchParams.get('nonce') ?? '', claims)
  const back = `/api/auth/callback/google?${new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })}`
  const answer = await call('GET', back, undefined, { cookie: cookiesOf(started) })
  return { location: answer.headers.get('location') ?? '', cookie: cookiesOf(answer) }
}

export const person = (name: string, more: Partial<Person> = {}): Person => ({
  sub: `sub-${name}`,
  email: `${name}@relato.example`,
  name: `Dra. ${name}`,
  email_verified: true,
  ...more,
})
