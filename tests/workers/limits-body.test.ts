import { expect, test } from 'vitest'
import { BODY_MAX, EVENT_BODY_MAX, TRANSCRIPT_BODY_MAX } from '#workers/http/limit-body.ts'
import { authRoutes, changes, type Route, routes } from './contracts.ts'
import { fetchWorker, newDoctor, ORIGIN } from './doctor.ts'
import { matrix, newClinic, type Row } from './route-matrix.ts'

const limitOf = (path: string) =>
  path === '/api/stripe/webhook'
    ? EVENT_BODY_MAX
    : path.startsWith('/api/v1/transcription/')
      ? TRANSCRIPT_BODY_MAX
      : BODY_MAX

let visitors = 0
const from = () => `198.51.100.${visitors++ % 250}`

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
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  const all = [...routes, ...authRoutes()].filter(changes)
  const pathOf = ({ key, path }: Route) => matrix[key]?.path?.(clinic) ?? path.replace(/:\w+/g, 'nada')
  const headers = () => ({
    'content-type': 'application/json',
    origin: ORIGIN,
    cookie: doctor.cookie,
    'cf-connecting-ip': from(),
  })
  let bodies = 0
  for (const route of all) {
    const path = pathOf(route)
    const body = `"${'x'.repeat(limitOf(path))}"`
    const answer = await fetchWorker(path, { method: route.method, headers: headers(), body: body })
    expect([route.key, answer.status, (await answer.json<{ code: string }>()).code]).toEqual([
      route.key,
      413,
      'body_too_large',
    ])
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
    const answer = await fetchWorker(path, { method, headers: headers(), body: stream })
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
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  const json = 'application/json'
  const broken: [body: string, type: string | undefined, refusal: [number, string][]][] = [
    ['{"a":', json, [[400, 'invalid_json']]],
    ['', json, [[400, 'invalid_json']]],
    ['\u0000', json, [[400, 'invalid_json']]],
    ['['.repeat(20_000), json, [[400, 'invalid_json']]],
    ['[]', json, [[400, 'invalid_body']]],
    ['null', json, [[400, 'invalid_body']]],
    ['"texto"', json, [[400, 'invalid_body']]],
    ['{"a":1}', 'text/plain', [[415, 'unsupported_media']]],
    ['a=1', 'application/x-www-form-urlencoded', [[415, 'unsupported_media']]],
    ['{}', undefined, [[415, 'unsupported_media']]],
    ['{"a":1}', 'application/jsonp', [[415, 'unsupported_media']]],
    ['{"a":1}', 'application/json, text/plain', [[415, 'unsupported_media']]],
    ['{"a":1}', 'application/json; charset=utf-16', [[415, 'unsupported_media']]],
  ]
  let bodies = 0
  for (const { key, method, body: contract } of routes) {
    if (!contract) continue
    const row = matrix[key] as Row
    const path = row.path?.(clinic) ?? key.split(' ')[1] ?? ''
    for (const [body, type, refusals] of broken) {
      const answer = await fetchWorker(path, {
        method,
        headers: {
          origin: ORIGIN,
          cookie: doctor.cookie,
          'cf-connecting-ip': from(),
          ...(type !== undefined && { 'content-type': type }),
        },
        body: new TextEncoder().encode(body),
      })
      const statusAndCode = [answer.status, (await answer.json<{ code: string }>()).code] as [number, string]
      expect([key, type, body.slice(0, 20), refusals]).toEqual([
        key,
        type,
        body.slice(0, 20),
        expect.arrayContaining([statusAndCode]),
      ])
      bodies += 1
    }
  }
  task.meta.badBodies = bodies
})
