import { beforeAll, expect, test } from 'vitest'
import { type AuditAction, auditActions } from '#domain/audit.ts'
import { api } from '#workers/api/api.ts'
import { actionsOf } from './audit-stage.ts'
import { everythingOf } from './belongings.ts'
import { jobsAreDone, newDoctor, refusalOf, type TestDoctor, visitor } from './doctor.ts'
import { type Clinic, callRow, matrix, newClinic } from './route-matrix.ts'
import { execute } from './sql.ts'

/** `api.routes` lists middleware as method ALL; the auth routes under it are better-auth's own. */
const routes = [
  ...new Set(api.routes.filter((route) => route.method !== 'ALL').map((route) => `${route.method} ${route.path}`)),
]

/** By better-auth, a job or the room, under no route of ours. */
const elsewhere: AuditAction[] = [
  ...(['signed_in', 'sign_in_failed', 'signed_out', 'signed_up', 'google_linked'] as const),
  'second_step_asked',
  ...(['data_export_created', 'data_export_expired'] as const),
  ...(['consultation_completed', 'record_created', 'export_created', 'access_log_trimmed'] as const),
  ...(['audio_discarded', 'export_expired', 'sessions_forgotten', 'mails_forgotten', 'jobs_forgotten'] as const),
  ...(['record_delivered', 'deliveries_forgotten', 'patient_page_mail_failed'] as const),
  ...(['sign_up_forgotten', 'account_erased', 'records_erased'] as const),
]

test('every route has a row in the matrix and every row a route', () => {
  expect([...routes].sort()).toEqual(Object.keys(matrix).sort())
})

test('every route has decided what it tells the audit log, and everything the log can say has its teller', () => {
  const expected = Object.values(matrix).flatMap(({ audit, also }) => [
    ...(audit.includes(' ') ? [] : [audit]),
    ...also,
  ])
  expect([...new Set([...elsewhere, ...expected])].sort()).toEqual([...auditActions].sort())
})

let first: TestDoctor
let second: TestDoctor
let clinic: Clinic
beforeAll(async () => {
  first = await newDoctor()
  second = await newDoctor('Dr. Outro')
  clinic = await newClinic(first)
})

/** Health remembers for seconds what failed, and files before this one made parts fail in the same runtime. */
const statusOf = (key: string, { status }: Response): number =>
  key === 'GET /api/health/parts' && status === 503 ? 200 : status

test('a visitor is not let in, a foreign site not listened to', async () => {
  for (const [key, row] of Object.entries(matrix)) {
    const [method, pattern] = key.split(' ') as [string, string]
    const [path, body] = [row.path?.(clinic) ?? pattern, await row.body?.(clinic)]
    const visited = await visitor()(method, path, body, row.headers)
    const isOpen = ['public', 'signed', 'development'].includes(row.access)
    expect([key, statusOf(key, visited)]).toEqual([key, isOpen ? row.owner : 401])
    await visited.body?.cancel()
    if (method === 'GET') continue
    const foreign = await visitor()(method, path, body, { ...row.headers, origin: 'https://outro.example' })
    const refused = row.access === 'signed' ? [400, 'webhook_refused'] : [403, 'foreign_origin']
    expect([key, ...(await refusalOf(foreign))]).toEqual([key, ...refused])
  }
})

test('a second doctor finds nothing of the first, changes nothing, and leaves no trace of having read', async () => {
  const before = await everythingOf(first.id)
  for (const [key, { access }] of Object.entries(matrix)) {
    if (access !== 'foreign') continue
    const answer = await callRow(second, key, clinic)
    expect([key, answer.status]).toEqual([key, 404])
    expect(await answer.text()).not.toContain('Rui')
  }
  expect(await everythingOf(first.id)).toEqual(before)
  for (const path of ['/api/patients/search', '/api/consultations/search'])
    expect(await (await second.call('POST', path, {})).json()).toMatchObject({ items: [] })
})

test("the owner's own calls answer, each leaving its line in the audit log", async () => {
  for (const [key, { owner, audit }] of Object.entries(matrix)) {
    const answer = await callRow(first, key, clinic)
    expect([key, statusOf(key, answer)]).toEqual([key, owner])
    answer.webSocket?.accept()
    answer.webSocket?.close()
    await answer.body?.cancel()
    if (!audit.includes(' ')) expect(await actionsOf(first.id), key).toContain(audit)
  }
  await expect(execute('DELETE FROM audit_log')).rejects.toThrow('append-only')
  await jobsAreDone(first)
})
