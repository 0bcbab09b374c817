import { expect, test } from 'vitest'
import { REPORT_FORMAT } from '#domain/service/copy-report.ts'
import { createHttp } from '#workers/http/http.ts'
import { runMinute } from '#workers/jobs/minute.ts'
import { readStatus } from '#workers/metrics/status.ts'
import { clock, serviceUnderTest, withClock } from './seeing-stage.ts'
import { execute } from './sql.ts'

const HOUR_MS = 3_600_000
const { fetch } = createHttp(async () => new Response('page'))
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const newPair = () => crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']) as Promise<CryptoKeyPair>

withClock()

test('a copy that is late or never comes shows in the status and alerts; only its writer can report one', async () => {
  const [writer, stranger] = [await newPair(), await newPair()]
  const { bindings: unwatched, alerts } = serviceUnderTest()
  const key = base64((await crypto.subtle.exportKey('spki', writer.publicKey)) as ArrayBuffer)
  const bindings = { ...unwatched, COPIES_VERIFY_KEY: key }
  await execute('DELETE FROM service_marks')

  const send = async (change: object = {}, { signedBy = writer, service = bindings, body = {}, token = '' } = {}) => {
    const about = { environment: 'production', copy: '2026-11-29T06-10-00Z-a1b2c3', at: Date.now(), ...change }
    const report = JSON.stringify({ format: REPORT_FORMAT, ...about })
    const signed = await crypto.subtle.sign('Ed25519', signedBy.privateKey, new TextEncoder().encode(report))
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token || base64(signed)}` }
    const init = { method: 'POST', headers, body: JSON.stringify({ report, ...body }) }
    const answer = await fetch(new Request(`${bindings.APP_URL}/api/copies/reports`, init), service, context)
    return { status: answer.status, body: await answer.json<{ copy: string; at: number }>() }
  }
  /** Two crons: a single bad minute sends no alert. */
  const passHours = async (hours: number) => {
    alerts.length = 0
    clock.ahead += hours * HOUR_MS
    for (let minute = 0; minute < 2; minute++) {
      await runMinute(bindings, Date.now())
      clock.ahead += 60_000
    }
    const { parts, last_copy } = await readStatus(bindings, Date.now())
    const { state, fault } = parts.find(({ part }) => part === 'copies') ?? {}
    const news = alerts.filter(({ part }) => part === 'copies').map(({ what, fault: named }) => `${what} ${named}`)
    return { state, fault, news, last: last_copy?.copy }
  }
  const fine = { state: 'ok', fault: '', news: [], last: undefined }

  // The first cron begins the watch; no copy ever comes.
  expect(await passHours(0)).toEqual(fine)
  expect(await passHours(29)).toEqual(fine)
  expect(await passHours(1)).toEqual({ ...fine, state: 'failing', fault: 'never', news: ['raised never'] })

  // A report with another signature, of another environment or of tomorrow is refused.
  const now = Date.now()
  expect((await send({}, { signedBy: stranger })).status).toBe(401)
  expect((await send({}, { body: { report: '{}' } })).status).toBe(401)
  expect((await send({}, { token: 'AAAA' })).status).toBe(401)
  expect((await send({ environment: 'staging' })).status).toBe(401)
  expect((await send({ at: now + HOUR_MS })).status).toBe(401)
  expect((await send({ more: 'x' })).status).toBe(401)
  expect((await send({}, { body: { report: 'x'.repeat(501) } })).status).toBe(400)
  expect((await send({}, { service: { ...bindings, COPIES_VERIFY_KEY: '' } })).status).toBe(404)
  expect((await readStatus(bindings, now)).last_copy).toBeNull()

  // It began before the watch did.
  const early = now - 40 * HOUR_MS
  expect((await send({ copy: 'early', at: early })).body).toEqual({ copy: 'early', at: early })
  expect((await send({ copy: 'first', at: now })).body).toEqual({ copy: 'first', at: now })
  // An older report that is sent again changes nothing.
  expect((await send({ copy: 'older', at: now - 2 * HOUR_MS })).body).toEqual({ copy: 'first', at: now })
  expect(await passHours(1)).toEqual({ ...fine, news: ['ended never'], last: 'first' })
  expect(await passHours(28)).toEqual({ ...fine, last: 'first' })
  expect(await passHours(1)).toMatchObject({ state: 'failing', fault: 'late', news: ['raised late'] })
})
