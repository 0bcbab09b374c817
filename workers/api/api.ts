import { type Context, Hono } from 'hono'
import { openDatabase } from '#db/client.ts'
import { SIGNED_FILE_MAX } from '#domain/document/signature.ts'
import { AppError } from '#domain/errors.ts'
import { healthReply } from '#domain/operator/contract.ts'
import { audited } from '../audit/audited.ts'
import { authFor } from '../auth/auth.ts'
import { requireConfigured } from '../http/configuration.ts'
import { BODY_MAX, EVENT_BODY_MAX, limitBody, TRANSCRIPT_BODY_MAX } from '../http/limit-body.ts'
import { visitorKey } from '../http/visitor.ts'
import { readFailing } from '../metrics/status.ts'
import { accessLog } from './access-log.ts'
import { account } from './account.ts'
import { reply, requireJson } from './body.ts'
import { cid10 } from './cid10.ts'
import { closing, openAccount } from './closing.ts'
import { consents } from './consent.ts'
import { consultations } from './consultation.ts'
import { contact } from './contact.ts'
import type { AppEnv } from './context.ts'
import { copyProfiles } from './copy-profile.ts'
import { copyReports } from './copy-report.ts'
import { correctedWords } from './corrected-word.ts'
import { dataExports } from './data-export.ts'
import { dev } from './dev.ts'
import { deviceKey } from './device-key.ts'
import { documents, documentsOfConsultation, verification } from './document.ts'
import { failure, logFailure, refusedTooMany } from './failure.ts'
import { consultationExport, documentExport, patientExport, recordExport } from './file-export.ts'
import { deliveries, integrations } from './integration.ts'
import { logo } from './logo.ts'
import { notifications } from './notification.ts'
import { operator } from './operator.ts'
import { requireSameOrigin } from './origin.ts'
import { ownWritings } from './own-writing.ts'
import { patients } from './patient.ts'
import { patientFacts } from './patient-fact.ts'
import { patientPage, patientPages, patientPagesOfConsultation } from './patient-page.ts'
import { recordOfConsultation } from './record.ts'
import { transcription } from './record-structuring.ts'
import { secondFactor } from './second-factor.ts'
import { security } from './security.ts'
import { signedIn } from './session.ts'
import { subscription } from './subscription.ts'
import { stripe, stripeWebhook, WEBHOOK_PATH } from './subscription-payment.ts'
import { transcripts } from './transcript.ts'
import { wayIn } from './way-in.ts'

const limits = {
  plain: limitBody(BODY_MAX),
  transcript: limitBody(TRANSCRIPT_BODY_MAX),
  event: limitBody(EVENT_BODY_MAX),
  signed: limitBody(SIGNED_FILE_MAX),
}

const limitOf = (path: string) => {
  if (path === WEBHOOK_PATH) return limits.event
  if (/^\/api\/documents\/[^/]+\/signed$/.test(path)) return limits.signed
  return path.startsWith('/api/v1/transcription/') ? limits.transcript : limits.plain
}

/** All calls of one page count as one request. */
function admitted({ req, env }: Context<AppEnv>): Promise<boolean> {
  const ask = () => env.FLOOD.limit({ key: visitorKey(req.raw.headers) }).then(({ success }) => success)
  const { VISIT: visit } = env
  if (!visit) return ask()
  visit.admitted ??= ask()
  return visit.admitted
}

const doctors = new Hono<AppEnv>()
  .use(signedIn, audited, openAccount)
  .route('/', account)
  .route('/', logo)
  .route('/', closing)
  .route('/', security)
  .route('/', secondFactor)
  .route('/', accessLog)
  .route('/', deviceKey)
  .route('/', subscription)
  .route('/', stripe)
  .route('/data-exports', dataExports)
  .route('/corrected-words', correctedWords)
  .route('/copy-profiles', copyProfiles)
  .route('/own-writing', ownWritings)
  .route('/integrations', integrations)
  .route('/deliveries', deliveries)
  .route('/notifications', notifications)
  .route('/patients', patients)
  .route('/patients', patientFacts)
  .route('/consultations', consultations)
  .route('/consultations', consents)
  .route('/consultations', transcripts)
  .route('/consultations', documentsOfConsultation)
  .route('/consultations', patientPagesOfConsultation)
  .route('/consultations', consultationExport)
  .route('/patients', patientExport)
  .route('/documents', documents)
  .route('/documents', documentExport)
  .route('/patient-pages', patientPages)
  .route('/v1/transcription/cid10', cid10)
  .route('/v1/transcription', transcription)
  .route('/v1/transcription/records', recordOfConsultation)
  .route('/v1/transcription/records', recordExport)

/** The whole API, one module per noun. Paths under `doctors` need a session and are scoped to its doctor. */
export const api = new Hono<AppEnv>()
  .basePath('/api')
  .onError(failure)
  .notFound((c) => failure(new AppError('not_found'), c))
  .use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    c.header('x-request-id', c.get('requestId'))
    requireConfigured(c.env, c.req.url)
    if (c.req.path !== WEBHOOK_PATH) requireSameOrigin(c.req.raw, c.env)
    if (!(await admitted(c))) throw new AppError('too_many_requests')
    c.set('db', openDatabase(c.env.VISIT?.database ?? c.env.DB))
    await next()
  })
  .use((c, next) => limitOf(c.req.path)(c, next))
  // Disables better-auth's own link to reset a password: its answer would reveal which tokens are valid.
  .all('/auth/reset-password/*', (c) => c.notFound())
  .all('/auth/*', async (c) => {
    if (c.req.raw.body && c.req.header('content-length') !== '0') requireJson(c)
    const answer = await (await authFor(c.env, c.req.path)).handler(c.req.raw)
    if (answer.status >= 500) logFailure(c, answer.status, 'internal', 'AuthFailure')
    return refusedTooMany(answer, c) ?? answer
  })
  .get('/health', (c) => c.json({ ok: true }))
  .get('/health/parts', async (c) => {
    const failing = await readFailing(c.env, Date.now())
    return reply(c, healthReply, { ok: failing.length === 0, failing }, failing.length === 0 ? 200 : 503)
  })
  .route('/dev', dev)
  .route('/contact', contact)
  .route('/verify', verification)
  .route('/patient-page', patientPage)
  .route('/operator', operator)
  .route('/copies', copyReports)
  .route('/', wayIn)
  .route('/', stripeWebhook)
  .route('/', doctors)

export type Api = typeof api
