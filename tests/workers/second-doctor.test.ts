import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { api } from '#workers/api/api.ts'
import { fetchWorker, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'
import { type Clinic, matrix, newClinic, type Row } from './route-matrix.ts'

/** `api.routes` lists middleware as method ALL; the auth routes under it are better-auth's own. */
const routes = [
  ...new Set(api.routes.filter((route) => route.method !== 'ALL').map((route) => `${route.method} ${route.path}`)),
]

const call = async (who: TestDoctor, key: string, row: Row, clinic: Clinic) => {
  const [method, pattern] = key.split(' ') as [string, string]
  return who.call(method, row.path?.(clinic) ?? pattern, await row.body?.(clinic), row.headers)
}

test('every route has a row in the matrix and every row a route', () => {
  expect([...routes].sort()).toEqual(Object.keys(matrix).sort())
})

test('a visitor is not let in, a foreign site not listened to', async () => {
  const clinic = await newClinic(await newDoctor())
  for (const [key, row] of Object.entries(matrix)) {
    const [method, pattern] = key.split(' ') as [string, string]
    const path = row.path?.(clinic) ?? pattern
    const body = row.body ? JSON.stringify(await row.body(clinic)) : undefined
    const headers = { 'content-type': 'application/json', ...row.headers }
    const send = (origin: string) =>
      fetchWorker(path, { method, headers: { ...headers, origin }, ...(body && { body }) })
    const visitor = await send(ORIGIN)
    expect([key, visitor.status]).toEqual([
      key,
      ['public', 'signed', 'development'].includes(row.access) ? row.owner : 401,
    ])
    await visitor.body?.cancel()
    if (method === 'GET') continue
    const foreign = await send('https://outro.example')
    const refused = row.access === 'signed' ? [400, 'webhook_refused'] : [403, 'foreign_origin']
    expect([key, foreign.status, (await foreign.json<{ code: string }>()).code]).toEqual([key, ...refused])
  }
})

test('a second doctor finds nothing of the first, changes nothing, and leaves no trace of having read', async () => {
  const [first, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const clinic = await newClinic(first)
  const tables = [
    'medical_patients',
    'consultations',
    'consents',
    'records',
    'record_sections',
    'record_versions',
    'record_addenda',
    'jobs',
    'stripe_customers',
    'exports',
    'data_exports',
    'data_export_volumes',
    'audit_log',
  ]
  const state = async () => {
    const rows = await env.DB.batch([
      ...tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} WHERE doctor_id = ?`).bind(first.id)),
      env.DB.prepare('SELECT * FROM user_subscriptions WHERE user_id = ?').bind(first.id),
    ])
    return rows.map((result) => result.results)
  }
  const before = await state()
  for (const [key, row] of Object.entries(matrix)) {
    if (row.access !== 'foreign') continue
    const answer = await call(second, key, row, clinic)
    expect([key, answer.status]).toEqual([key, 404])
    expect(await answer.text()).not.toContain('Rui')
  }
  expect(await state()).toEqual(before)
  const lists = await Promise.all(
    ['/api/patients/search', '/api/consultations/search'].map((path) => second.call('POST', path, {})),
  )
  for (const list of lists) expect((await list.json<{ items: unknown[] }>()).items).toEqual([])
})

test("the owner's own calls answer, each leaving its line in the audit log", async () => {
  const doctor = await newDoctor()
  const clinic = await newClinic(doctor)
  for (const [key, row] of Object.entries(matrix)) {
    const answer = await call(doctor, key, row, clinic)
    expect([key, answer.status]).toEqual([key, row.owner])
    answer.webSocket?.accept()
    answer.webSocket?.close()
    await answer.body?.cancel()
    if (!row.audit) continue
    const logged = await env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE doctor_id = ? AND action = ?')
      .bind(doctor.id, row.audit)
      .first()
    expect([key, logged]).not.toEqual([key, { n: 0 }])
  }
  await expect(env.DB.prepare('DELETE FROM audit_log').run()).rejects.toThrow('append-only')
  // Waits for jobs that the calls started: none may outlive the test.
  const open = env.DB.prepare("SELECT kind FROM jobs WHERE doctor_id = ? AND status IN ('queued', 'running')")
  await vi.waitFor(async () => expect((await open.bind(doctor.id).all()).results).toEqual([]), {
    timeout: 10_000,
    interval: 50,
  })
})
