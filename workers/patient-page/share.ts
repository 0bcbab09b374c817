import type { z } from 'zod/mini'
import type { Database } from '#db/client.ts'
import type { AuditedRequest } from '#db/queries/audit.ts'
import { attemptPage, findPage, listPages, type StoredPage, stateOf, storePage } from '#db/queries/patient-page.ts'
import { AppError } from '#domain/errors.ts'
import { localDate } from '#domain/local-time.ts'
import {
  type OpenedPage,
  type PageContent,
  type PageDraft,
  pageContent,
  type SharedPage,
  type sharePageBody,
} from '#domain/patient-page/contract.ts'
import { draftPage, withShared } from '#domain/patient-page/draft.ts'
import { PAGE_TOKEN_BYTES } from '#domain/patient-page/link.ts'
import { canonicalJson } from '#domain/record/signing/signing.ts'
import { hexOf, sha256Hex } from '../auth/sha256.ts'
import { type Doctor, groundOf } from '../document/issue.ts'

const contentOf = ({ content }: Pick<StoredPage, 'content'>): PageContent => pageContent.parse(JSON.parse(content))

/** The row as its doctor sees it. */
export const shownPage = (row: StoredPage, now: number): SharedPage => ({
  ...row,
  state: stateOf(row, now),
  has_later_addendum: row.has_later_addendum === 1,
  texts: contentOf(row).texts,
})

/** The texts for a new page: those shared last, else the record's. Errors: as `groundOf`. */
export async function draftedPage(db: Database, doctor: Doctor, consultationId: string): Promise<PageDraft> {
  const { record, head } = await groundOf(db, doctor, consultationId)
  const [last] = await listPages(db, doctor.id, consultationId)
  const drafted = draftPage(record, head)
  const { id, name, birth_date } = head.patient
  return {
    patient: { id, name, birth_date },
    texts: last ? withShared(drafted, contentOf(last).texts) : drafted,
    has_addenda: record.addenda.length > 0,
  }
}

const DAY_MS = 86_400_000

/** Freezes a page behind a new token, which only this call returns. Errors: see `sharePageBody`. */
export async function sharePage(
  db: Database,
  doctor: Doctor,
  consultationId: string,
  { id, texts, days }: z.output<typeof sharePageBody>,
  request: AuditedRequest,
): Promise<{ row: StoredPage; token: string; doctorName: string }> {
  const { record, head, isArchived } = await groundOf(db, doctor, consultationId)
  // Its link would never open.
  if (isArchived) throw new AppError('patient_archived')
  if (head.patient.birth_date === null) throw new AppError('birth_date_missing')
  const { name, crm, specialty, address, phone } = head.doctor
  const expiresAt = request.now + days * DAY_MS
  const day = (at: number) => localDate(at, head.time_zone)
  const content = canonicalJson({
    v: 1,
    texts,
    patient_name: head.patient.name,
    doctor: { name, crm, specialty, address, phone },
    visit_on: day(head.consultation.start),
    demonstration: head.consultation.demonstration,
    shared_on: day(request.now),
    expires_on: day(expiresAt),
    record: { revision: record.revision, sha256: head.record_sha256 },
  } satisfies PageContent)
  const token = hexOf(crypto.getRandomValues(new Uint8Array(PAGE_TOKEN_BYTES)))
  const [tokenSha256, sha256] = await Promise.all([sha256Hex(token), sha256Hex(content)])
  const page = { id, doctorId: doctor.id, consultationId, tokenSha256, content, sha256, expiresAt }
  if (!(await storePage(db, page, request))) throw new AppError('patient_page_shared')
  const row = await findPage(db, doctor.id, id)
  if (!row) throw new AppError('patient_page_not_found')
  return { row, token, doctorName: name }
}

const failures = {
  refused: 'patient_page_refused',
  expired: 'patient_page_expired',
  withdrawn: 'patient_page_withdrawn',
} as const

/** The texts that a link and a birth date open. Errors: see `openPageBody`. */
export async function openPage(
  db: Database,
  { token, birthDate }: { token: string; birthDate: string },
  request: AuditedRequest,
): Promise<OpenedPage> {
  const attempt = await attemptPage(db, { tokenSha256: await sha256Hex(token), birthDate }, request)
  if (attempt.outcome !== 'open') throw new AppError(failures[attempt.outcome])
  // An altered text is none that the doctor shared.
  if ((await sha256Hex(attempt.content)) !== attempt.sha256) throw new AppError('patient_page_withdrawn')
  return contentOf(attempt)
}
