import { expect, test } from 'vitest'
import { type AuditAction, auditActions } from '#domain/audit.ts'
import { api } from '#workers/api/api.ts'

/**
 * The audit actions of each route, or why it logs none. A route without a line here fails.
 * tests/workers/second-doctor.test.ts checks the behaviour. Where its call there is refused, the named file checks
 * it.
 */
const decisions: Record<string, AuditAction[] | string> = {
  'GET /api/health': 'of nobody',
  'GET /api/dev/inbox': 'not in production',
  'GET /api/way-in': 'of nobody',
  'GET /api/recovery': 'says whether a link is good, to whoever has it',
  'POST /api/recovery': ['recovery_requested'], // audit-account
  'PUT /api/recovery': ['password_changed'], // way-in
  'POST /api/contact': 'a visitor’s message: no doctor, no patient',
  'GET /api/session': 'the doctor’s own name, asked by every page',
  'GET /api/device-key': 'a key without data; its session is told',
  'GET /api/profile': 'the doctor’s own data',
  'PATCH /api/profile': ['profile_updated'],
  'GET /api/security': 'the doctor’s own sessions',
  'POST /api/second-factor': 'begun: nothing counts before its first code',
  'PUT /api/second-factor': ['second_factor_enabled', 'sessions_ended'], // second-factor
  'POST /api/second-factor/recovery-codes': [
    'recovery_codes_created',
    'recovery_code_used',
    'second_factor_failed',
    'password_refused',
  ], // second-factor
  'POST /api/second-factor/removal': ['second_factor_disabled'], // second-factor
  'PUT /api/password': ['password_changed', 'password_refused'], // audit-account
  'DELETE /api/sessions/:id': ['sessions_ended'],
  'DELETE /api/sessions': ['sessions_ended'], // security
  'GET /api/account/closing': 'the doctor’s own account',
  'POST /api/account/closing': ['account_closed', 'password_refused'], // closing
  'POST /api/account/reopening': ['account_reopened'], // closing
  'POST /api/device-receipts': ['local_recording_discarded'],
  'POST /api/access-log': ['access_log_read'],
  'GET /api/subscription': 'the doctor’s own plan',
  'POST /api/stripe/webhook': 'said by Stripe, of no patient',
  'GET /api/stripe/subscription-status/:id': 'the doctor’s own plan',
  'GET /api/stripe/checkout-session/:id': 'the doctor’s own payment',
  'POST /api/stripe/create-checkout-session': ['checkout_opened'], // subscription
  'POST /api/stripe/customer-portal': ['portal_opened'],
  'POST /api/stripe/cancel-subscription': ['subscription_cancelled'],
  'POST /api/data-exports': ['data_export_requested'],
  'GET /api/data-exports': 'that there are some; ids alone',
  'GET /api/data-exports/:id': 'how far it is; ids alone',
  'GET /api/data-exports/:id/volumes/:n/file': ['data_export_downloaded'],
  'DELETE /api/data-exports/:id': ['data_export_deleted'],
  'GET /api/usage': 'a count of consultations, of no patient',
  'GET /api/notifications': ['consultations_listed'],
  'POST /api/patients/search': ['patients_listed'],
  'POST /api/patients': ['patient_created'],
  'GET /api/patients/:id': ['patient_read'],
  'PATCH /api/patients/:id': ['patient_updated'],
  'POST /api/patients/:id/restore': ['patient_restored', 'patient_read'],
  'DELETE /api/patients/:id': ['patient_deleted', 'patient_archived'], // patients
  'POST /api/consultations': ['consultation_started'],
  'GET /api/consultations/open': ['consultations_listed'],
  'POST /api/consultations/search': ['consultations_listed'],
  'GET /api/consultations/:id': ['consultation_read'],
  'PATCH /api/consultations/:id': ['consultation_updated'],
  'POST /api/consultations/:id/consents': ['consent_answered'],
  'POST /api/consultations/:id/consents/revocation': ['consent_revoked'],
  'GET /api/consultations/:id/room': ['room_joined'],
  'PUT /api/v1/transcription/sections/:id': ['section_updated'],
  'POST /api/v1/transcription/sections/:id/seen': ['sentences_seen'],
  'POST /api/v1/transcription/records/:id/omissions': ['omission_inserted'],
  'PUT /api/v1/transcription/records/:id/text': ['record_text_updated'],
  'POST /api/v1/transcription/records/:id/text/seen': ['sentences_seen'],
  'PUT /api/v1/transcription/records/:id/diagnoses': ['diagnoses_updated'],
  'POST /api/v1/transcription/cid10/search': 'a public table; what was looked for is of no patient',
  'GET /api/v1/transcription/records/:id/versions': ['versions_listed'],
  'GET /api/v1/transcription/records/:id/versions/:version': ['version_read'],
  'POST /api/v1/transcription/validate': ['record_validated'],
  'POST /api/v1/transcription/structure': ['structuring_requested', 'record_read'],
  'GET /api/v1/transcription/structure/:id': ['record_read'],
  'POST /api/v1/transcription/records/:id/save': ['record_saved'],
  'POST /api/v1/transcription/records/:id/sign': ['record_signed'],
  'POST /api/v1/transcription/records/:id/addenda': ['addendum_created'],
  'POST /api/v1/transcription/export/pdf': ['export_requested'],
  'GET /api/v1/transcription/export/pdf/:id': ['export_read'],
  'GET /api/v1/transcription/export/pdf/:id/file': ['export_downloaded'],
}
/** By better-auth, a job or the room, under no route of ours. */
const elsewhere: AuditAction[] = [
  ...(['signed_in', 'sign_in_failed', 'signed_out', 'signed_up', 'google_linked'] as const),
  'second_step_asked',
  ...(['data_export_created', 'data_export_expired'] as const),
  ...(['consultation_completed', 'record_created', 'export_created', 'access_log_trimmed'] as const),
  ...(['audio_discarded', 'export_expired', 'sessions_forgotten', 'mails_forgotten', 'jobs_forgotten'] as const),
  ...(['sign_up_forgotten', 'account_erased', 'records_erased'] as const),
]

test('every route has decided what it tells the audit log, and everything the log can say has its teller', () => {
  const routes = api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].sort()).toEqual(Object.keys(decisions).sort())
  const decided = new Set([
    ...elsewhere,
    ...Object.values(decisions).flatMap((one) => (typeof one === 'string' ? [] : one)),
  ])
  expect([...decided].sort()).toEqual([...auditActions].sort())
})
