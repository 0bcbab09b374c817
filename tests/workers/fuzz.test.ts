import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isErrorCode } from '#domain/errors.ts'
import { isEnglish } from '#tests/testkit/english.ts'
import { hostileText, hostileValue, nearlyValid, type Schema, valid } from './arbitrary.ts'
import { everythingOf, idsIn, plant } from './belongings.ts'
import { authRoutes, type Route, routes } from './contracts.ts'
import { fetchWorker, jobsAreDone, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'
import { matrix, newClinic } from './route-matrix.ts'
import { execute } from './sql.ts'

type FuzzRequest = {
  key: string
  path: string
  headers: Record<string, string>
  body: string | null
}

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD'))

/** The address of a route with something in the place of each of its names. */
function address(pattern: string, ids: readonly string[]): fc.Arbitrary<string> {
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 3, arbitrary: hostileText.filter((text) => !['', '.', '..'].includes(text)).map(encoded) },
  )
  const number = fc.oneof(
    fc.constantFrom('1', '2', '0', '-1', '1e9', '0x1', '1.5', '9'.repeat(30)),
    hostileText.map(encoded),
  )
  const parts = pattern.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    return part === ':id' || part === ':token' ? id : number
  })
  const query = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('known', 'before', 'id', 'cursor', '__proto__', 'token'), hostileText)
        .map(([name, value]) => `?${name}=${encoded(value)}`.slice(0, 4_000)),
    },
  )
  return fc.tuple(fc.tuple(...parts), query).map(([path, rest]) => path.join('/').slice(0, 8_000) + rest)
}

const JSON_TYPE = 'application/json'

/** A body that is not JSON, or that claims another content type. */
function brokenBody(schema: Schema, ids: readonly string[]): fc.Arbitrary<{ body: string; type: string | null }> {
  const text = valid(schema, ids).map((value) => JSON.stringify(value) ?? '')
  return fc.oneof(
    fc.tuple(text, fc.nat()).map(([whole, at]) => ({ body: whole.slice(0, at % (whole.length + 1)), type: JSON_TYPE })),
    fc
      .constantFrom('', '{', '[]', 'null', '"', '\u0000', '\ufeff{}', '{"a":1,}', '[', '{"a":1}{"b":2}', 'NaN')
      .map((body) => ({
        body,
        type: JSON_TYPE,
      })),
    fc.integer({ min: 1_000, max: 20_000 }).map((depth) => ({ body: '['.repeat(depth), type: JSON_TYPE })),
    fc
      .integer({ min: 100, max: 5_000 })
      .map((depth) => ({ body: '['.repeat(depth) + ']'.repeat(depth), type: JSON_TYPE })),
    fc.tuple(text, hostileText).map(([whole, key]) => ({
      body: `{${JSON.stringify(key)}:1,"__proto__":{"admin":true},${whole.slice(1)}`,
      type: JSON_TYPE,
    })),
    fc
      .tuple(
        text,
        fc.constantFrom(
          null,
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-16',
          'application/jsonp',
          'text/json',
        ),
      )
      .map(([body, type]) => ({ body, type })),
  )
}

const headerOf = (type: string | null): Record<string, string> => (type === null ? {} : { 'content-type': type })

/** For every route: valid calls, calls with one error, and requests that our clients would never send. */
function requestsTo(route: Route, ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const schema = route.body ?? { type: 'object' }
  const json = (value: unknown) => ({ body: JSON.stringify(value) ?? null, type: JSON_TYPE })
  const body: fc.Arbitrary<{ body: string | null; type: string | null }> =
    route.method === 'GET'
      ? fc.constant({ body: null, type: null })
      : fc.oneof(
          { weight: 3, arbitrary: valid(schema, ids).map(json) },
          { weight: 5, arbitrary: nearlyValid(schema, ids).map(json) },
          { weight: 2, arbitrary: hostileValue.map(json) },
          { weight: 2, arbitrary: brokenBody(schema, ids) },
        )
  return fc.tuple(address(route.path, ids), body).map(([path, { body, type }]) => ({
    key: route.key,
    path,
    headers: headerOf(type),
    body,
  }))
}

const CANARY = 'Zumbaruvaque'
const AT_ONCE = 8
const seed = Number(env.FUZZ_SEED || Date.now() % 2 ** 31)
const count = Number(env.FUZZ_REQUESTS || 160)
const long = { timeout: 20 * 60_000 }

/** One ends the session that asks; the other names failing parts, without a code. */
const notFuzzed = ['POST /api/auth/sign-out', 'GET /api/health/parts']
/** Development routes show a developer every mail. */
const isFuzzed = ({ key }: Route) => !notFuzzed.includes(key) && matrix[key]?.access !== 'development'

/** Each from an address of its own: floods are counted elsewhere. */
let requestCount = 0
function send(who: TestDoctor | null, { key, path, headers, body }: FuzzRequest): Promise<Response> {
  requestCount += 1
  const from = `203.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
  return fetchWorker(path, {
    method: key.split(' ')[0] as string,
    redirect: 'manual',
    headers: { ...headers, origin: ORIGIN, 'cf-connecting-ip': from, ...(who && { cookie: who.cookie }) },
    ...(body !== null && { body }),
  })
}

/** Returns the fault of an answer, or null. */
async function faultOf(answer: Response, ofOurs: boolean, secrets: readonly string[]): Promise<string | null> {
  const text = await answer.text()
  const foreign = secrets.find((secret) => text.includes(secret))
  if (foreign) return `told what is another's: ${foreign}`
  // A service that we call may be down. The answer then has its own code, never an internal error.
  if (answer.status >= 500 && ![502, 503].includes(answer.status)) return `${answer.status} ${text.slice(0, 300)}`
  if (answer.status < 400 || (!ofOurs && answer.status < 500)) return null
  try {
    const { code, error, fields = {} } = JSON.parse(text) as { code: unknown; error: unknown; fields?: object }
    // In quotation marks: the request's own words.
    const sentences = [error, ...Object.values(fields)].map((sentence) => String(sentence).replace(/".*"/s, ''))
    const english = sentences.find(isEnglish)
    if (english !== undefined) return `in English: ${english}`
    if (isErrorCode(code) && typeof error === 'string' && error !== '') return null
  } catch {
    // Named below.
  }
  return `${answer.status} without a code of ours: ${text.slice(0, 300)}`
}

async function play(requests: FuzzRequest[], who: (at: number) => TestDoctor | null, ours: boolean, secrets: string[]) {
  const statuses = new Map<number, number>()
  let next = 0
  const walk = async () => {
    for (let at = next++; at < requests.length; at = next++) {
      const request = requests[at] as FuzzRequest
      // Counters that were run down would hide what is behind them.
      if (at % 40 === 0) await execute('DELETE FROM rate_limit')
      const answer = await send(who(at), request)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const fault = await faultOf(answer, ours, secrets)
      if (fault) expect.fail(`seed ${seed}, request ${at}: ${JSON.stringify(request).slice(0, 1_500)}\n${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
  return statuses
}

const sampled = (those: readonly Route[], ids: readonly string[], numRuns: number) =>
  fc.sample(fc.oneof(...those.map((route) => requestsTo(route, ids))), { seed, numRuns })

test(
  'whatever is sent to the API is answered, never with a 500, never with what is another doctor’s',
  long,
  async ({ task }) => {
    const [first, second] = [await newDoctor(`Dra. ${CANARY}`), await newDoctor('Dr. Outro')]
    const [theirs, own] = [await newClinic(first), await newClinic(second)]
    await second.call('PATCH', '/api/profile', { crm: '123456/SP' })
    await plant(first.id, CANARY)
    const before = await everythingOf(first.id)
    expect(JSON.stringify(before)).toContain(CANARY)
    const ids = [...new Set([...Object.values(theirs), ...Object.values(own), ...idsIn(before), 'e1', 'o1'])]

    const those = routes.filter(isFuzzed)
    const requests = sampled(those, ids, count)
    const statuses = await play(requests, () => second, true, [CANARY, first.cookie.slice(-20)])
    expect(await everythingOf(first.id)).toEqual(before)
    // Calls that are wrong all through would prove little: enough of them came to something.
    const share = (from: number, to: number) =>
      [...statuses].reduce((sum, [status, n]) => (status >= from && status < to ? sum + n : sum), 0) / requests.length
    expect(share(200, 300)).toBeGreaterThan(0.05)
    expect(share(400, 500)).toBeGreaterThan(0.4)
    expect((await second.call('GET', '/api/session')).status).toBe(200)

    task.meta.seed = seed
    task.meta.requests = requests.length
    task.meta.badBodies = requests.filter(({ body }) => body !== null).length
    task.meta.routes = those.length
    await jobsAreDone(second, 60_000)
  },
)

test('whatever a visitor sends to the ways in is answered, and lets nobody in', long, async ({ task }) => {
  const first = await newDoctor(`Dra. ${CANARY}`)
  const before = await everythingOf(first.id)
  const visited = [...routes.filter(isFuzzed), ...authRoutes()]
  const requests = sampled(visited, idsIn(before), Math.ceil(count / 4))
  const statuses = await play(requests, () => null, false, [CANARY])
  expect([...statuses.keys()]).not.toContain(500)
  expect(await everythingOf(first.id)).toEqual(before)
  task.meta.seed = seed
  task.meta.requests = requests.length
  task.meta.badBodies = requests.filter(({ body }) => body !== null).length
})
