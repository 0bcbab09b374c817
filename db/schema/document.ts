import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { DocumentSignature } from '#domain/document/signature.ts'
import { consultations } from './consultation.ts'

/** Documents issued from signed records. Triggers let nothing of them change but a cancellation. */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id').notNull(),
    consultation_id: text('consultation_id')
      .notNull()
      .references(() => consultations.id),
    kind: text('kind', {
      enum: ['prescription', 'exam_request', 'referral', 'sick_note', 'attendance', 'report', 'guidance'],
    }).notNull(),
    /** Counted per doctor, from 1, without a gap. */
    number: integer('number').notNull(),
    /** 125 random bits: the address of the page that says whether the paper is real. */
    code: text('code').notNull(),
    /** JSON of the whole document, in the spelling that sha256 covers. */
    content: text('content').notNull(),
    sha256: text('sha256').notNull(),
    state: text('state', { enum: ['issued', 'cancelled'] }).notNull(),
    issued_at: integer('issued_at').notNull(),
    /** Ids of the documents before and after it. */
    replaces: text('replaces'),
    replaced_by: text('replaced_by'),
    cancelled_at: integer('cancelled_at'),
    cancel_reason: text('cancel_reason'),
  },
  (t) => [
    uniqueIndex('one_document_number').on(t.doctor_id, t.number),
    uniqueIndex('one_document_code').on(t.code),
    index('documents_of_consultation').on(t.consultation_id, t.issued_at),
  ],
)

/** A document's PDF prepared for a digital signature, and the signed file that came back. Both files are in R2. */
export const documentSignatures = sqliteTable(
  'document_signatures',
  {
    document_id: text('document_id')
      .primaryKey()
      .references(() => documents.id),
    doctor_id: text('doctor_id').notNull(),
    consultation_id: text('consultation_id').notNull(),
    /** Hash of the prepared file; the signed file begins with the same bytes. */
    prepared_sha256: text('prepared_sha256').notNull(),
    prepared_bytes: integer('prepared_bytes').notNull(),
    prepared_at: integer('prepared_at').notNull(),
    /** Hash of the signed file; null until the product accepted one. */
    signed_sha256: text('signed_sha256'),
    signed_bytes: integer('signed_bytes'),
    signatures: text('signatures', { mode: 'json' }).$type<DocumentSignature[]>(),
    verified_at: integer('verified_at'),
  },
  (t) => [index('signatures_of_consultation').on(t.consultation_id)],
)
