import { API_VERSION } from '../core/account.ts'
import { broken, Fault, otherParameters, refused, unauthorized } from '../core/fault.ts'
import { parseForm } from '../core/params.ts'
import { type Desk, randomId } from './desk.ts'
import { answer } from './routes.ts'

export type Asked = { method: string; url: URL; headers: Headers; body: string }
export type Reply = { status: number; headers: Record<string, string>; body: string }

const REMEMBERED_MS = 86_400_000

function authorize(headers: Headers, secretKey: string): void {
  const given = headers.get('authorization') ?? ''
  if (!given)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  const basic = given.startsWith('Basic ') ? Buffer.from(given.slice(6), 'base64').toString().replace(/:$/, '') : ''
  const key = basic || given.replace(/^Bearer /, '')
  if (key !== secretKey) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 7)}****${key.slice(-4)}`)
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body, null, 2),
})

/** One call of the API: https://docs.stripe.com/api */
export function callApi(desk: Desk, secretKey: string, { method, url, headers, body }: Asked): Reply {
  const requestId = randomId('req')
  const key = method === 'POST' ? headers.get('idempotency-key') : null
  const always: Record<string, string> = { 'request-id': requestId, 'stripe-version': API_VERSION }
  if (key) always['idempotency-key'] = key
  try {
    authorize(headers, secretKey)
    const version = headers.get('stripe-version') ?? API_VERSION
    if (version !== API_VERSION) throw refused(`Invalid Stripe API version: ${version}`)
    if (body && !headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
      throw refused('Invalid request: the body must be form-encoded.')
    const asked = `${method} ${url.pathname}${url.search}\n${body}`
    const { answered } = desk.ledger
    const before = key ? answered[key] : undefined
    if (key && before && before.at > Date.now() - REMEMBERED_MS) {
      if (before.asked !== asked) throw otherParameters(key)
      const replayed = { ...always, 'idempotent-replayed': 'true', 'original-request': before.request }
      return { ...json(before.status, null, replayed), body: before.body }
    }
    const form = parseForm([url.search.slice(1), body].filter(Boolean).join('&'))
    const request = { id: requestId, idempotency_key: key }
    // What is badly asked is not begun, and its key is free for what is right.
    const act = answer(method, url.pathname, form)
    return desk.work((account) => {
      const made = done(() => {
        if (desk.fails(url.pathname, body)) throw broken()
        return act(account)
      }, always)
      // Kept with what it did, in one writing. Once begun an error is the answer too, for as long as the key is known.
      if (key) answered[key] = { asked, status: made.status, body: made.body, request: requestId, at: Date.now() }
      return made
    }, request)
  } catch (error) {
    return refusal(error, always)
  }
}

function refusal(error: unknown, headers: Record<string, string>): Reply {
  if (!(error instanceof Fault)) throw error
  return json(error.status, { error: error.body }, headers)
}

function done(act: () => unknown, headers: Record<string, string>): Reply {
  try {
    return json(200, act(), headers)
  } catch (error) {
    return refusal(error, headers)
  }
}
