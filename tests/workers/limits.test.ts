import { beforeAll, expect, test } from 'vitest'
import { SIGNED_FILE_MAX } from '#domain/document/signature.ts'
import { BODY_MAX, EVENT_BODY_MAX, TRANSCRIPT_BODY_MAX } from '#workers/http/limit-body.ts'
import { visitorKey } from '#workers/http/visitor.ts'
import { everythingOf } from './belongings.ts'
import { authRoutes, changes, type Route, routes } from './contracts.ts'
import { fetchWorker, newDoctor, ORIGIN, post, refusalOf, type TestDoctor, visitor } from './doctor.ts'
import { type Clinic, matrix, newClinic, type Row } from './route-matrix.ts'
import { execute } from './sql.ts'

const minute = 60_000
/** A password that is tried is hashed: some counters take a while to run down. */
const long = { timeout: 10 * minute }
let addresses = 0
const anyAddress = () => {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}
/** One customer's IPv6 network: each call gives another address in it. */
function anyNetwork(): () => string {
  addresses += 1
  const network = `2001:db8:${addresses.toString(16)}:1`
  let hosts = 0
  return () => `${network}:${(hosts++).toString(16)}::7`
}
const anyEmail = () => `${crypto.randomUUID()}@relato.example`

const send = (path: string, body: object, from: string) => post(path, body, { 'cf-connecting-ip': from })

type Counter = [allowed: number, windowMs: number, send: () => Promise<Response>, takes: number[]]

/** Counted by the e-mail in the request, and by the network that sends it. */
function counters(): Record<string, Counter> {
  const [email, from] = [anyEmail(), anyNetwork()]
  const signIn = (to: string, at: string) => send('/api/auth/sign-in/email', { email: to, password: 'errada1' }, at)
  const signUp = (to: string, at: string) =>
    send('/api/auth/sign-up/email', { email: to, name: 'Dr. Novo', password: 'segredo1' }, at)
  const verify = (to: string, at: string) => send('/api/auth/send-verification-email', { email: to }, at)
  const recover = (to: string, at: string) => send('/api/recovery', { email: to }, at)
  const message = { name: 'Ana', email: 'ana@relato.example', specialty: null, message: 'Olá.' }
  const quarter = 15 * minute
  return {
    'sign-in of one e-mail': [20, quarter, () => signIn(email, anyAddress()), [401]],
    'sign-in from one network': [10, minute, () => signIn(anyEmail(), from()), [401]],
    // The first makes the account; one that comes with it may lose the race for it.
    'sign-up of one e-mail': [10, quarter, () => signUp(email, anyAddress()), [200, 409, 422]],
    'sign-up from one network': [5, minute, () => signUp(anyEmail(), from()), [200]],
    'a new confirmation to one e-mail': [5, quarter, () => verify(email, anyAddress()), [200]],
    'a new confirmation from one network': [3, minute, () => verify(anyEmail(), from()), [200]],
    'recovery of one e-mail': [3, quarter, () => recover(email, anyAddress()), [200]],
    'recovery from one network': [10, minute, () => recover(anyEmail(), from()), [200]],
    'a message from one network': [5, 10 * minute, () => send('/api/contact', message, from()), [201]],
  }
}

const wentBy = (ms: number) => execute('UPDATE rate_limit SET last_request = last_request - ?', ms)

for (const name of Object.keys(counters()))
  test(`${name}: so many are taken, one more is not, and the same when all come at once`, long, async () => {
    const [allowed, windowMs, send, takes] = counters()[name] as Counter
    for (let n = 0; n < allowed; n++) expect(takes).toContain((await send()).status)
    const late = await send()
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 1_000)
    expect([late.status, await late.json()]).toEqual([
      429,
      {
        code: 'too_many_requests',
        error: expect.stringMatching(/^Muitas tentativas\. Tente de novo em \d+ (minuto|segundo)s?\.$/),
      },
    ])

    await wentBy(windowMs)
    const together = await Promise.all(Array.from({ length: 3 * allowed }, send))
    const accepted = together.filter(({ status }) => status !== 429)
    expect(accepted.map(({ status }) => takes.includes(status)).every(Boolean)).toBe(true)
    expect(accepted).toHaveLength(allowed)
    await wentBy(windowMs)
    expect(takes).toContain((await send()).status)
  })

test('every spelling of one network is one visitor, and an unreadable address is no new one', () => {
  const keyOf = (address?: string) =>
    visitorKey(new Headers(address === undefined ? {} : { 'cf-connecting-ip': address }))
  const sameNetwork = [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002::',
    ' 2001:db8:1:2::1 ',
  ]
  expect(new Set(sameNetwork.map(keyOf)).size).toBe(1)
  const sameHost = ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7']
  expect(new Set(sameHost.map(keyOf))).toEqual(new Set(['192.0.2.7']))
  const apart = ['2001:db8:1:2::1', '2001:db8:1:3::1', '192.0.2.7', '192.0.2.8', '::ffff:192.0.2.9', '::1']
  expect(new Set(apart.map(keyOf)).size).toBe(apart.length)
  const malformed = ['x', '192.0.2', '192.0.2.7:443', '[2001:db8::1]', '192.0.2.7, 198.51.100.1', '1'.repeat(9_000), '']
  expect(new Set([undefined, ...malformed].map(keyOf)).size).toBe(1)
})

test('a flood from one network is refused before anything is looked up, and only that network', long, async () => {
  const [from, other] = [anyNetwork(), anyNetwork()]
  const health = (at: string) => fetchWorker('/api/health', { headers: { 'cf-connecting-ip': at } })
  const statuses: number[] = []
  // 600 a minute: where the minute turns while they come, as many again.
  while (statuses.length < 1_240 && statuses.at(-1) !== 429)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, async () => (await health(from())).status))))
  expect([statuses.at(-1), statuses.length > 600]).toEqual([429, true])
  expect((await health(other())).status).toBe(200)
})

test('who may guess at nothing: the same refusal for an account that exists and one that does not', async () => {
  const { email } = await newDoctor()
  const [existing, unknown] = await Promise.all(
    [email, anyEmail()].map(async (one) => {
      const answer = await post('/api/auth/sign-in/email', { email: one, password: 'errada1' })
      return [answer.status, await answer.text()]
    }),
  )
  expect(existing).toEqual(unknown)
})

let doctor: TestDoctor
let clinic: Clinic
beforeAll(async () => {
  doctor = await newDoctor()
  clinic = await newClinic(doctor)
})
/** Each from another address: floods are counted above. */
const own = (method: string, path: string, body: string) => visitor()(method, path, body, { cookie: doctor.cookie })

const limitOf = (path: string) =>
  path === '/api/stripe/webhook'
    ? EVENT_BODY_MAX
    : path.startsWith('/api/v1/transcription/')
      ? TRANSCRIPT_BODY_MAX
      : path.endsWith('/signed')
        ? SIGNED_FILE_MAX
        : BODY_MAX

/** Sends more than the limit, piece by piece; `given` counts the bytes that the Worker pulled. */
function flood(limit: number) {
  const piece = new Uint8Array(64 * 1024).fill(32)
  let byteCount = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      byteCount += piece.byteLength
      if (byteCount > limit + 24 * 1024 * 1024) return controller.close()
      controller.enqueue(piece)
    },
  })
  return { stream, given: () => byteCount }
}

test('no route takes more than its limit, said by its length or found out while it comes', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const all = [...routes, ...authRoutes()].filter(changes)
  const pathOf = ({ key, path }: Route) => matrix[key]?.path?.(clinic) ?? path.replace(/:\w+/g, 'nada')
  let bodies = 0
  for (const route of all) {
    const path = pathOf(route)
    const body = `"${'x'.repeat(limitOf(path))}"`
    const answer = await own(route.method, path, body)
    expect([route.key, ...(await refusalOf(answer))]).toEqual([route.key, 413, 'body_too_large'])
    bodies += 1
  }
  // Without a length, and far longer: the Worker drops the stream before its end.
  for (const path of [
    '/api/patients',
    '/api/stripe/webhook',
    `/api/v1/transcription/records/${clinic.consultation}/text`,
  ]) {
    const { stream, given } = flood(limitOf(path))
    const method = path.endsWith('/text') ? 'PUT' : 'POST'
    const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: doctor.cookie }
    const answer = await fetchWorker(path, { method, headers, body: stream })
    expect([path, answer.status]).toEqual([path, 413])
    await answer.body?.cancel()
    expect(given()).toBeLessThan(limitOf(path) + 12 * 1024 * 1024)
    bodies += 1
  }
  task.meta.badBodies = bodies
})

test('what is no JSON, or says that it is something else, is refused by every route that takes some', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const json = 'application/json'
  const broken: [body: string, type: string | undefined, refusal: [number, string]][] = [
    ['{"a":', json, [400, 'invalid_json']],
    ['', json, [400, 'invalid_json']],
    ['\u0000', json, [400, 'invalid_json']],
    ['['.repeat(20_000), json, [400, 'invalid_json']],
    ['[]', json, [400, 'invalid_body']],
    ['null', json, [400, 'invalid_body']],
    ['"texto"', json, [400, 'invalid_body']],
    ['{"a":1}', 'text/plain', [415, 'unsupported_media']],
    ['a=1', 'application/x-www-form-urlencoded', [415, 'unsupported_media']],
    ['{}', undefined, [415, 'unsupported_media']],
    ['{"a":1}', 'application/jsonp', [415, 'unsupported_media']],
    ['{"a":1}', 'application/json, text/plain', [415, 'unsupported_media']],
    ['{"a":1}', 'application/json; charset=utf-16', [415, 'unsupported_media']],
  ]
  let bodies = 0
  for (const { key, method, body: contract } of routes) {
    // Without its token the operator's door is closed before any body is read: operator.test.ts opens it.
    if (!contract || key.startsWith('POST /api/operator/')) continue
    const row = matrix[key] as Row
    const path = row.path?.(clinic) ?? key.split(' ')[1] ?? ''
    for (const [body, type, refusal] of broken) {
      const from = { 'cf-connecting-ip': `10.67.0.${Math.floor(bodies / 100)}` }
      const headers = { origin: ORIGIN, cookie: doctor.cookie, ...from, ...(type && { 'content-type': type }) }
      const answer = await fetchWorker(path, { method, headers, body: new TextEncoder().encode(body) })
      const [status, code] = await refusalOf(answer)
      expect([key, type, body.slice(0, 20), status, code]).toEqual([key, type, body.slice(0, 20), ...refusal])
      bodies += 1
    }
  }
  task.meta.badBodies = bodies
})

const foreign: Record<string, string>[] = [
  { origin: 'https://outro.example' },
  { origin: 'null' },
  { origin: `${ORIGIN}.outro.example` },
  { origin: ORIGIN.replace('http:', 'https:') },
  { origin: `${ORIGIN}:8443` },
  { origin: '' },
  {},
  { 'sec-fetch-site': 'cross-site' },
  { referer: `${ORIGIN}/app/patients`, 'sec-fetch-site': 'cross-site' },
]

test('no change is made for another site, whatever it says of itself, on any route', {
  timeout: 20 * 60_000,
}, async ({ task }) => {
  const before = await everythingOf(doctor.id)
  let refused = 0
  for (const { key, method, path } of [...routes, ...authRoutes()].filter(changes)) {
    const row = matrix[key]
    // A signed request needs no origin, because its signature proves the sender.
    if (row?.access === 'signed') continue
    const body = JSON.stringify((await row?.body?.(clinic)) ?? {})
    for (const said of foreign) {
      const headers = { 'content-type': 'application/json', cookie: doctor.cookie, ...said }
      const answer = await fetchWorker(row?.path?.(clinic) ?? path, { method, headers, body })
      expect([key, said, ...(await refusalOf(answer))]).toEqual([key, said, 403, 'foreign_origin'])
      refused += 1
    }
  }
  expect(await everythingOf(doctor.id)).toEqual(before)
  task.meta.attacks = refused
})
