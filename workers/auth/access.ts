import { z } from 'zod/mini'
import { parseJson } from '#domain/json.ts'
import type { Env } from '../env.ts'

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const certs = z.object({ keys: z.array(z.looseObject({ kid: z.string(), n: z.string(), e: z.string() })) })
/** Limit for reading the team's keys. */
const PATIENCE_MS = 5_000
/** How far the clocks of Access and of this Worker may differ. */
const SKEW_MS = 30_000
const head = z.object({ alg: z.literal('RS256'), kid: z.string() })
const claims = z.object({
  iss: z.string(),
  aud: z.array(z.string()),
  exp: z.number(),
  nbf: z.optional(z.number()),
  email: z.email().check(z.maxLength(320)),
})

/**
 * Returns the e-mail in the assertion of Cloudflare Access, checked with the team's public keys; null if it is missing,
 * forged, expired, or of another team or application.
 * Source: developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json
 */
export async function accessEmail(env: Env, assertion: string | undefined, now: number): Promise<string | null> {
  const { ACCESS_TEAM: team, ACCESS_AUD: audience } = env
  const [first = '', second = '', signature = '', ...more] = assertion?.split('.') ?? []
  if (!team || !audience || !signature || more.length > 0) return null
  try {
    const { kid } = head.parse(parseJson(textOf(first)))
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`https://${team}/cdn-cgi/access/certs`, { redirect: 'manual', signal })
    const { keys } = certs.parse(await answer.json())
    const jwk = keys.find((key) => key.kid === kid)
    if (!jwk) return null
    const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n: jwk.n, e: jwk.e }, algorithm, false, ['verify'])
    const signed = new TextEncoder().encode(`${first}.${second}`)
    if (!(await crypto.subtle.verify(algorithm, key, bytesOf(signature), signed))) return null
    const { iss, aud, exp, nbf = 0, email } = claims.parse(parseJson(textOf(second)))
    const isNow = exp * 1_000 > now && nbf * 1_000 <= now + SKEW_MS
    return iss === `https://${team}` && aud.includes(audience) && isNow ? email : null
  } catch {
    return null
  }
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const textOf = (text: string): string => new TextDecoder().decode(bytesOf(text))
