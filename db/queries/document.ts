import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Logo } from '#domain/account/logo.ts'
import type { IssuedContent } from '#domain/document/contract.ts'
import type { DocumentKind } from '#domain/document/kind.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { documentSignatures, documents } from '../schema/document.ts'
import { type AuditedRequest, auditInsertWhen } from './audit.ts'
import { deliveryInserts } from './integration.ts'

const before = alias(documents, 'before')
const after = alias(documents, 'after')
const shown = {
  id: documents.id,
  consultation_id: documents.consultation_id,
  kind: documents.kind,
  number: documents.number,
  code: documents.code,
  content: documents.content,
  sha256: documents.sha256,
  state: documents.state,
  issued_at: documents.issued_at,
  cancelled_at: documents.cancelled_at,
  cancel_reason: documents.cancel_reason,
  replaces: before.number,
  replaced_by: after.number,
  doctor_id: documents.doctor_id,
  prepared_at: documentSignatures.prepared_at,
  signatures: documentSignatures.signatures,
}
const select = (db: Database) =>
  db
    .select(shown)
    .from(documents)
    .leftJoin(before, and(eq(before.id, documents.replaces), eq(before.doctor_id, documents.doctor_id)))
    .leftJoin(after, and(eq(after.id, documents.replaced_by), eq(after.doctor_id, documents.doctor_id)))
    .leftJoin(documentSignatures, eq(documentSignatures.document_id, documents.id))

export type StoredDocument = Awaited<ReturnType<typeof findDocument>> & object

/** The doctor's document, with the numbers of the ones before and after it; null without one. */
export async function findDocument(db: Database, doctorId: string, id: string) {
  const [row] = await select(db).where(and(eq(documents.id, id), eq(documents.doctor_id, doctorId)))
  return row ?? null
}

/** The documents of a consultation, newest first. */
export const listDocuments = (db: Database, doctorId: string, consultationId: string) =>
  select(db)
    .where(and(eq(documents.consultation_id, consultationId), eq(documents.doctor_id, doctorId)))
    .orderBy(desc(documents.number))

/** The document of a verification code, of any doctor: the code alone opens its public page. */
export async function findByCode(db: Database, code: string): Promise<StoredDocument | null> {
  const [row] = await select(db).where(eq(documents.code, code))
  return row ?? null
}

export type NewDocument = {
  id: string
  doctorId: string
  consultationId: string
  kind: DocumentKind
  issued: IssuedContent
  /** The spelling of `issued` that `sha256` covers. */
  content: string
  sha256: string
  logo: Logo | null
  replaces: string | null
}

/**
 * Stores a document with the doctor's next number, and cancels the one that it replaces, with the audit rows, in one
 * batch: concurrent calls get numbers without a gap. A repeated id stores nothing. Returns null, or document_changed if
 * the replaced one has a successor.
 */
export async function storeDocument(
  db: Database,
  one: NewDocument,
  request: Omit<AuditedRequest, 'now'>,
): Promise<ErrorCode | null> {
  const { id, doctorId, consultationId, issued, replaces } = one
  const { code, issued_at: at } = issued
  const old = sql`SELECT 1 FROM documents WHERE id = ${replaces} AND doctor_id = ${doctorId}
    AND consultation_id = ${consultationId} AND replaced_by IS NULL`
  // The code is new in every attempt: it tells this attempt's row from that of an earlier one with the same id.
  const stored = sql`EXISTS (SELECT 1 FROM documents WHERE id = ${id} AND code = ${code})`
  const row = { at, doctorId, subject: 'document', subjectId: id, ...request } as const
  const [written] = await writeAll(db, [
    sql`INSERT INTO documents (id, doctor_id, consultation_id, kind, number, code, content, sha256, state, issued_at, replaces)
      SELECT ${id}, ${doctorId}, ${consultationId}, ${one.kind},
        1 + ifnull((SELECT max(number) FROM documents WHERE doctor_id = ${doctorId}), 0),
        ${code}, ${one.content}, ${one.sha256}, 'issued', ${at}, ${replaces}
      WHERE NOT EXISTS (SELECT 1 FROM documents WHERE id = ${id}) AND (${replaces} IS NULL OR EXISTS (${old}))`,
    sql`UPDATE documents SET state = 'cancelled', replaced_by = ${id}, cancelled_at = coalesce(cancelled_at, ${at}),
      cancel_reason = coalesce(cancel_reason, 'Emitido de novo') WHERE id = ${replaces} AND doctor_id = ${doctorId}
      AND replaced_by IS NULL AND ${stored}`,
    auditInsertWhen({ ...row, action: replaces ? 'document_reissued' : 'document_issued' }, sql`WHERE ${stored}`),
    ...(issued.allergy_override
      ? [auditInsertWhen({ ...row, action: 'document_allergy_overridden' }, sql`WHERE ${stored}`)]
      : []),
    // A change of the logo in the same instant may have deleted the one that this document names.
    ...(one.logo
      ? [
          sql`INSERT INTO logos (doctor_id, sha256, jpeg, created_at, removed_at)
            SELECT ${doctorId}, ${one.logo.sha256}, ${one.logo.jpeg}, ${at}, ${at} WHERE ${stored}
            ON CONFLICT (doctor_id, sha256) DO NOTHING`,
        ]
      : []),
    ...deliveryInserts({ doctorId, consultationId, subjectId: id, event: 'document.issued', now: at }, stored),
  ])
  if (hasWritten(written) || (await findDocument(db, doctorId, id))) return null
  return 'document_changed'
}

/** Cancels an issued document with its audit row. False if it is cancelled already. */
export async function cancelDocument(
  db: Database,
  { doctorId, id }: { doctorId: string; id: string },
  reason: string,
  { now, ...request }: AuditedRequest,
): Promise<boolean> {
  const when = sql`id = ${id} AND doctor_id = ${doctorId} AND state = 'issued'`
  const row = { at: now, doctorId, action: 'document_cancelled', subject: 'document', subjectId: id } as const
  const [logged] = await writeAll(db, [
    auditInsertWhen({ ...row, ...request }, sql`FROM documents WHERE ${when}`),
    sql`UPDATE documents SET state = 'cancelled', cancelled_at = ${now}, cancel_reason = ${reason} WHERE ${when}`,
  ])
  return hasWritten(logged)
}
