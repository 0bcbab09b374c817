import { expect, test } from 'vitest'
import type { AuditPage } from '#domain/audit/contract.ts'
import { auditRowsOf } from './audit-stage.ts'
import { newClinic } from './clinic.ts'
import { cookiesOf, newDoctor, PASSWORD, post, refusalOf, type TestDoctor } from './doctor.ts'
import { countRows } from './sql.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
/** From a telephone, elsewhere. */
const phone = { 'user-agent': PHONE, 'cf-connecting-ip': '2001:db8:85a3::8a2e:370:7334' }

const page = async (doctor: TestDoctor, body: object = {}): Promise<AuditPage> => {
  const answer = await doctor.call('POST', '/api/access-log', body)
  expect(answer.status).toBe(200)
  return answer.json()
}

test('who comes in, fails to, asks for a new password or goes is told to the doctor, and from where', async () => {
  const doctor = await newDoctor()
  const { email } = doctor
  const signIn = (given: string, password: string) => post('/api/auth/sign-in/email', { email: given, password }, phone)
  const before = (await auditRowsOf(doctor.id)).length
  const count = () => countRows('audit_log')
  expect((await signIn(email.toUpperCase(), 'errada1')).status).toBe(401)
  const existingCount = await count()
  // An address without an account has no doctor to notify.
  expect((await signIn('ninguem@relato.example', 'errada1')).status).toBe(401)
  expect(await count()).toBe(existingCount)
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  expect((await post('/api/recovery', { email }, phone)).status).toBe(200)
  const wrong = { currentPassword: 'errada1', newPassword: 'Relato#2026' }
  const elsewhere = { ...phone, 'cf-connecting-ip': '203.0.113.77' }
  expect((await doctor.call('PUT', '/api/password', wrong, elsewhere)).status).toBe(422)
  // A device's zone alone is reported by the page, not changed by the doctor.
  const zoned = await doctor.call('PATCH', '/api/profile', { time_zone: 'America/Manaus' }, elsewhere)
  expect(await zoned.json()).toMatchObject({ profile: { time_zone: 'America/Manaus' } })
  expect((await doctor.call('PATCH', '/api/profile', { crm: '123456/SP', time_zone: 'America/Bahia' })).status).toBe(
    200,
  )
  const other = await doctor.again()
  const right = { currentPassword: PASSWORD, newPassword: 'Relato#2026' }
  expect((await other.call('PUT', '/api/password', right)).status).toBe(200)
  const cookie = cookiesOf(await signIn(email, 'Relato#2026'))
  expect((await post('/api/auth/sign-out', {}, { ...phone, cookie })).status).toBe(200)

  const newRows = (await auditRowsOf(doctor.id)).slice(before)
  expect(newRows.map(({ action, device, network }) => [action, device, network])).toEqual([
    ['sign_in_failed', 'Safari no iPhone', '2001:db8:85a3:…'],
    ['signed_in', 'Safari no iPhone', '2001:db8:85a3:…'],
    ['recovery_requested', null, null],
    ['password_refused', 'Safari no iPhone', '203.0.113.x'],
    ['profile_updated', null, expect.stringMatching(/^10\.9\.\d+\.x$/)],
    ['signed_in', null, expect.stringMatching(/^10\.9\.\d+\.x$/)],
    ['password_changed', null, expect.stringMatching(/^10\.9\.\d+\.x$/)],
    ['signed_in', 'Safari no iPhone', '2001:db8:85a3:…'],
    ['signed_out', 'Safari no iPhone', '2001:db8:85a3:…'],
  ])
  // No whole address, no e-mail, no name.
  expect(JSON.stringify(newRows)).not.toMatch(/203\.0\.113\.77|370:7334|@|Souza/)
})

test('a doctor reads their own log page by page: what, whose, when; a name as it is now, and nobody else’s', async () => {
  const [doctor, second] = [await newDoctor(), await newDoctor('Dr. Outro')]
  const clinic = await newClinic(doctor)
  await doctor.call('GET', `/api/patients/${clinic.patient}`)
  await doctor.call('GET', `/api/consultations/${clinic.consultation}`)
  await doctor.call('PUT', `/api/v1/transcription/sections/${clinic.section}`, { content: 'Trocado.' })
  await doctor.call('GET', `/api/v1/transcription/export/pdf/${clinic.export}/file`)
  const created = await doctor.call('POST', '/api/patients', { name: 'Eva Prado' })
  const { patient } = await created.json<{ patient: { id: string } }>()
  await doctor.call('DELETE', `/api/patients/${patient.id}`)
  await doctor.call('PATCH', `/api/patients/${clinic.patient}`, { name: 'Rui Barbosa Lima' })

  const rui = { id: clinic.patient, name: 'Rui Barbosa Lima' }
  const deletedPatient = { id: patient.id, name: null }
  const { items, next } = await page(doctor)
  expect(next).toBeNull()
  expect(items.map((item) => [item.action, item.patient])).toEqual([
    ['patient_updated', rui],
    ['patient_deleted', deletedPatient],
    ['patient_created', deletedPatient],
    ['export_downloaded', rui],
    ['section_updated', rui],
    ['consultation_read', rui],
    ['patient_read', rui],
    ['signed_in', null],
    ['signed_up', null],
  ])
  // Reading the log is logged as well, once a minute.
  const whole = (await page(doctor)).items
  expect(whole[0]?.action).toBe('access_log_read')
  const walked: number[] = []
  for (let cursor: string | null = null; ; ) {
    const part: AuditPage = await page(doctor, { cursor, limit: 3 })
    walked.push(...part.items.map(({ id }) => id))
    cursor = part.next
    if (cursor === null) break
  }
  expect(walked).toEqual(whole.map(({ id }) => id))
  expect(JSON.stringify(await page(second))).not.toMatch(/Rui|patient_/)
  const bad = await doctor.call('POST', '/api/access-log', { cursor: 'x' })
  expect(await refusalOf(bad)).toEqual([400, 'invalid_cursor'])
})
