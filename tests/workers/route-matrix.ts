import { env } from 'cloudflare:workers'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { textBase } from '#domain/record/text-base.ts'
import { subscribe } from './billing-stage.ts'
import { type Clinic as Belongings, newClinic as newBelongings, OMISSION } from './clinic.ts'
import { ORIGIN, type TestDoctor } from './doctor.ts'

/**
 * Every route has a row; a new route without one fails. `owner` is what the owner's own call answers and `audit` what
 * it leaves in the log; `foreign` rows are called by a second doctor with the first one's ids and must answer 404.
 * `signed` rows ask for no session and no origin but for a signature over the body: without one everybody is refused.
 */
export type Clinic = Belongings & { subscription: string; checkout: string }
export type Row = {
  access: 'public' | 'signed' | 'development' | 'own' | 'foreign'
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
const upgrade = { upgrade: 'websocket', connection: 'Upgrade' }

/** What was looked at: the record as it stands after whatever the rows before did to it. */
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
const ofRecord = (rest: string) => (clinic: Clinic) => `/api/v1/transcription/records/${clinic.consultation}/${rest}`

export const matrix: Record<string, Row> = {
  'GET /api/health': { access: 'public', owner: 200 },
  'GET /api/dev/inbox': { access: 'development', owner: 200 },
  'GET /api/way-in': { access: 'public', owner: 200 },
  'GET /api/recovery': { access: 'public', owner: 200 },
  'POST /api/recovery': { access: 'public', body: () => ({ email: 'ninguem@relato.example' }), owner: 200 },
  'PUT /api/recovery': { access: 'public', body: () => ({ newPassword: 'Senha123!' }), owner: 410 },
  'POST /api/contact': {
    access: 'public',
    body: () => ({ name: 'Ana', email: 'ana@relato.example', specialty: null, message: 'Quero saber mais.' }),
    owner: 201,
  },
  'GET /api/session': { access: 'own', owner: 200 },
  'GET /api/device-key': { access: 'own', owner: 200 },
  'GET /api/profile': { access: 'own', owner: 200 },
  'PATCH /api/profile': { access: 'own', body: () => ({ crm: '123456/SP' }), owner: 200, audit: 'profile_updated' },
  'GET /api/security': { access: 'own', owner: 200 },
  'POST /api/second-factor': {
    access: 'own',
    body: () => ({ confirmation: { password: 'segredo1', code: null } }),
    owner: 200,
  },
  'PUT /api/second-factor': { access: 'own', body: () => ({ code: '12' }), owner: 422 },
  'POST /api/second-factor/recovery-codes': {
    access: 'own',
    body: () => ({ confirmation: { password: 'segredo1', code: '123456' } }),
    owner: 409,
  },
  'POST /api/second-factor/removal': {
    access: 'own',
    body: () => ({ confirmation: { password: 'segredo1', code: '123456' } }),
    owner: 409,
  },
  'PUT /api/password': {
    access: 'own',
    body: () => ({ currentPassword: 'errada1', newPassword: 'Senha123!' }),
    owner: 422,
  },
  'DELETE /api/sessions/:id': {
    access: 'foreign',
    path: (c) => `/api/sessions/${c.session}`,
    owner: 200,
    audit: 'sessions_ended',
  },
  'DELETE /api/sessions': { access: 'own', owner: 200 },
  'GET /api/account/closing': { access: 'own', owner: 200 },
  // Closing would end the sessions of every row after it: that is tests/workers/closing.test.ts.
  'POST /api/account/closing': {
    access: 'own',
    body: () => ({ confirmation: { password: 'errada1', code: null } }),
    owner: 422,
    audit: 'password_refused',
  },
  'POST /api/account/reopening': { access: 'own', owner: 409 },
  'POST /api/device-receipts': {
    access: 'foreign',
    path: () => '/api/device-receipts',
    body: (c) => ({ consultation_ids: [c.consultation] }),
    owner: 200,
    audit: 'local_recording_discarded',
  },
  'POST /api/access-log': { access: 'own', body: () => ({}), owner: 200, audit: 'access_log_read' },
  'POST /api/data-exports': {
    access: 'foreign',
    path: () => '/api/data-exports',
    body: (c) => ({ patient_id: c.patient }),
    owner: 202,
    audit: 'data_export_requested',
  },
  'GET /api/data-exports': { access: 'own', owner: 200 },
  'GET /api/data-exports/:id': {
    access: 'foreign',
    path: (c) => `/api/data-exports/${c.dataExport}`,
    owner: 200,
  },
  'GET /api/data-exports/:id/volumes/:n/file': {
    access: 'foreign',
    path: (c) => `/api/data-exports/${c.dataExport}/volumes/1/file`,
    owner: 200,
    audit: 'data_export_downloaded',
  },
  'DELETE /api/data-exports/:id': {
    access: 'foreign',
    path: (c) => `/api/data-exports/${c.dataExport}`,
    owner: 200,
    audit: 'data_export_deleted',
  },
  'GET /api/usage': { access: 'own', owner: 200 },
  'GET /api/subscription': { access: 'own', owner: 200 },
  'POST /api/stripe/webhook': { access: 'signed', body: () => ({ id: 'evt_1', object: 'event' }), owner: 400 },
  'GET /api/stripe/subscription-status/:id': {
    access: 'foreign',
    path: (c) => `/api/stripe/subscription-status/${c.subscription}`,
    owner: 200,
  },
  'GET /api/stripe/checkout-session/:id': {
    access: 'foreign',
    path: (c) => `/api/stripe/checkout-session/${c.checkout}`,
    owner: 200,
  },
  'POST /api/stripe/create-checkout-session': {
    access: 'own',
    body: () => ({ priceId: 'pro_month', successUrl: `${ORIGIN}/checkout/success`, cancelUrl: `${ORIGIN}/pricing` }),
    owner: 409,
  },
  'POST /api/stripe/customer-portal': {
    access: 'foreign',
    path: () => '/api/stripe/customer-portal',
    body: () => ({ returnUrl: `${ORIGIN}/app/settings` }),
    owner: 200,
    audit: 'portal_opened',
  },
  'POST /api/stripe/cancel-subscription': {
    access: 'foreign',
    path: () => '/api/stripe/cancel-subscription',
    body: (c) => ({ subscriptionId: c.subscription }),
    owner: 200,
    audit: 'subscription_cancelled',
  },
  'GET /api/notifications': { access: 'own', owner: 200, audit: 'consultations_listed' },
  'POST /api/patients/search': { access: 'own', body: () => ({}), owner: 200, audit: 'patients_listed' },
  'POST /api/patients': {
    access: 'own',
    body: () => ({ name: 'Nova Paciente' }),
    owner: 201,
    audit: 'patient_created',
  },
  'GET /api/patients/:id': {
    access: 'foreign',
    path: (c) => `/api/patients/${c.patient}`,
    owner: 200,
    audit: 'patient_read',
  },
  'PATCH /api/patients/:id': {
    access: 'foreign',
    path: (c) => `/api/patients/${c.patient}`,
    body: () => ({ name: 'Trocado' }),
    owner: 200,
    audit: 'patient_updated',
  },
  'POST /api/patients/:id/restore': {
    access: 'foreign',
    path: (c) => `/api/patients/${c.patient}/restore`,
    owner: 200,
    audit: 'patient_read',
  },
  'DELETE /api/patients/:id': { access: 'foreign', path: (c) => `/api/patients/${c.patient}`, owner: 409 },
  'POST /api/consultations': {
    access: 'foreign',
    path: () => '/api/consultations',
    body: (c) => ({ patientId: c.patient }),
    owner: 201,
    audit: 'consultation_started',
  },
  'GET /api/consultations/open': { access: 'own', owner: 200, audit: 'consultations_listed' },
  'POST /api/consultations/search': { access: 'own', body: () => ({}), owner: 200, audit: 'consultations_listed' },
  'GET /api/consultations/:id': {
    access: 'foreign',
    path: (c) => `/api/consultations/${c.consultation}`,
    owner: 200,
    audit: 'consultation_read',
  },
  'PATCH /api/consultations/:id': {
    access: 'foreign',
    path: (c) => `/api/consultations/${c.active}`,
    body: () => ({ clinicalContext: 'Trocado' }),
    owner: 200,
    audit: 'consultation_updated',
  },
  'POST /api/consultations/:id/consents': {
    access: 'foreign',
    path: (c) => `/api/consultations/${c.active}/consents`,
    body: () => ({ notice_version: currentNotice.version, answers: answersFor('presencial') }),
    owner: 201,
    audit: 'consent_answered',
  },
  'POST /api/consultations/:id/consents/revocation': {
    access: 'foreign',
    path: (c) => `/api/consultations/${c.active}/consents/revocation`,
    body: () => ({ discarded: [{ take: 1, samples: 16_000 }] }),
    owner: 200,
    audit: 'consent_revoked',
  },
  'GET /api/consultations/:id/room': {
    access: 'foreign',
    path: (c) => `/api/consultations/${c.active}/room`,
    headers: upgrade,
    owner: 101,
    audit: 'room_joined',
  },
  'PUT /api/v1/transcription/sections/:id': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/sections/${c.section}`,
    body: () => ({ content: 'Trocado.' }),
    owner: 200,
    audit: 'section_updated',
  },
  // A new structuring replaces the sections, and a signature freezes them: what is done to them comes first.
  'POST /api/v1/transcription/sections/:id/seen': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/sections/${c.section}/seen`,
    body: () => ({ texts: ['Trocado.'] }),
    owner: 200,
    audit: 'sentences_seen',
  },
  'POST /api/v1/transcription/records/:id/omissions': {
    access: 'foreign',
    path: ofRecord('omissions'),
    body: () => ({ omission_id: OMISSION }),
    owner: 200,
    audit: 'omission_inserted',
  },
  'PUT /api/v1/transcription/records/:id/text': {
    access: 'foreign',
    path: ofRecord('text'),
    body: async (clinic) => ({ text: 'Trocado.', base: await textBaseOf(clinic) }),
    owner: 200,
    audit: 'record_text_updated',
  },
  'POST /api/v1/transcription/records/:id/text/seen': {
    access: 'foreign',
    path: ofRecord('text/seen'),
    body: () => ({ messages: ['Nada disso.'] }),
    owner: 409,
  },
  'PUT /api/v1/transcription/records/:id/diagnoses': {
    access: 'foreign',
    path: ofRecord('diagnoses'),
    body: () => ({ diagnoses: [{ system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }] }),
    owner: 200,
    audit: 'diagnoses_updated',
  },
  'POST /api/v1/transcription/cid10/search': { access: 'own', body: () => ({ query: 'bronquite' }), owner: 200 },
  'GET /api/v1/transcription/records/:id/versions': {
    access: 'foreign',
    path: ofRecord('versions'),
    owner: 200,
    audit: 'versions_listed',
  },
  'GET /api/v1/transcription/records/:id/versions/:version': {
    access: 'foreign',
    path: ofRecord('versions/1'),
    owner: 200,
    audit: 'version_read',
  },
  'POST /api/v1/transcription/validate': {
    access: 'foreign',
    path: () => '/api/v1/transcription/validate',
    body: (c) => ({ specialty: 'general', sections: [{ id: c.section, content: 'Texto.' }] }),
    owner: 200,
    audit: 'record_validated',
  },
  'POST /api/v1/transcription/structure': {
    access: 'foreign',
    path: () => '/api/v1/transcription/structure',
    body: (c) => ({ consultation_id: c.consultation, specialty: 'general' }),
    owner: 200,
    audit: 'structuring_requested',
  },
  'GET /api/v1/transcription/structure/:id': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/structure/${c.job}`,
    owner: 200,
    audit: 'record_read',
  },
  'POST /api/v1/transcription/records/:id/save': {
    access: 'foreign',
    path: ofRecord('save'),
    body: looked,
    owner: 200,
    audit: 'record_saved',
  },
  'POST /api/v1/transcription/records/:id/sign': {
    access: 'foreign',
    path: ofRecord('sign'),
    body: looked,
    owner: 200,
    audit: 'record_signed',
  },
  'POST /api/v1/transcription/records/:id/addenda': {
    access: 'foreign',
    path: ofRecord('addenda'),
    body: () => ({ text: 'Acrescentado.' }),
    owner: 201,
    audit: 'addendum_created',
  },
  'POST /api/v1/transcription/export/pdf': {
    access: 'foreign',
    path: () => '/api/v1/transcription/export/pdf',
    body: (c) => ({ consultation_id: c.consultation }),
    owner: 202,
    audit: 'export_requested',
  },
  'GET /api/v1/transcription/export/pdf/:id': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/export/pdf/${c.export}`,
    owner: 200,
    audit: 'export_read',
  },
  'GET /api/v1/transcription/export/pdf/:id/file': {
    access: 'foreign',
    path: (c) => `/api/v1/transcription/export/pdf/${c.export}/file`,
    owner: 200,
    audit: 'export_downloaded',
  },
}
