import { acceptedPrevious } from '#domain/previous-secret.ts'
import type { Env } from '../env.ts'

const encoder = new TextEncoder()
const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
type Keys = { previous: CryptoKey; current: CryptoKey }

/**
 * Signs a request's cookies, bearer token and mail link again if the previous AUTH_SECRET signed them. Only this
 * place accepts that secret, and no answer is signed with it: each session moves to the current one when renewed.
 */
export async function withCurrentSignatures(request: Request, env: Env, now: number): Promise<Request> {
  const secret = acceptedPrevious(env.AUTH_SECRET, env.AUTH_SECRET_PREVIOUS, now)
  if (secret === null) return request
  const keys = { previous: await keyOf(secret), current: await keyOf(env.AUTH_SECRET) }
  const headers = new Headers(request.headers)
  const cookies = headers.get('cookie')
  if (cookies !== null)
    headers.set('cookie', (await Promise.all(cookies.split(/; */).map((one) => ofCookie(one, keys)))).join('; '))
  const [, token] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (token !== undefined) headers.set('authorization', `Bearer ${await signedAgain(token, keys)}`)
  return new Request(await ofMailLink(request.url, keys), new Request(request, { headers }))
}

async function ofCookie(cookie: string, keys: Keys): Promise<string> {
  const at = cookie.indexOf('=')
  return cookie.slice(0, at + 1) + (await signedAgain(cookie.slice(at + 1), keys))
}

/** better-auth signs `value.base64(HMAC)`, percent-encoded in a cookie. */
async function signedAgain(text: string, keys: Keys): Promise<string> {
  const decoded = text.includes('%') ? percentDecoded(text) : text
  const [, value, signature] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decoded) ?? []
  if (value === undefined || signature === undefined) return text
  const mac = await macAgain(value, signature, keys)
  if (mac === null) return text
  const signed = `${value}.${btoa(mac)}`
  return decoded === text ? signed : encodeURIComponent(signed)
}

/** The link that confirms an address carries a JWT (HS256). */
async function ofMailLink(address: string, keys: Keys): Promise<string> {
  const url = new URL(address)
  const [, value, signature] = /^([\w-]+\.[\w-]+)\.([\w-]{43})$/.exec(url.searchParams.get('token') ?? '') ?? []
  if (value === undefined || signature === undefined) return address
  const mac = await macAgain(value, signature.replaceAll('-', '+').replaceAll('_', '/'), keys)
  if (mac === null) return address
  const text = btoa(mac).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  url.searchParams.set('token', `${value}.${text}`)
  return url.href
}

/** Returns the signature under the current secret as a binary string; null if the previous one did not sign. */
async function macAgain(value: string, signature: string, { previous, current }: Keys): Promise<string | null> {
  const bytes = Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0))
  if (!(await crypto.subtle.verify('HMAC', previous, bytes, encoder.encode(value)))) return null
  return String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', current, encoder.encode(value))))
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
