import { and, eq, sql } from 'drizzle-orm'
import type { DocumentSignature } from '#domain/document/signature.ts'
import { hasWritten, writeAll } from '../batch.ts'
import type { Database } from '../client.ts'
import { documentSignatures } from '../schema/document.ts'
import { type AuditedRequest, auditInsertWhen } from './audit.ts'
import type { StoredDocument } from './document.ts'

type FileOf = { sha256: string; bytes: number }

/** The files of a doctor's document; null before one was prepared. */
export async function findSignature(db: Database, doctorId: string, documentId: string) {
  const own = and(eq(documentSignatures.document_id, documentId), eq(documentSignatures.doctor_id, doctorId))
  const [row] = await db.select().from(documentSignatures).where(own)
  return row ?? null
}

/** Stores which file is prepared for signing. A repeat changes nothing: the first file counts. */
export async function storePrepared(db: Database, document: StoredDocument, file: FileOf, now: number): Promise<void> {
  const { id, doctor_id, consultation_id } = document
  const row = { document_id: id, doctor_id, consultation_id, prepared_at: now }
  await db
    .insert(documentSignatures)
    .values({ ...row, prepared_sha256: file.sha256, prepared_bytes: file.bytes })
    .onConflictDoNothing()
}

/** Stores the signed file with its audit row. False if there is one already, or the document was cancelled meanwhile. */
export async function storeSigned(
  db: Database,
  { id, doctor_id: doctorId }: Pick<StoredDocument, 'id' | 'doctor_id'>,
  file: FileOf & { signatures: readonly DocumentSignature[] },
  { now, ...request }: AuditedRequest,
): Promise<boolean> {
  const when = sql`document_id = ${id} AND doctor_id = ${doctorId} AND signed_sha256 IS NULL
    AND EXISTS (SELECT 1 FROM documents WHERE id = ${id} AND state = 'issued')`
  const row = { at: now, doctorId, action: 'document_signed', subject: 'document', subjectId: id } as const
  const [logged] = await writeAll(db, [
    auditInsertWhen({ ...row, ...request }, sql`FROM document_signatures WHERE ${when}`),
    sql`UPDATE document_signatures SET signed_sha256 = ${file.sha256}, signed_bytes = ${file.bytes},
      signatures = ${JSON.stringify(file.signatures)}, verified_at = ${now} WHERE ${when}`,
  ])
  return hasWritten(logged)
}
