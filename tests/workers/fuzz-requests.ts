import fc from 'fast-check'
import { hostileText, hostileValue, nearlyValid, type Schema, valid } from './arbitrary.ts'
import type { Route } from './contracts.ts'

export type FuzzRequest = {
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
export function requestsTo(route: Route, ids: readonly string[]): fc.Arbitrary<FuzzRequest> {
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
