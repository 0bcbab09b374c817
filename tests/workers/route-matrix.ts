import type { AuditAction } from '#domain/audit.ts'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { SMALL_JPEG } from '#tests/testkit/logo.ts'
import { subscribe } from './billing.ts'
import { type Clinic as Belongings, CLOSED_ADDRESS, newClinic as newBelongings, OMISSION } from './clinic.ts'
import { ORIGIN, type TestDoctor } from './doctor.ts'
import { BRONCHITIS } from './record-stage.ts'
import { selectAll, selectOne } from './sql.ts'

export type Clinic = Belongings & { subscription: string; checkout: string }
/**
 * `foreign` rows are called by a second doctor with the first one's ids and must answer 404. `signed` rows ask for no
 * session and no origin but for a signature over the body: without one everybody is refused.
 */
type Access = 'public' | 'signed' | 'development' | 'own' | 'foreign'
type Body = object | ((clinic: Clinic) => unknown)
export type Row = {
  access: Access
  path?: (clinic: Clinic) => string
  body?: (clinic: Clinic) => unknown | Promise<unknown>
  headers?: Record<string, string>
  /** The status of the owner's own call. */
  owner: number
  /** The action that the owner's own call leaves in the audit log, or in words why it leaves none. */
  audit: string
  /** Actions that other calls of the route leave there; the tests of the route check them. */
  also: readonly AuditAction[]
}
/** With a plan on trial, beside everything else that a doctor can own. */
export async function newClinic(doctor: TestDoctor): Promise<Clinic> {
  const [belongings, { subscriptionId: subscription, sessionId: checkout }] = await Promise.all([
    newBelongings(doctor),
    subscribe(doctor, 'pro_month', 'none'),
  ])
  return { ...belongings, subscription, checkout }
}

/** Values of path parameters that are no id; any other is 1. */
const filled: Record<string, string> = { format: 'html', kind: 'webhook' }

/** The key is the route; in braces, whose id the owner's call has there. */
function row(
  call: string,
  access: Access,
  owner: number,
  audit: string,
  body?: Body,
  also: readonly AuditAction[] = [],
): [string, Row] {
  const [, pattern = ''] = call.split(' ')
  const path = (clinic: Clinic) =>
    pattern
      .replace(/\{(\w+)\}/g, (_, whose: keyof Clinic) => clinic[whose])
      .replace(/:(\w+)/, (_, name: string) => filled[name] ?? '1')
  const bodyOf = typeof body === 'function' ? (body as (clinic: Clinic) => unknown) : () => body
  const key = call.replace(/\{\w+\}/, ':id').replace(/\{(\w+)\}/g, ':$1')
  const isFilled = access === 'foreign' || pattern.includes(':')
  return [key, { access, owner, audit, also, ...(isFilled && { path }), ...(body && { body: bodyOf }) }]
}

const upgrade = { upgrade: 'websocket', connection: 'Upgrade' }
const confirming = (password: string, code: string | null = null) => ({ confirmation: { password, code } })
/** Reviews the record as the rows before have left it. */
const looked = ({ consultation }: Clinic) =>
  selectOne('SELECT revision FROM records WHERE consultation_id = ?', consultation)
async function savedWriting({ consultation }: Clinic) {
  const own = 'doctor_id = (SELECT doctor_id FROM consultations WHERE id = ?)'
  const row = await selectOne(`SELECT updated_at FROM own_writings WHERE ${own}`, consultation)
  return {
    base: row?.updated_at ?? null,
    writing: { templates: {}, shortcuts: [{ name: 'ex', text: 'Exame.' }], words: [] },
  }
}
async function changedText({ consultation }: Clinic) {
  const record = await selectOne<{ id: string; created_at: number; unified_text: string | null }>(
    'SELECT id, created_at, unified_text FROM records WHERE consultation_id = ?',
    consultation,
  )
  const sections = await selectAll<{ title: string; content: string; order: number }>(
    'SELECT title, content, position AS "order" FROM record_sections WHERE record_id = ?',
    record?.id,
  )
  return record && { text: 'Trocado.', base: textBase({ ...record, sections }) }
}
const contact = { name: 'Ana', email: 'ana@relato.example', specialty: null, message: 'Quero saber mais.' }
const checkout = { priceId: 'pro_month', successUrl: `${ORIGIN}/checkout/success`, cancelUrl: `${ORIGIN}/pricing` }
const answered = { notice_version: currentNotice.version, answers: answersFor('presencial') }
const attended = {
  kind: 'attendance',
  fields: { date: '20/11/2026', from: '12:00', to: '12:40' },
  medicines: [],
  cid_authorised: false,
}
export const RECORD = '/api/v1/transcription'

/** Every route has a row, in an order in which all of them can be called. A new route without one fails. */
export const matrix: Record<string, Row> = Object.fromEntries([
  row('GET /api/health', 'public', 200, 'of nobody'),
  row('GET /api/health/parts', 'public', 200, 'of nobody'),
  row('GET /api/dev/inbox', 'development', 200, 'not in production'),
  row('GET /api/way-in', 'public', 200, 'of nobody'),
  row('GET /api/recovery', 'public', 200, 'says whether a link is good, to whoever has it'),
  row('POST /api/recovery', 'public', 200, 'has no account', { email: 'ninguem@relato.example' }, [
    'recovery_requested',
  ]),
  row('PUT /api/recovery', 'public', 410, 'was refused', { newPassword: 'Senha123!' }, ['password_changed']),
  row('POST /api/contact', 'public', 201, 'a visitor’s message: no doctor, no patient', contact),
  row('GET /api/session', 'own', 200, 'the doctor’s own name, asked by every page'),
  row('GET /api/device-key', 'own', 200, 'a key without data; its session is told'),
  row('GET /api/profile', 'own', 200, 'the doctor’s own data'),
  row('PATCH /api/profile', 'own', 200, 'profile_updated', { crm: '123456/SP' }),
  row('GET /api/security', 'own', 200, 'the doctor’s own sessions'),
  row('POST /api/second-factor', 'own', 200, 'begun: nothing counts before its first code', confirming('segredo1')),
  row('PUT /api/second-factor', 'own', 422, 'was refused', { code: '12' }, ['second_factor_enabled', 'sessions_ended']),
  row('POST /api/second-factor/recovery-codes', 'own', 409, 'is off', confirming('segredo1', '123456'), [
    ...(['recovery_codes_created', 'recovery_code_used', 'second_factor_failed', 'password_refused'] as const),
  ]),
  row('POST /api/second-factor/removal', 'own', 409, 'is off', confirming('segredo1', '123456'), [
    'second_factor_disabled',
  ]),
  row('PUT /api/password', 'own', 422, 'password_refused', { currentPassword: 'errada1', newPassword: 'Senha123!' }, [
    'password_changed',
  ]),
  row('DELETE /api/sessions/{session}', 'foreign', 200, 'sessions_ended'),
  row('DELETE /api/sessions', 'own', 200, 'there is no other', undefined, ['sessions_ended']),
  row('GET /api/account/closing', 'own', 200, 'the doctor’s own account'),
  // Closing would end the sessions of every row after it: that is tests/workers/closing.test.ts.
  row('POST /api/account/closing', 'own', 422, 'password_refused', confirming('errada1'), ['account_closed']),
  row('POST /api/account/reopening', 'own', 409, 'is open', undefined, ['account_reopened']),
  row('POST /api/device-receipts', 'foreign', 200, 'local_recording_discarded', (c) => ({
    consultation_ids: [c.consultation],
  })),
  row('POST /api/access-log', 'own', 200, 'access_log_read', {}),
  row('POST /api/data-exports', 'foreign', 202, 'data_export_requested', (c) => ({ patient_id: c.patient })),
  row('GET /api/data-exports', 'own', 200, 'that there are some; ids alone'),
  row('GET /api/data-exports/{dataExport}', 'foreign', 200, 'how far it is; ids alone'),
  row('GET /api/data-exports/{dataExport}/volumes/:n/file', 'foreign', 200, 'data_export_downloaded'),
  row('DELETE /api/data-exports/{dataExport}', 'foreign', 200, 'data_export_deleted'),
  row('GET /api/corrected-words', 'own', 200, 'the doctor’s own list, of no patient'),
  row('DELETE /api/corrected-words/{word}', 'foreign', 200, 'corrected_words_removed'),
  row('DELETE /api/corrected-words', 'own', 200, 'there is none left', undefined, ['corrected_words_removed']),
  row('GET /api/copy-profiles', 'own', 200, 'the doctor’s own layouts, of no patient'),
  row('GET /api/profile/logo', 'own', 200, 'a logo, of no patient'),
  row('PUT /api/profile/logo', 'own', 200, 'profile_updated', { jpeg: SMALL_JPEG }),
  row('DELETE /api/profile/logo', 'own', 200, 'profile_updated'),
  row('PUT /api/copy-profiles/{copyProfile}', 'foreign', 200, 'a layout, of no patient', {
    ...{ name: 'Hospital', titles: false, fields: [{ title: 'Evolução', parts: ['hda'] }] },
  }),
  row('DELETE /api/copy-profiles/{copyProfile}', 'foreign', 200, 'a layout, of no patient'),
  row('GET /api/own-writing', 'own', 200, 'how the doctor writes, of no patient'),
  row('PUT /api/own-writing', 'own', 200, 'how the doctor writes, of no patient', savedWriting),
  row('GET /api/integrations', 'own', 200, 'the doctor’s own addresses; of deliveries ids alone'),
  row('PUT /api/integrations/:kind', 'own', 200, 'integration_saved', {
    ...{ address: CLOSED_ADDRESS, events: ['record.signed'], ...confirming('segredo1') },
  }),
  row('POST /api/integrations/:kind/test', 'own', 200, 'integration_tested'),
  row('POST /api/deliveries/{delivery}/repeat', 'foreign', 409, 'is paused', undefined, ['delivery_repeated']),
  row('POST /api/integrations/:kind/resume', 'own', 200, 'integration_resumed'),
  row('DELETE /api/integrations/:kind', 'own', 200, 'integration_removed'),
  row('GET /api/usage', 'own', 200, 'a count of consultations, of no patient'),
  row('GET /api/subscription', 'own', 200, 'the doctor’s own plan'),
  row('POST /api/stripe/webhook', 'signed', 400, 'said by Stripe, of no patient', { id: 'evt_1', object: 'event' }),
  row('GET /api/stripe/subscription-status/{subscription}', 'foreign', 200, 'the doctor’s own plan'),
  row('GET /api/stripe/checkout-session/{checkout}', 'foreign', 200, 'the doctor’s own payment'),
  row('POST /api/stripe/start-trial', 'own', 409, 'was refused', { priceId: 'pro_month' }, ['trial_started']),
  row('POST /api/stripe/create-checkout-session', 'own', 409, 'was refused', checkout, ['checkout_opened']),
  row('POST /api/stripe/customer-portal', 'foreign', 200, 'portal_opened', { returnUrl: `${ORIGIN}/app/settings` }),
  row('POST /api/stripe/cancel-subscription', 'foreign', 200, 'subscription_cancelled', (c) => ({
    subscriptionId: c.subscription,
  })),
  row('GET /api/notifications', 'own', 200, 'consultations_listed'),
  row('POST /api/patients/search', 'own', 200, 'patients_listed', {}),
  row('POST /api/patients', 'own', 201, 'patient_created', { name: 'Nova Paciente' }),
  row('GET /api/patients/{patient}/export/:format', 'foreign', 200, 'patient_exported'),
  row('GET /api/patients/{patient}/facts', 'foreign', 200, 'patient_read'),
  row('POST /api/patients/{patient}/facts', 'foreign', 200, 'patient_fact_added', { kind: 'problem', text: 'Asma' }),
  row('POST /api/patients/{patient}/facts/proposals', 'foreign', 200, 'patient_fact_dismissed', {
    ...{ kind: 'medicine', text: 'Losartana 50 mg', accepted: false },
  }),
  row('POST /api/patients/{patient}/facts/{fact}/end', 'foreign', 200, 'patient_fact_ended', { reason: 'Suspenso' }),
  row('POST /api/patients/{patient}/timeline', 'foreign', 200, 'patient_read', {}),
  row('GET /api/patients/{patient}', 'foreign', 200, 'patient_read'),
  row('PATCH /api/patients/{patient}', 'foreign', 200, 'patient_updated', {
    ...{ name: 'Trocado', identification: { birth_date: '1980-03-12' } },
  }),
  row('POST /api/patients/{patient}/restore', 'foreign', 200, 'patient_read', undefined, ['patient_restored']),
  row('DELETE /api/patients/{patient}', 'foreign', 409, 'was refused', undefined, [
    'patient_deleted',
    'patient_archived',
  ]),
  row('POST /api/consultations', 'foreign', 201, 'consultation_started', (c) => ({ patientId: c.patient })),
  row('GET /api/consultations/open', 'own', 200, 'consultations_listed'),
  row('POST /api/consultations/search', 'own', 200, 'consultations_listed', {}),
  row('GET /api/consultations/{consultation}', 'foreign', 200, 'consultation_read'),
  row('PATCH /api/consultations/{active}', 'foreign', 200, 'consultation_updated', { clinicalContext: 'Trocado' }),
  row('POST /api/consultations/{active}/consents', 'foreign', 201, 'consent_answered', answered),
  row('POST /api/consultations/{active}/consents/revocation', 'foreign', 200, 'consent_revoked', {
    discarded: [{ take: 1, samples: 16_000 }],
  }),
  row(
    'POST /api/consultations/{consultation}/move',
    'foreign',
    200,
    'stays with its patient',
    (c) => ({
      patientId: c.patient,
      samePerson: true,
    }),
    ['consultation_moved'],
  ),
  row('GET /api/consultations/{active}/room', 'foreign', 101, 'room_joined'),
  row('DELETE /api/consultations/{active}', 'foreign', 200, 'consultation_discarded'),
  row(
    'PATCH /api/consultations/{consultation}/transcript',
    'foreign',
    200,
    'transcript_corrected',
    { type: 'edit_entry', id: 'e1', text: 'Estou com tosse seca e febre há cinco dias.' },
    ['speakers_changed'],
  ),
  row(`PUT ${RECORD}/sections/{section}`, 'foreign', 200, 'section_updated', { content: 'Trocado.' }),
  // A new structuring replaces the sections, and a signature freezes them: what is done to them comes first.
  row(`POST ${RECORD}/sections/{section}/seen`, 'foreign', 200, 'sentences_seen', { texts: ['Trocado.'] }),
  row(`POST ${RECORD}/records/{consultation}/omissions`, 'foreign', 200, 'omission_inserted', {
    omission_id: OMISSION,
  }),
  row(
    `POST ${RECORD}/records/{consultation}/omissions/dismissal`,
    'foreign',
    200,
    'omission_restored',
    {
      omission_id: OMISSION,
      dismissed: false,
    },
    ['omission_dismissed'],
  ),
  row(`PUT ${RECORD}/records/{consultation}/text`, 'foreign', 200, 'record_text_updated', changedText),
  row(`POST ${RECORD}/records/{consultation}/text/seen`, 'foreign', 409, 'was refused', { messages: ['Nada disso.'] }, [
    'sentences_seen',
  ]),
  row(`PUT ${RECORD}/records/{consultation}/diagnoses`, 'foreign', 200, 'diagnoses_updated', {
    diagnoses: [BRONCHITIS],
  }),
  row(`GET ${RECORD}/cid10`, 'own', 200, 'whether there is a public table'),
  row(`POST ${RECORD}/cid10/proposals`, 'own', 200, 'a public table; the words are of no patient', {
    hypothesis: 'Bronquite aguda.',
  }),
  row(`POST ${RECORD}/cid10/search`, 'own', 200, 'a public table; what was looked for is of no patient', {
    query: 'bronquite',
  }),
  row(`GET ${RECORD}/records/{consultation}/versions`, 'foreign', 200, 'versions_listed'),
  row(`GET ${RECORD}/records/{consultation}/versions/:version`, 'foreign', 200, 'version_read'),
  row(`POST ${RECORD}/validate`, 'foreign', 200, 'record_validated', (c) => ({
    specialty: 'general',
    sections: [{ id: c.section, content: 'Texto.' }],
  })),
  row(`POST ${RECORD}/structure`, 'foreign', 200, 'structuring_requested', (c) => ({
    consultation_id: c.consultation,
    specialty: 'general',
  })),
  row(`GET ${RECORD}/structure/{job}`, 'foreign', 200, 'record_read'),
  row(`POST ${RECORD}/records/{consultation}`, 'foreign', 200, 'record_read', { specialty: 'general' }, [
    'record_created',
  ]),
  row(`POST ${RECORD}/records/{consultation}/save`, 'foreign', 200, 'record_saved', looked),
  row(`POST ${RECORD}/records/{consultation}/sign`, 'foreign', 200, 'record_signed', looked, ['allergy_overridden']),
  row(`POST ${RECORD}/records/{consultation}/addenda`, 'foreign', 201, 'addendum_created', { text: 'Acrescentado.' }),
  row('GET /api/consultations/{consultation}/documents', 'foreign', 200, 'documents_listed'),
  row('POST /api/consultations/{consultation}/documents/draft', 'foreign', 200, 'document_drafted', {
    kind: 'attendance',
  }),
  row(
    'POST /api/consultations/{consultation}/documents',
    'foreign',
    201,
    'document_issued',
    ({ document }) => ({ id: document, ...attended }),
    ['document_reissued', 'document_allergy_overridden'],
  ),
  row('GET /api/documents/{document}/pdf', 'foreign', 200, 'document_printed'),
  row('GET /api/documents/{document}/export/:format', 'foreign', 200, 'document_exported'),
  row('GET /api/consultations/{consultation}/export/:format', 'foreign', 200, 'consultation_exported'),
  row('GET /api/documents/{document}/prepared', 'foreign', 200, 'document_prepared'),
  row('POST /api/documents/{document}/signed', 'foreign', 415, 'takes a PDF, and the call sends JSON', {}, [
    'document_signed',
  ]),
  row('GET /api/documents/{document}/signed', 'foreign', 404, 'has no signed PDF yet', undefined, [
    'signed_document_downloaded',
  ]),
  row('POST /api/documents/{document}/cancel', 'foreign', 200, 'document_cancelled', { reason: 'Data errada.' }),
  row('GET /api/consultations/{consultation}/patient-pages', 'foreign', 200, 'patient_pages_listed'),
  row('POST /api/consultations/{consultation}/patient-pages/draft', 'foreign', 200, 'patient_page_drafted'),
  row(
    'POST /api/consultations/{consultation}/patient-pages',
    'foreign',
    201,
    'patient_page_shared',
    ({ patientPage }) => ({
      ...{ id: patientPage, days: 7, texts: { summary: 'Bronquite.', medicines: '', guidance: '' } },
    }),
  ),
  row(
    'POST /api/patient-pages/{patientPage}/mail',
    'foreign',
    409,
    'was refused',
    { token: '0'.repeat(40), email: 'rui@relato.example' },
    ['patient_page_mailed'],
  ),
  row('GET /api/patient-pages/{patientPage}/accesses', 'foreign', 200, 'patient_page_accesses_read'),
  row('POST /api/patient-pages/{patientPage}/withdraw', 'foreign', 200, 'patient_page_withdrawn'),
  row(
    'POST /api/patient-page',
    'public',
    404,
    'an unknown link is of nobody',
    { token: '0'.repeat(40), birth_date: '1980-03-12' },
    ['patient_page_opened', 'patient_page_refused', 'patient_page_locked', 'patient_page_late'],
  ),
  // No token is set here, so there is no such door: tests/workers/operator.test.ts opens it.
  row('POST /api/operator/status', 'public', 404, 'was refused'),
  row('POST /api/operator/synthetic', 'public', 404, 'was refused'),
  row('POST /api/operator/find', 'public', 404, 'was refused', {}, ['operator_read']),
  row('POST /api/operator/replay', 'public', 404, 'was refused', {}, ['operator_job_replayed']),
  row('POST /api/operator/second-factor-reset', 'public', 404, 'was refused', {}, ['operator_second_factor_reset']),
  row('POST /api/operator/account-disable', 'public', 404, 'was refused', {}, ['operator_account_disabled']),
  row('POST /api/operator/account-enable', 'public', 404, 'was refused', {}, ['operator_account_enabled']),
  row('POST /api/operator/mail-resend', 'public', 404, 'was refused', {}, ['operator_mail_resent']),
  row('POST /api/operator/subscription', 'public', 404, 'was refused', {}, ['operator_subscription_read']),
  // No key is set here: tests/workers/copy-report.test.ts sets one.
  row('POST /api/copies/reports', 'public', 404, 'the signature of whoever writes the copies', { report: '' }),
  row('GET /api/verify/:code', 'public', 404, 'says whether a paper is real, to whoever holds it'),
  row(`GET ${RECORD}/records/{consultation}/export/:format`, 'foreign', 200, 'record_exported'),
  row(`POST ${RECORD}/export/pdf`, 'foreign', 202, 'export_requested', (c) => ({ consultation_id: c.consultation })),
  row(`GET ${RECORD}/export/pdf/{export}`, 'foreign', 200, 'export_read'),
  row(`GET ${RECORD}/export/pdf/{export}/file`, 'foreign', 200, 'export_downloaded'),
])
Object.assign(matrix['GET /api/consultations/:id/room'] ?? {}, { headers: upgrade })

/** Calls a row as this doctor, with the ids of that clinic. */
export async function callRow(who: TestDoctor, key: string, clinic: Clinic): Promise<Response> {
  const [method = '', pattern = ''] = key.split(' ')
  const { path, body, headers } = matrix[key] as Row
  return who.call(method, path?.(clinic) ?? pattern, await body?.(clinic), headers)
}
