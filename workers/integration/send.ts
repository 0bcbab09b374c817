import type { Attempt } from '#db/queries/delivery.ts'
import { DELIVERY_MS, type IntegrationKind } from '#domain/integration/integration.ts'
import type { Env } from '../env.ts'
import { leadsOutside, type Resolve, readAddress, resolveByHttps } from './address.ts'

/** A key of the webhook's signature, as Standard Webhooks spells it. */
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const encoder = new TextEncoder()

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

export const newWebhookSecret = (): string =>
  `${SECRET_PREFIX}${base64Of(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`

/** `v1,` and the HMAC-SHA256 of id, time in seconds and body. Source: Standard Webhooks 1.0. */
async function signatureOf(secret: string, id: string, seconds: number, body: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(SECRET_PREFIX.length)), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${id}.${seconds}.${body}`))
  return `v1,${base64Of(new Uint8Array(mac))}`
}

export type Letter = { kind: IntegrationKind; id: string; address: string; secret: string; body: string }

async function headersOf({ kind, id, secret, body }: Letter, now: number): Promise<Record<string, string>> {
  if (kind === 'fhir')
    return {
      'content-type': 'application/fhir+json',
      // Both name the same delivery in every attempt: FHIR R4 3.1.0.1.11.1, and the usual header beside it.
      'x-request-id': id,
      'idempotency-key': id,
      ...(secret !== '' && { authorization: `Bearer ${secret}` }),
    }
  const seconds = Math.floor(now / 1_000)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': await signatureOf(secret, id, seconds, body),
  }
}

/**
 * Sends one attempt and returns its outcome. Follows no redirect and reads no answer: the status alone counts. The
 * time limit covers resolving, connecting and the first byte of the answer.
 */
export async function sendLetter(
  env: Pick<Env, 'ENVIRONMENT' | 'APP_URL'>,
  letter: Letter,
  limits: { ms: number; resolve: Resolve } = { ms: DELIVERY_MS, resolve: resolveByHttps },
): Promise<Attempt> {
  const url = readAddress(env, letter.address)
  if (!url) return { failure: 'address', status: null }
  const signal = AbortSignal.timeout(limits.ms)
  try {
    const place = await leadsOutside(env, url, limits.resolve, signal)
    if (place !== 'public') return { failure: place === 'private' ? 'address' : 'unreachable', status: null }
    const headers = { 'user-agent': 'Relato', ...(await headersOf(letter, Date.now())) }
    const answer = await fetch(url, { method: 'POST', headers, body: letter.body, redirect: 'manual', signal })
    await answer.body?.cancel()
    const { status } = answer
    if (answer.ok) return { failure: null, status }
    return { failure: status >= 300 && status < 400 ? 'redirected' : 'refused', status }
  } catch {
    return { failure: signal.aborted ? 'timeout' : 'unreachable', status: null }
  }
}
