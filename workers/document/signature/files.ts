import { Buffer } from 'node:buffer'
import type { Database } from '#db/client.ts'
import { findProfile } from '#db/queries/account.ts'
import type { AuditedRequest } from '#db/queries/audit.ts'
import type { StoredDocument } from '#db/queries/document.ts'
import { findSignature, storePrepared, storeSigned } from '#db/queries/document-signature.ts'
import { findLogo } from '#db/queries/logo.ts'
import { issuedContent, SIGNED_FILE_TYPE } from '#domain/document/contract.ts'
import { signedFileKey, TRUST_KEY } from '#domain/document/signature.ts'
import { AppError } from '#domain/errors.ts'
import { hexOf, sha256Hex } from '../../auth/sha256.ts'
import type { Env } from '../../env.ts'
import type { IssuedPaper } from '../../pdf/paper.ts'
import type { Trusted } from './chain.ts'

type File = Uint8Array<ArrayBuffer>
type Source = { env: Env; db: Database }

const hashOf = async (file: File): Promise<string> => hexOf(await crypto.subtle.digest('SHA-256', file))

/** The printed content of a document. Errors: signature_broken if its stored content does not fit its digest. */
export async function issuedPaper(
  { env, db }: Source,
  row: StoredDocument,
  signing: 'hand' | 'digital',
): Promise<IssuedPaper> {
  if ((await sha256Hex(row.content)) !== row.sha256) throw new AppError('signature_broken')
  const issued = issuedContent.parse(JSON.parse(row.content))
  const { logo: sha256 } = issued.head.doctor
  const logo = sha256 === undefined ? null : await findLogo(db, row.doctor_id, sha256)
  // A logo that is not the one of the issue would be another paper.
  if (sha256 !== undefined && !logo) throw new AppError('signature_broken')
  const origin = new URL(env.APP_URL).origin
  return { ...row, issued, origin, signing, logo: logo && Buffer.from(logo.jpeg, 'base64') }
}

/** Prints a document. Errors: signature_broken, as `issuedPaper`. */
export async function printDocument(from: Source, row: StoredDocument, signing: 'hand' | 'digital'): Promise<File> {
  const paper = await issuedPaper(from, row, signing)
  // Imported when needed: pdfkit and the fonts are half a megabyte.
  const [{ renderPaper }, { printFonts }] = await Promise.all([
    import('../../pdf/paper-render.ts'),
    import('../../pdf/fonts.ts'),
  ])
  return (await renderPaper(paper, printFonts())) as File
}

/** A file of R2 whose digest is still the stored one. Errors: document_not_found, signature_broken. */
async function fetchFile(env: Env, row: Pick<StoredDocument, 'id' | 'doctor_id'>, sha256: string): Promise<File> {
  const stored = await env.FILES.get(signedFileKey(row.doctor_id, row.id, sha256))
  if (!stored) throw new AppError('document_not_found')
  const file = (await stored.bytes()) as File
  if ((await hashOf(file)) !== sha256) throw new AppError('signature_broken')
  return file
}

/**
 * The PDF of a document for a digital signature: printed once, then the same bytes each time, since the signed file must
 * begin with them. Errors: document_cancelled, signature_broken.
 */
export async function prepareFile({ env, db }: Source, row: StoredDocument, now: number): Promise<File> {
  if (row.state !== 'issued') throw new AppError('document_cancelled')
  if (!(await findSignature(db, row.doctor_id, row.id))) {
    const file = await printDocument({ env, db }, row, 'digital')
    const sha256 = await hashOf(file)
    const httpMetadata = { contentType: SIGNED_FILE_TYPE }
    await env.FILES.put(signedFileKey(row.doctor_id, row.id, sha256), file, { httpMetadata })
    await storePrepared(db, row, { sha256, bytes: file.byteLength }, now)
  }
  // Read again: a call at the same time may have stored another file.
  const stored = await findSignature(db, row.doctor_id, row.id)
  if (!stored) throw new AppError('document_not_found')
  return fetchFile(env, row, stored.prepared_sha256)
}

/** The signed PDF as it came back. Errors: document_not_found, signature_broken. */
export async function fetchSigned({ env, db }: Source, row: StoredDocument): Promise<File> {
  const stored = await findSignature(db, row.doctor_id, row.id)
  if (!stored?.signed_sha256) throw new AppError('document_not_found')
  return fetchFile(env, row, stored.signed_sha256)
}

/** The installed certificates; none until an operator installs some. */
async function trustedNow(env: Env): Promise<Trusted> {
  const stored = await env.FILES.get(TRUST_KEY)
  const { readTrusted } = await import('./chain.ts')
  return readTrusted(stored ? await stored.text() : '')
}

/**
 * Verifies and stores a PDF that came back signed. Errors: document_cancelled, document_not_prepared, document_signed,
 * and the codes that begin with signed_file.
 */
export async function acceptSigned(
  { env, db }: Source,
  row: StoredDocument,
  file: File,
  request: AuditedRequest,
): Promise<void> {
  if (row.state !== 'issued') throw new AppError('document_cancelled')
  const [stored, profile, trusted] = await Promise.all([
    findSignature(db, row.doctor_id, row.id),
    findProfile(db, row.doctor_id),
    trustedNow(env),
  ])
  if (!stored) throw new AppError('document_not_prepared')
  if (stored.signed_sha256) throw new AppError('document_signed')
  const { verifySigned } = await import('./verify.ts')
  const prepared = { sha256: stored.prepared_sha256, bytes: stored.prepared_bytes }
  const doctorCpf = profile?.cpf?.replace(/\D/g, '') ?? null
  const verdict = await verifySigned({ file, prepared, doctorCpf, trusted, now: request.now })
  if ('problem' in verdict) throw new AppError(verdict.problem)
  const sha256 = await hashOf(file)
  const key = signedFileKey(row.doctor_id, row.id, sha256)
  await env.FILES.put(key, file, { httpMetadata: { contentType: SIGNED_FILE_TYPE } })
  const signed = { sha256, bytes: file.byteLength, signatures: verdict.signatures }
  if (await storeSigned(db, row, signed, request)) return
  // Another upload came first, or the document was cancelled: a file that the other one stored stays.
  const now = await findSignature(db, row.doctor_id, row.id)
  if (now?.signed_sha256 !== sha256) await env.FILES.delete(key)
  throw new AppError(now?.signed_sha256 ? 'document_signed' : 'document_cancelled')
}
