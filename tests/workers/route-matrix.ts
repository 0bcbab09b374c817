import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { subscribe } from './billing.ts'
import { type Clinic as Belongings, newClinic as newBelongings } from './clinic.ts'
import { ORIGIN, type TestDoctor } from './doctor.ts'
import { closingRows } from './route-matrix-closing.ts'
import { recordRows } from './route-matrix-record.ts'

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
  ...closingRows,
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
  ...recordRows,
}

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
