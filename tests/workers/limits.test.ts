import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { visitorKey } from '#workers/http/visitor.ts'
import { fetchWorker, newDoctor, ORIGIN } from './doctor.ts'

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

const post = (path: string, body: object, from: string) =>
  fetchWorker(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'cf-connecting-ip': from },
    body: JSON.stringify(body),
  })

type Counter = { allowed: number; windowMs: number; send: () => Promise<Response>; takes: readonly number[] }

/** Counted by the e-mail in the request, and by the network that sends it. */
function counters(): Record<string, Counter> {
  const [email, from] = [anyEmail(), anyNetwork()]
  const signIn = (to: string, at: string) => post('/api/auth/sign-in/email', { email: to, password: 'errada1' }, at)
  const signUp = (to: string, at: string) =>
    post('/api/auth/sign-up/email', { email: to, name: 'Dr. Novo', password: 'segredo1' }, at)
  const verify = (to: string, at: string) => post('/api/auth/send-verification-email', { email: to }, at)
  const recover = (to: string, at: string) => post('/api/recovery', { email: to }, at)
  const contact = (at: string) =>
    post('/api/contact', { name: 'Ana', email: 'ana@relato.example', specialty: null, message: 'Olá.' }, at)
  return {
    'sign-in of one e-mail': {
      allowed: 20,
      windowMs: 15 * minute,
      send: () => signIn(email, anyAddress()),
      takes: [401],
    },
    'sign-in from one network': { allowed: 10, windowMs: minute, send: () => signIn(anyEmail(), from()), takes: [401] },
    'sign-up of one e-mail': {
      allowed: 10,
      windowMs: 15 * minute,
      send: () => signUp(email, anyAddress()),
      // The first makes the account; one that comes with it may lose the race for it.
      takes: [200, 409, 422],
    },
    'sign-up from one network': { allowed: 5, windowMs: minute, send: () => signUp(anyEmail(), from()), takes: [200] },
    'a new confirmation to one e-mail': {
      allowed: 5,
      windowMs: 15 * minute,
      send: () => verify(email, anyAddress()),
      takes: [200],
    },
    'a new confirmation from one network': {
      allowed: 3,
      windowMs: minute,
      send: () => verify(anyEmail(), from()),
      takes: [200],
    },
    'recovery of one e-mail': {
      allowed: 3,
      windowMs: 15 * minute,
      send: () => recover(email, anyAddress()),
      takes: [200],
    },
    'recovery from one network': {
      allowed: 10,
      windowMs: minute,
      send: () => recover(anyEmail(), from()),
      takes: [200],
    },
    'a message from one network': { allowed: 5, windowMs: 10 * minute, send: () => contact(from()), takes: [201] },
  }
}

const wentBy = (ms: number) => env.DB.prepare('UPDATE rate_limit SET last_request = last_request - ?').bind(ms).run()
const refusalOf = async (answer: Response) => {
  const { code, error } = await answer.json<{ code: string; error: string }>()
  return [answer.status, code, /^Muitas tentativas\. Tente de novo em \d+ (minuto|segundo)s?\.$/.test(error)]
}

for (const name of Object.keys(counters()))
  test(`${name}: so many are taken, one more is not, and the same when all come at once`, long, async () => {
    const { allowed, windowMs, send, takes } = counters()[name] as Counter
    for (let n = 0; n < allowed; n++) expect(takes).toContain((await send()).status)
    const late = await send()
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 1_000)
    expect(await refusalOf(late)).toEqual([429, 'too_many_requests', true])

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
  const doctor = await newDoctor()
  const email =
    (await env.DB.prepare('SELECT email FROM user WHERE id = ?').bind(doctor.id).first<string>('email')) ?? ''
  const answers = await Promise.all(
    [email, anyEmail()].map(async (one) => {
      const answer = await post('/api/auth/sign-in/email', { email: one, password: 'errada1' }, anyAddress())
      return [answer.status, await answer.text()]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})
