import { type Context, Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { cancelDocument, findByCode, findDocument, listDocuments, type StoredDocument } from '#db/queries/document.ts'
import { readCode } from '#domain/document/code.ts'
import {
  cancelBody,
  documentReply,
  documentsReply,
  draftBody,
  draftReply,
  type IssuedDocument,
  issueBody,
  issuedContent,
  SIGNED_FILE_TYPE,
  type Verified,
  verifyReply,
} from '#domain/document/contract.ts'
import { AppError } from '#domain/errors.ts'
import { localDate } from '#domain/local-time.ts'
import { auditedRequest } from '../audit/audited.ts'
import { sha256Hex } from '../auth/sha256.ts'
import { draftDocument, issueDocument } from '../document/issue.ts'
import { acceptSigned, fetchSigned, prepareFile, printDocument } from '../document/signature/files.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { visitorKey } from '../http/visitor.ts'
import { ringDeliveries } from '../integration/deliver.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { refuseFor, required } from './failure.ts'

const byConsultation = pathId('consultation_not_found')
const byDocument = pathId('document_not_found')

/** PDFs per doctor: a full day's papers, several times over. */
const PRINTS = { max: 120, windowMs: 10 * 60_000 }
/** Drafts and documents per doctor: rows stay for twenty years. */
const ISSUES = { max: 200, windowMs: 10 * 60_000 }
/** Codes that one network may ask for: a pharmacy's queue, and no search for codes. */
const VERIFICATIONS = { max: 60, windowMs: 10 * 60_000 }

/** Signed files per doctor: each is up to 4 MB of work. */
const UPLOADS = { max: 30, windowMs: 10 * 60_000 }

const contentOf = ({ content }: Pick<StoredDocument, 'content'>) => issuedContent.parse(JSON.parse(content))
const shown = (row: StoredDocument): IssuedDocument => ({ ...row, content: contentOf(row).content })
/** The name has the number alone: names of people stay out of file lists. */
const pdf = (c: Context<AppEnv>, file: Uint8Array<ArrayBuffer>, name: string) =>
  c.body(file, 200, {
    'content-type': SIGNED_FILE_TYPE,
    'content-disposition': `attachment; filename="${name}"`,
  })
const ownDocument = async (c: Context<AppEnv>, id: string): Promise<StoredDocument> =>
  required(await findDocument(c.get('db'), c.get('doctor').id, id), 'document_not_found')

async function limitIssues(c: Context<AppEnv>): Promise<void> {
  refuseFor(await secondsToWait(c.get('db'), `documents:${c.get('doctor').id}`, { ...ISSUES, now: Date.now() }))
}

/** Documents of a consultation's signed record, by the consultation's id. */
export const documentsOfConsultation = new Hono<AppEnv>()
  .get('/:id/documents', byConsultation, async (c) => {
    const { id } = c.req.valid('param')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    if (!(await findConsultation(db, doctorId, id))) throw new AppError('consultation_not_found')
    const rows = await listDocuments(db, doctorId, id)
    c.get('audit')('documents_listed', 'consultation', id)
    return reply(c, documentsReply, { documents: rows.map(shown) })
  })
  .post('/:id/documents/draft', byConsultation, jsonBody(draftBody), async (c) => {
    const { id } = c.req.valid('param')
    const { kind } = c.req.valid('json')
    await limitIssues(c)
    const drafted = await draftDocument(c.get('db'), c.get('doctor'), id, kind, Date.now())
    c.get('audit')('document_drafted', 'consultation', id)
    return reply(c, draftReply, drafted)
  })
  .post('/:id/documents', byConsultation, jsonBody(issueBody), async (c) => {
    const { id } = c.req.valid('param')
    await limitIssues(c)
    const made = await issueDocument(c.get('db'), c.get('doctor'), id, c.req.valid('json'), auditedRequest(c))
    await runFollowUps(ringDeliveries(c.env, c.get('db'), c.get('doctor').id))
    return reply(c, documentReply, { document: shown(made) }, 201)
  })

/** An issued document, by its own id. */
export const documents = new Hono<AppEnv>()
  .post('/:id/cancel', byDocument, jsonBody(cancelBody), async (c) => {
    const { id } = c.req.valid('param')
    await ownDocument(c, id)
    const { reason } = c.req.valid('json')
    if (!(await cancelDocument(c.get('db'), { doctorId: c.get('doctor').id, id }, reason, auditedRequest(c))))
      throw new AppError('document_cancelled')
    return reply(c, documentReply, { document: shown(await ownDocument(c, id)) })
  })
  .get('/:id/pdf', byDocument, async (c) => {
    const row = await ownDocument(c, c.req.valid('param').id)
    refuseFor(await secondsToWait(c.get('db'), `document:${c.get('doctor').id}`, { ...PRINTS, now: Date.now() }))
    const file = await printDocument({ env: c.env, db: c.get('db') }, row, 'hand')
    c.get('audit')('document_printed', 'document', row.id)
    return pdf(c, file, `documento-${row.number}.pdf`)
  })
  .get('/:id/prepared', byDocument, async (c) => {
    const row = await ownDocument(c, c.req.valid('param').id)
    refuseFor(await secondsToWait(c.get('db'), `document:${c.get('doctor').id}`, { ...PRINTS, now: Date.now() }))
    const file = await prepareFile({ env: c.env, db: c.get('db') }, row, Date.now())
    c.get('audit')('document_prepared', 'document', row.id)
    return pdf(c, file, `documento-${row.number}-para-assinar.pdf`)
  })
  .post('/:id/signed', byDocument, async (c) => {
    const { id } = c.req.valid('param')
    const row = await ownDocument(c, id)
    if (c.req.header('content-type') !== SIGNED_FILE_TYPE) throw new AppError('unsupported_media')
    refuseFor(await secondsToWait(c.get('db'), `signed:${c.get('doctor').id}`, { ...UPLOADS, now: Date.now() }))
    const file = new Uint8Array(await c.req.arrayBuffer())
    await acceptSigned({ env: c.env, db: c.get('db') }, row, file, auditedRequest(c))
    return reply(c, documentReply, { document: shown(await ownDocument(c, id)) }, 201)
  })
  .get('/:id/signed', byDocument, async (c) => {
    const row = await ownDocument(c, c.req.valid('param').id)
    const file = await fetchSigned({ env: c.env, db: c.get('db') }, row)
    c.get('audit')('signed_document_downloaded', 'document', row.id)
    return pdf(c, file, `documento-${row.number}-assinado.pdf`)
  })

/** The public page's answer for a code: kind, number, doctor, day and state. Errors: document_not_found. */
export const verification = new Hono<AppEnv>().get('/:code', async (c) => {
  const key = `verify:${visitorKey(c.req.raw.headers)}`
  refuseFor(await secondsToWait(c.get('db'), key, { ...VERIFICATIONS, now: Date.now() }))
  const code = required(readCode(c.req.param('code')), 'document_not_found')
  const row = required(await findByCode(c.get('db'), code), 'document_not_found')
  // An altered content is no document that was issued.
  if ((await sha256Hex(row.content)) !== row.sha256 || contentOf(row).code !== code)
    throw new AppError('document_not_found')
  return reply(c, verifyReply, verified(row))
})

function verified(row: StoredDocument): Verified {
  const { head, issued_at } = contentOf(row)
  return {
    kind: row.kind,
    number: row.number,
    doctor_name: head.doctor.name,
    crm: head.doctor.crm ?? '',
    issued_on: localDate(issued_at, head.time_zone),
    state: row.state === 'issued' ? 'valid' : row.replaced_by === null ? 'cancelled' : 'replaced',
    replaced_by: row.replaced_by,
    hash_prefix: row.sha256.slice(0, 12),
    signatures: (row.signatures ?? []).map(({ at, ...one }) => ({ ...one, signed_on: localDate(at, head.time_zone) })),
  }
}
