import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { eraseAccount } from '#db/queries/closing.ts'
import { api } from '#workers/api/api.ts'
import { accountErasedMail } from '#workers/mail/closing.ts'
import { SMALL_JPEG } from '../testkit/logo.ts'
import { codeOf, newDoctor, ORIGIN, type TestDoctor } from './doctor.ts'
import { openStage } from './document-stage.ts'
import { countRows, execute } from './sql.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** The same picture with other bytes of its frame: heights, widths and colours come from there. */
function changed(change: (frame: Buffer) => void): string {
  const bytes = Buffer.from(SMALL_JPEG, 'base64')
  change(bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xc0]))))
  return bytes.toString('base64')
}
const put = (doctor: TestDoctor, jpeg: string) => doctor.call('PUT', '/api/profile/logo', { jpeg })
const stored = ({ id }: TestDoctor) => countRows('logos WHERE doctor_id = ?', id)

test('a logo goes on the documents of its time, and an earlier one stays only for those', async () => {
  const { doctor, calls, paper } = await openStage()
  await calls.seeAll()
  await calls.signNow()
  const issue = async () => paper.issue({ ...(await paper.filled('report')), id: crypto.randomUUID() })
  const bytesOf = async (id: string) =>
    Buffer.from(await (await doctor.call('GET', `/api/documents/${id}/pdf`)).arrayBuffer())
  const drawsLogo = async (id: string) => (await bytesOf(id)).includes('/DCTDecode')

  const before = await issue()
  expect((await put(doctor, SMALL_JPEG)).status).toBe(200)
  const first = await issue()
  expect([await drawsLogo(before.id), await drawsLogo(first.id)]).toEqual([false, true])
  const printed = await bytesOf(first.id)

  // The second was printed on nothing when it went: it is gone with the third.
  const heights = [15, 14].map((height) => changed((frame) => frame.writeUInt16BE(height, 5)))
  for (const jpeg of heights) expect((await put(doctor, jpeg)).status).toBe(200)
  expect(await stored(doctor)).toBe(2)
  expect((await bytesOf(first.id)).equals(printed)).toBe(true)
  expect((await doctor.call('DELETE', '/api/profile/logo')).status).toBe(200)
  expect(await (await doctor.call('GET', '/api/profile/logo')).json()).toEqual({ logo: null })
  expect(await stored(doctor)).toBe(1)
  expect(await drawsLogo((await issue()).id)).toBe(false)
  expect((await bytesOf(first.id)).equals(printed)).toBe(true)

  // Without the logo of its day a paper would be another one.
  await execute('DELETE FROM logos WHERE doctor_id = ?', doctor.id)
  expect(await codeOf(await doctor.call('GET', `/api/documents/${first.id}/pdf`))).toEqual([409, 'signature_broken'])
})

test('a document issued while its logo is replaced still prints with the logo that it names', async () => {
  const { doctor, consultation, calls, paper } = await openStage()
  await calls.seeAll()
  await calls.signNow()
  expect((await put(doctor, SMALL_JPEG)).status).toBe(200)
  const other = changed((frame) => frame.writeUInt16BE(15, 5))
  // The other tab replaces the logo after this one has read it, and before it stores the document.
  let isIssuing = false
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare')
        return (query: string) => {
          isIssuing ||= query.trimStart().startsWith('INSERT INTO documents')
          return target.prepare(query)
        }
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          if (isIssuing) expect((await put(doctor, other)).status).toBe(200)
          isIssuing = false
          return target.batch(statements)
        }
      return Reflect.get(target, name)
    },
  })
  const id = crypto.randomUUID()
  const request = new Request(`${ORIGIN}/api/consultations/${consultation}/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: doctor.cookie },
    body: JSON.stringify({ ...(await paper.filled('report')), id }),
  })
  expect((await api.fetch(request, { ...env, DB }, createExecutionContext())).status).toBe(201)
  expect(await (await doctor.call('GET', '/api/profile/logo')).json()).toMatchObject({ logo: { jpeg: other } })
  const printed = await doctor.call('GET', `/api/documents/${id}/pdf`)
  expect(printed.status).toBe(200)
  expect(Buffer.from(await printed.arrayBuffer()).includes('/DCTDecode')).toBe(true)
  expect(await stored(doctor)).toBe(2)
})

test('only a small JPEG in grey or colour is a logo, and each doctor has their own', async () => {
  const [doctor, other] = [await newDoctor(), await newDoctor()]
  const cut = Buffer.from(SMALL_JPEG, 'base64').subarray(0, -40).toString('base64')
  const wrong = {
    png: PNG,
    cut,
    fourColours: changed((frame) => frame.writeUInt8(4, 9)),
    deep: changed((frame) => frame.writeUInt8(12, 4)),
    wide: changed((frame) => frame.writeUInt16BE(801, 7)),
    flat: changed((frame) => frame.writeUInt16BE(0, 5)),
    empty: '',
  }
  for (const [name, jpeg] of Object.entries(wrong))
    expect([name, ...(await codeOf(await put(doctor, jpeg)))]).toEqual([name, 422, 'logo_unreadable'])
  for (const jpeg of ['?', 'A'.repeat(54_000)])
    expect(await codeOf(await put(doctor, jpeg))).toEqual([400, 'invalid_body'])
  expect(await stored(doctor)).toBe(0)
  expect((await put(doctor, SMALL_JPEG)).status).toBe(200)
  expect(await (await other.call('GET', '/api/profile/logo')).json()).toEqual({ logo: null })
  expect((await other.call('DELETE', '/api/profile/logo')).status).toBe(200)
  expect(await (await doctor.call('GET', '/api/profile/logo')).json()).toMatchObject({ logo: { jpeg: SMALL_JPEG } })
})

test('an erased account keeps the logos that its documents name, and no other', async () => {
  const { doctor, calls, paper } = await openStage()
  await calls.seeAll()
  await calls.signNow()
  expect((await put(doctor, SMALL_JPEG)).status).toBe(200)
  await paper.issue(await paper.filled('report'))
  expect(
    (
      await put(
        doctor,
        changed((frame) => frame.writeUInt16BE(15, 5)),
      )
    ).status,
  ).toBe(200)
  expect(await stored(doctor)).toBe(2)

  const [db, now] = [openDatabase(env.DB), Date.now()]
  const mail = accountErasedMail({ to: doctor.email, name: 'Dra. Ana' })
  await execute('UPDATE user SET closed_at = 0 WHERE id = ?', doctor.id)
  const noticed = { id: crypto.randomUUID(), doctorId: null, once: null, mail, now }
  expect(await eraseAccount(db, doctor.id, noticed, now)).toBe(true)
  // The paper of an issued document is evidence as long as the document.
  expect(await stored(doctor)).toBe(1)
})
