import { type Context, Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import {
  findPage,
  listAccesses,
  listPages,
  queuePageMail,
  type StoredPage,
  stateOf,
  withdrawPage,
} from '#db/queries/patient-page.ts'
import { AppError } from '#domain/errors.ts'
import {
  mailedReply,
  mailPageBody,
  openedPageReply,
  openPageBody,
  pageAccessesReply,
  pageContent,
  pageDraftReply,
  sharedPageReply,
  sharedPagesReply,
  sharedReply,
  sharePageBody,
} from '#domain/patient-page/contract.ts'
import { pageLink } from '#domain/patient-page/link.ts'
import { auditedRequest } from '../audit/audited.ts'
import { sha256Hex } from '../auth/sha256.ts'
import { qrPath } from '../http/qr-path.ts'
import { visitorKey } from '../http/visitor.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { patientPageMail } from '../mail/patient-page.ts'
import { newMail } from '../mail/send.ts'
import { draftedPage, openPage, sharePage, shownPage } from '../patient-page/share.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { refuseFor, required } from './failure.ts'

const byConsultation = pathId('consultation_not_found')
const byPage = pathId('patient_page_not_found')

/** Links per doctor: a full day's, several times over. */
const SHARES = { max: 60, windowMs: 10 * 60_000 }
/** Mails per doctor: their addresses are not confirmed. */
const MAILS = { max: 20, windowMs: 10 * 60_000 }
const HOUR_S = 3_600
/** Attempts per network, beside the five of each link. */
const ATTEMPTS = { max: 30, windowMs: 10 * 60_000 }

const ownPage = async (c: Context<AppEnv>, id: string): Promise<StoredPage> =>
  required(await findPage(c.get('db'), c.get('doctor').id, id), 'patient_page_not_found')
const limit = async (c: Context<AppEnv>, what: string, rule: typeof SHARES) =>
  refuseFor(await secondsToWait(c.get('db'), `${what}:${c.get('doctor').id}`, { ...rule, now: Date.now() }))
const originOfApp = (c: Context<AppEnv>) => new URL(c.env.APP_URL).origin

/** Pages shared from a consultation's signed record, by the consultation's id. */
export const patientPagesOfConsultation = new Hono<AppEnv>()
  .get('/:id/patient-pages', byConsultation, async (c) => {
    const { id } = c.req.valid('param')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    if (!(await findConsultation(db, doctorId, id))) throw new AppError('consultation_not_found')
    const rows = await listPages(db, doctorId, id)
    c.get('audit')('patient_pages_listed', 'consultation', id)
    return reply(c, sharedPagesReply, { pages: rows.map((row) => shownPage(row, Date.now())) })
  })
  .post('/:id/patient-pages/draft', byConsultation, async (c) => {
    const { id } = c.req.valid('param')
    await limit(c, 'patient-pages', SHARES)
    const drafted = await draftedPage(c.get('db'), c.get('doctor'), id)
    c.get('audit')('patient_page_drafted', 'consultation', id)
    return reply(c, pageDraftReply, drafted)
  })
  .post('/:id/patient-pages', byConsultation, jsonBody(sharePageBody), async (c) => {
    const { id } = c.req.valid('param')
    await limit(c, 'patient-pages', SHARES)
    const request = auditedRequest(c)
    const { row, token, doctorName } = await sharePage(c.get('db'), c.get('doctor'), id, c.req.valid('json'), request)
    const link = pageLink(originOfApp(c), token)
    const shared = { page: shownPage(row, request.now), link, doctor_name: doctorName, qr: qrPath(link) }
    return reply(c, sharedReply, shared, 201)
  })

/** A shared page, by its own id. */
export const patientPages = new Hono<AppEnv>()
  .post('/:id/mail', byPage, jsonBody(mailPageBody), async (c) => {
    const row = await ownPage(c, c.req.valid('param').id)
    const { token, email } = c.req.valid('json')
    if (stateOf(row, Date.now()) !== 'open' || (await sha256Hex(token)) !== row.token_sha256)
      throw new AppError('patient_page_closed')
    await limit(c, 'patient-page-mails', MAILS)
    const doctorId = c.get('doctor').id
    const mail = patientPageMail(email, pageLink(originOfApp(c), token), pageContent.parse(JSON.parse(row.content)))
    const queued = { ...newMail(doctorId, mail), doctorId, page: row.id }
    const { now: _, ...request } = auditedRequest(c)
    if (!(await queuePageMail(c.get('db'), queued, request))) refuseFor(HOUR_S)
    await enqueue(c.env, 'mail', queued.id)
    return reply(c, mailedReply, { ok: true })
  })
  .post('/:id/withdraw', byPage, async (c) => {
    const { id } = await ownPage(c, c.req.valid('param').id)
    const request = auditedRequest(c)
    await withdrawPage(c.get('db'), { doctorId: c.get('doctor').id, id }, request)
    return reply(c, sharedPageReply, { page: shownPage(await ownPage(c, id), request.now) })
  })
  .get('/:id/accesses', byPage, async (c) => {
    const { id } = await ownPage(c, c.req.valid('param').id)
    const accesses = await listAccesses(c.get('db'), c.get('doctor').id, id)
    c.get('audit')('patient_page_accesses_read', 'patient_page', id)
    return reply(c, pageAccessesReply, { accesses })
  })

/** The patient's call, without a session: link and birth date open the text. */
export const patientPage = new Hono<AppEnv>().post('/', jsonBody(openPageBody), async (c) => {
  const key = `patient-page:${visitorKey(c.req.raw.headers)}`
  refuseFor(await secondsToWait(c.get('db'), key, { ...ATTEMPTS, now: Date.now() }))
  const { token, birth_date: birthDate } = c.req.valid('json')
  return reply(c, openedPageReply, { page: await openPage(c.get('db'), { token, birthDate }, auditedRequest(c)) })
})
