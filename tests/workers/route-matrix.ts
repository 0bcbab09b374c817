import { env } from 'cloudflare:workers'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { subscribe } from './billing.ts'
import { type Clinic as Belongings, newClinic as newBelongings, OMISSION } from './clinic.ts'
import { ORIGIN, type TestDoctor } from './doctor.ts'

/**
 * Every route has a row; a new route without one fails. `owner` is what the owner's own call answers and `audit` what
 * it leaves in the log; `foreign` rows are called by a second doctor with the first one's ids and must answer 404.
 * `signed` rows ask for no session and no origin but for a signature over the body: without one everybody is refused.
 */
export type Clinic = Belongings & { subscription: string; checkout: string }
type Access = 'public' | 'signed' | 'development' | 'own' | 'foreign'
export type Row = {
  access: Access
  path?: (clinic: Clinic) => string
  body?: (clinic: Clinic) => unknown | Promise<unknown>
  headers?: Record<string, string>
  owner: number
  audit?: string
}
/** With a plan on trial, beside everything else that a doctor can own. */
export async function newClinic(doctor: TestDoctor): Promise<Clinic> {
  const [belongings, { subscriptionId: subscription, sessionId: checkout }] = await Promise.all([
    newBelongings(doctor),
    subscribe(doctor, 'pro_month', 'none'),
  ])
  return { ...belongings, subscription, checkout }
}

type Options = Pick<Row, 'audit' | 'headers'> & {
  /** Whose id is in the path. */
  of?: keyof Clinic
  body?: object | ((clinic: Clinic) => unknown)
}
const row = (key: string, access: Access, owner: number, { of, body, ...rest }: Options = {}): [string, Row] => {
  const [, pattern = ''] = key.split(' ')
  const path = (clinic: Clinic) => pattern.replace(':id', of ? clinic[of] : '').replace(/:\w+/, '1')
  const bodyOf = typeof body === 'function' ? (body as (clinic: Clinic) => unknown) : () => body
  return [key, { access, owner, ...(access === 'foreign' && { path }), ...(body && { body: bodyOf }), ...rest }]
}

const upgrade = { upgrade: 'websocket', connection: 'Upgrade' }
const confirming = (password: string, code: string | null = null) => ({ confirmation: { password, code } })
/** Reviews the record as the rows before have left it. */
const looked = (clinic: Clinic) =>
  env.DB.prepare('SELECT revision FROM records WHERE consultation_id = ?').bind(clinic.consultation).first()
async function textBaseOf(clinic: Clinic): Promise<string> {
  const record = await env.DB.prepare('SELECT id, created_at, unified_text FROM records WHERE consultation_id = ?')
    .bind(clinic.consultation)
    .first<{ id: string; created_at: number; unified_text: string | null }>()
  if (!record) throw new Error('no record')
  const sections = await env.DB.prepare(
    'SELECT title, content, position AS "order" FROM record_sections WHERE record_id = ?',
  )
    .bind(record.id)
    .all<{ title: string; content: string; order: number }>()
  return textBase({ ...record, sections: sections.results })
}

/** In an order in which all of them can be called. */
export const matrix: Record<string, Row> = Object.fromEntries([
  row('GET /api/health', 'public', 200),
  row('GET /api/dev/inbox', 'development', 200),
  row('GET /api/way-in', 'public', 200),
  row('GET /api/recovery', 'public', 200),
  row('POST /api/recovery', 'public', 200, { body: { email: 'ninguem@relato.example' } }),
  row('PUT /api/recovery', 'public', 410, { body: { newPassword: 'Senha123!' } }),
  row('POST /api/contact', 'public', 201, {
    body: { name: 'Ana', email: 'ana@relato.example', specialty: null, message: 'Quero saber mais.' },
  }),
  row('GET /api/session', 'own', 200),
  row('GET /api/device-key', 'own', 200),
  row('GET /api/profile', 'own', 200),
  row('PATCH /api/profile', 'own', 200, { audit: 'profile_updated', body: { crm: '123456/SP' } }),
  row('GET /api/security', 'own', 200),
  row('POST /api/second-factor', 'own', 200, { body: confirming('segredo1') }),
  row('PUT /api/second-factor', 'own', 422, { body: { code: '12' } }),
  row('POST /api/second-factor/recovery-codes', 'own', 409, { body: confirming('segredo1', '123456') }),
  row('POST /api/second-factor/removal', 'own', 409, { body: confirming('segredo1', '123456') }),
  row('PUT /api/password', 'own', 422, { body: { currentPassword: 'errada1', newPassword: 'Senha123!' } }),
  row('DELETE /api/sessions/:id', 'foreign', 200, { audit: 'sessions_ended', of: 'session' }),
  row('DELETE /api/sessions', 'own', 200),
  row('GET /api/account/closing', 'own', 200),
  // Closing would end the sessions of every row after it: that is tests/workers/closing.test.ts.
  row('POST /api/account/closing', 'own', 422, { audit: 'password_refused', body: confirming('errada1') }),
  row('POST /api/account/reopening', 'own', 409),
  row('POST /api/device-receipts', 'foreign', 200, {
    audit: 'local_recording_discarded',
    body: (c) => ({ consultation_ids: [c.consultation] }),
  }),
  row('POST /api/access-log', 'own', 200, { audit: 'access_log_read', body: {} }),
  row('POST /api/data-exports', 'foreign', 202, {
    audit: 'data_export_requested',
    body: (c) => ({ patient_id: c.patient }),
  }),
  row('GET /api/data-exports', 'own', 200),
  row('GET /api/data-exports/:id', 'foreign', 200, { of: 'dataExport' }),
  row('GET /api/data-exports/:id/volumes/:n/file', 'foreign', 200, {
    audit: 'data_export_downloaded',
    of: 'dataExport',
  }),
  row('DELETE /api/data-exports/:id', 'foreign', 200, { audit: 'data_export_deleted', of: 'dataExport' }),
  row('GET /api/usage', 'own', 200),
  row('GET /api/subscription', 'own', 200),
  row('POST /api/stripe/webhook', 'signed', 400, { body: { id: 'evt_1', object: 'event' } }),
  row('GET /api/stripe/subscription-status/:id', 'foreign', 200, { of: 'subscription' }),
  row('GET /api/stripe/checkout-session/:id', 'foreign', 200, { of: 'checkout' }),
  row('POST /api/stripe/create-checkout-session', 'own', 409, {
    body: { priceId: 'pro_month', successUrl: `${ORIGIN}/checkout/success`, cancelUrl: `${ORIGIN}/pricing` },
  }),
  row('POST /api/stripe/customer-portal', 'foreign', 200, {
    audit: 'portal_opened',
    body: { returnUrl: `${ORIGIN}/app/settings` },
  }),
  row('POST /api/stripe/cancel-subscription', 'foreign', 200, {
    audit: 'subscription_cancelled',
    body: (c) => ({ subscriptionId: c.subscription }),
  }),
  row('GET /api/notifications', 'own', 200, { audit: 'consultations_listed' }),
  row('POST /api/patients/search', 'own', 200, { audit: 'patients_listed', body: {} }),
  row('POST /api/patients', 'own', 201, { audit: 'patient_created', body: { name: 'Nova Paciente' } }),
  row('GET /api/patients/:id', 'foreign', 200, { audit: 'patient_read', of: 'patient' }),
  row('PATCH /api/patients/:id', 'foreign', 200, {
    audit: 'patient_updated',
    of: 'patient',
    body: { name: 'Trocado' },
  }),
  row('POST /api/patients/:id/restore', 'foreign', 200, { audit: 'patient_read', of: 'patient' }),
  row('DELETE /api/patients/:id', 'foreign', 409, { of: 'patient' }),
  row('POST /api/consultations', 'foreign', 201, {
    audit: 'consultation_started',
    body: (c) => ({ patientId: c.patient }),
  }),
  row('GET /api/consultations/open', 'own', 200, { audit: 'consultations_listed' }),
  row('POST /api/consultations/search', 'own', 200, { audit: 'consultations_listed', body: {} }),
  row('GET /api/consultations/:id', 'foreign', 200, { audit: 'consultation_read', of: 'consultation' }),
  row('PATCH /api/consultations/:id', 'foreign', 200, {
    audit: 'consultation_updated',
    of: 'active',
    body: { clinicalContext: 'Trocado' },
  }),
  row('POST /api/consultations/:id/consents', 'foreign', 201, {
    audit: 'consent_answered',
    of: 'active',
    body: { notice_version: currentNotice.version, answers: answersFor('presencial') },
  }),
  row('POST /api/consultations/:id/consents/revocation', 'foreign', 200, {
    audit: 'consent_revoked',
    of: 'active',
    body: { discarded: [{ take: 1, samples: 16_000 }] },
  }),
  row('GET /api/consultations/:id/room', 'foreign', 101, { audit: 'room_joined', of: 'active', headers: upgrade }),
  row('PUT /api/v1/transcription/sections/:id', 'foreign', 200, {
    audit: 'section_updated',
    of: 'section',
    body: { content: 'Trocado.' },
  }),
  // A new structuring replaces the sections, and a signature freezes them: what is done to them comes first.
  row('POST /api/v1/transcription/sections/:id/seen', 'foreign', 200, {
    audit: 'sentences_seen',
    of: 'section',
    body: { texts: ['Trocado.'] },
  }),
  row('POST /api/v1/transcription/records/:id/omissions', 'foreign', 200, {
    audit: 'omission_inserted',
    of: 'consultation',
    body: { omission_id: OMISSION },
  }),
  row('PUT /api/v1/transcription/records/:id/text', 'foreign', 200, {
    audit: 'record_text_updated',
    of: 'consultation',
    body: async (clinic) => ({ text: 'Trocado.', base: await textBaseOf(clinic) }),
  }),
  row('POST /api/v1/transcription/records/:id/text/seen', 'foreign', 409, {
    of: 'consultation',
    body: { messages: ['Nada disso.'] },
  }),
  row('PUT /api/v1/transcription/records/:id/diagnoses', 'foreign', 200, {
    audit: 'diagnoses_updated',
    of: 'consultation',
    body: { diagnoses: [{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }] },
  }),
  row('POST /api/v1/transcription/cid10/search', 'own', 200, { body: { query: 'bronquite' } }),
  row('GET /api/v1/transcription/records/:id/versions', 'foreign', 200, {
    audit: 'versions_listed',
    of: 'consultation',
  }),
  row('GET /api/v1/transcription/records/:id/versions/:version', 'foreign', 200, {
    audit: 'version_read',
    of: 'consultation',
  }),
  row('POST /api/v1/transcription/validate', 'foreign', 200, {
    audit: 'record_validated',
    body: (c) => ({ specialty: 'general', sections: [{ id: c.section, content: 'Texto.' }] }),
  }),
  row('POST /api/v1/transcription/structure', 'foreign', 200, {
    audit: 'structuring_requested',
    body: (c) => ({ consultation_id: c.consultation, specialty: 'general' }),
  }),
  row('GET /api/v1/transcription/structure/:id', 'foreign', 200, { audit: 'record_read', of: 'job' }),
  row('POST /api/v1/transcription/records/:id/save', 'foreign', 200, {
    audit: 'record_saved',
    of: 'consultation',
    body: looked,
  }),
  row('POST /api/v1/transcription/records/:id/sign', 'foreign', 200, {
    audit: 'record_signed',
    of: 'consultation',
    body: looked,
  }),
  row('POST /api/v1/transcription/records/:id/addenda', 'foreign', 201, {
    audit: 'addendum_created',
    of: 'consultation',
    body: { text: 'Acrescentado.' },
  }),
  row('POST /api/v1/transcription/export/pdf', 'foreign', 202, {
    audit: 'export_requested',
    body: (c) => ({ consultation_id: c.consultation }),
  }),
  row('GET /api/v1/transcription/export/pdf/:id', 'foreign', 200, { audit: 'export_read', of: 'export' }),
  row('GET /api/v1/transcription/export/pdf/:id/file', 'foreign', 200, { audit: 'export_downloaded', of: 'export' }),
])

/** Signed, with a version and an addendum: each part of a record that can have an id has one. */
export async function signRecord(doctor: TestDoctor, clinic: Clinic): Promise<void> {
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  for (const key of [
    'PUT /api/v1/transcription/sections/:id',
    'POST /api/v1/transcription/sections/:id/seen',
    'POST /api/v1/transcription/records/:id/sign',
    'POST /api/v1/transcription/records/:id/addenda',
  ]) {
    const row = matrix[key]
    const answer = await doctor.call(key.split(' ')[0] ?? '', row?.path?.(clinic) ?? '', await row?.body?.(clinic))
    if (!answer.ok) throw new Error(`${key}: ${answer.status}`)
  }
}
