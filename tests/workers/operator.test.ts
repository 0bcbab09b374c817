import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { logged } from '#tests/testkit/logged.ts'
import type { Env } from '#workers/env.ts'
import { auditRowsOf } from './audit-stage.ts'
import { codeOf, jobsAreDone, newDoctor, ORIGIN } from './doctor.ts'
import { ask, askFrom, OPERATOR_TOKEN, reason } from './operator-stage.ts'
import { inProduction } from './production.ts'
import { newClinic } from './route-matrix.ts'
import { enter, guardedDoctor, mailsOf } from './second-factor-stage.ts'
import { execute, selectOne } from './sql.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await jobsAreDone()
})
const encode = (bytes: Uint8Array | string) =>
  btoa(typeof bytes === 'string' ? bytes : String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

test('the door needs the token, and in production the person whom Access names', async () => {
  const body = { id: crypto.randomUUID(), reason }
  expect(await codeOf(await askFrom(env, 'find', body))).toEqual([404, 'not_found'])
  for (const authorization of ['', 'Bearer ', `Bearer ${OPERATOR_TOKEN}x`, `Bearer ${OPERATOR_TOKEN.slice(1)}`]) {
    const answer = await ask('find', body, { authorization, origin: ORIGIN })
    expect(await codeOf(answer)).toEqual([401, 'operator_refused'])
  }
  expect(await codeOf(await ask('find', body))).toEqual([404, 'consultation_not_found'])
  for (const empty of [' ', '\u200b'.repeat(9), '.....', 'linha\noutra linha', 'chamado \u202e481', 'chamado \0 481'])
    expect(await codeOf(await ask('find', { ...body, reason: empty }))).toEqual([400, 'invalid_body'])
  const sameNetwork = { 'cf-connecting-ip': '10.79.0.1', authorization: 'Bearer guess' }
  const guesses = await Promise.all(Array.from({ length: 61 }, () => ask('find', body, sameNetwork)))
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)

  const team = 'equipe.cloudflareaccess.com'
  const live: Env = { ...inProduction, OPERATOR_TOKEN }
  expect(await codeOf(await askFrom(live, 'find', body))).toEqual([404, 'not_found'])
  const guarded = { ...live, ACCESS_TEAM: team, ACCESS_AUD: 'relato' }
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const own = { ...algorithm, modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) }
  const pairs = await Promise.all(
    [1, 2].map(() => crypto.subtle.generateKey(own, true, ['sign', 'verify']) as Promise<CryptoKeyPair>),
  )
  const [pair, stranger] = pairs as [CryptoKeyPair, CryptoKeyPair]
  const jwk = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey
  let isAway = false
  vi.stubGlobal('fetch', async (address: string, { signal, redirect }: RequestInit) => {
    expect([address, redirect]).toEqual([`https://${team}/cdn-cgi/access/certs`, 'manual'])
    if (isAway) return new Promise((_, reject) => signal?.aborted && reject(signal.reason))
    return Response.json({ keys: [{ ...jwk, kid: 'one' }] })
  })
  const soon = Math.floor(Date.now() / 1_000) + 60
  const good = { iss: `https://${team}`, aud: ['relato'], exp: soon, email: 'ana@relato.med.br' }
  const assertion = async (claims: object, key = pair.privateKey, alg = 'RS256') => {
    const signed = `${encode(JSON.stringify({ alg, kid: 'one' }))}.${encode(JSON.stringify(claims))}`
    const mac = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(signed))
    return { 'cf-access-jwt-assertion': `${signed}.${encode(new Uint8Array(mac))}` }
  }
  const statusOf = async (headers?: Record<string, string>) => (await askFrom(guarded, 'find', body, headers)).status
  expect(await statusOf(await assertion(good))).toBe(404)
  const refused = [
    undefined,
    { 'cf-access-jwt-assertion': 'a.b.c' },
    await assertion(good, stranger.privateKey),
    await assertion(good, pair.privateKey, 'none'),
    await assertion({ ...good, aud: ['outro'] }),
    await assertion({ ...good, iss: 'https://outra.cloudflareaccess.com' }),
    await assertion({ ...good, exp: soon - 120 }),
    await assertion({ ...good, nbf: soon }),
  ]
  for (const headers of refused) expect(await statusOf(headers)).toBe(401)

  isAway = true
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  expect(await statusOf(await assertion(good))).toBe(401)
  limit.mockRestore()
})

test('an operator finds a consultation and replays its last failed job once, and sees no word of a patient', async () => {
  const doctor = await newDoctor()
  const { consultation, job } = await newClinic(doctor)
  const canary = 'Canário Peregrino'
  await execute(
    'UPDATE consultations SET patient_name = ?1, clinical_context = ?1, search_text = ?1, complaint = ?1, hypothesis = ?1 WHERE id = ?2',
    ...[canary, consultation],
  )
  await execute('UPDATE transcript_entries SET text = ? WHERE consultation_id = ?', canary, consultation)
  const answers: string[] = []
  const text = async (answer: Promise<Response>) => {
    const body = await (await answer).text()
    answers.push(body)
    return JSON.parse(body)
  }
  const found = await text(ask('find', { id: consultation, reason }))
  expect(found).toMatchObject({ consultation: { id: consultation, doctor_id: doctor.id } })
  expect(found.jobs.map(({ id }: { id: string }) => id)).toContain(job)
  expect(await text(ask('find', { id: job.toUpperCase(), reason }))).toEqual(found)

  expect(await text(ask('replay', { job_id: job, reason }))).toMatchObject({ code: 'job_not_replayable' })
  await execute("UPDATE jobs SET status = 'failed', error = 'structuring_failed', attempts = 4 WHERE id = ?", job)
  const close = (at: number | null) => execute('UPDATE user SET closed_at = ? WHERE id = ?', at, doctor.id)
  await close(1)
  expect(await codeOf(await ask('replay', { job_id: job, reason }))).toEqual([409, 'job_not_replayable'])
  await close(null)
  const both = await Promise.all([1, 2].map(() => ask('replay', { job_id: job, reason })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await jobsAreDone(doctor)
  const after = await selectOne<{ status: string; attempts: number }>('SELECT * FROM jobs WHERE id = ?', job)
  expect(after?.attempts).toBe(1)

  const rows = (await auditRowsOf(doctor.id)).filter(({ action }) => action.startsWith('operator_'))
  expect(rows.map(({ action, subject_id, device, network }) => [action, subject_id, device, network])).toEqual([
    ['operator_read', consultation, 'Suporte: desenvolvimento', reason],
    ['operator_read', consultation, 'Suporte: desenvolvimento', reason],
    ['operator_job_replayed', job, 'Suporte: desenvolvimento', reason],
  ])
  expect(answers.join() + JSON.stringify(logged())).not.toContain('Canário')
})

test('the status names the part that does not answer, and the jobs that wait or failed', async () => {
  const { job } = await newClinic(await newDoctor())
  const hour = 3_600_000
  await execute(
    "UPDATE jobs SET status = 'queued', attempts = 0, created_at = ? WHERE id = ?",
    Date.now() - 90_000,
    job,
  )
  const { kind } = (await selectOne<{ kind: string }>('SELECT kind FROM jobs WHERE id = ?', job)) ?? {}
  // A newer release, of which this one knows neither the job nor the alert, takes turns with it.
  await execute(
    `INSERT INTO jobs (id, kind, doctor_id, subject_id, input, status, created_at, updated_at)
     SELECT ?, 'later', doctor_id, subject_id, input, 'failed', created_at, ? FROM jobs WHERE id = ?`,
    ...[crypto.randomUUID(), Date.now(), job],
  )
  await execute("INSERT INTO alerts (metric, fault, raised_at, sent_at) VALUES ('later', 'Error', 1, 1)")
  expect((await ask('find', { id: job, reason })).status).toBe(200)
  const read = async (bindings: Env = { ...env, OPERATOR_TOKEN }) => {
    const answer = await (await askFrom(bindings, 'status', {})).json<{
      parts: { part: string; state: string; ms: number | null }[]
      jobs: { kind: string; waiting: number; oldest_seconds: number; failed: number }[]
    }>()
    const part = (name: string) => answer.parts.find((one) => one.part === name)
    return { part, of: answer.jobs.find((one) => one.kind === kind) }
  }
  const waiting = await read()
  for (const name of ['d1', 'files']) expect(waiting.part(name)).toMatchObject({ state: 'ok', ms: expect.any(Number) })
  expect(waiting.part('queue')).toMatchObject({ state: 'failing', ms: expect.any(Number) })
  expect(waiting.of?.oldest_seconds).toBeGreaterThanOrEqual(90)
  await execute("UPDATE jobs SET status = 'failed', updated_at = ? WHERE id = ?", Date.now(), job)
  const failed = await read()
  expect(failed.of?.failed).toBeGreaterThanOrEqual(1)
  await execute('UPDATE jobs SET updated_at = ? WHERE id = ?', Date.now() - 2 * hour, job)
  expect((await read()).of?.failed ?? 0).toBe((failed.of?.failed ?? 0) - 1)

  const FILES = { head: () => Promise.reject(new Error('refused')) } as unknown as R2Bucket
  const refused = await read({ ...env, OPERATOR_TOKEN, FILES })
  expect(refused.part('files')).toMatchObject({ state: 'failing', ms: null })
})

test('a second factor is reset after an identity check, which is recorded; the doctor hears of it', async () => {
  const { doctor, email } = await guardedDoctor()
  const body = { email, reason, identity: 'telefone do CRM' }
  expect(await codeOf(await ask('second-factor-reset', { ...body, identity: '' }))).toEqual([400, 'invalid_body'])
  expect(await (await ask('second-factor-reset', body)).json()).toEqual({ doctor_id: doctor.id, second_factor: 'off' })
  expect(await codeOf(await ask('second-factor-reset', body))).toEqual([409, 'second_factor_off'])
  expect((await enter(email)).status).toBe(200)
  const row = (await auditRowsOf(doctor.id)).find(({ action }) => action === 'operator_second_factor_reset')
  expect(row?.network).toBe(`${reason} (identidade: telefone do CRM)`)
  expect((await mailsOf(doctor.id)).at(-1)).toMatch(/desativada/)
})
