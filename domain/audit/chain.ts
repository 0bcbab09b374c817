import { z } from 'zod/mini'
import { groupBy } from '../group-by.ts'

/**
 * How the audit log is sealed. Each minute every doctor's new rows get a seal: an HMAC over the rows' hashes and the
 * previous seal. R2 stores a copy with the hash of each row (the anchor), so that a change can be named.
 */

/** A row of the log, as it is stored. */
export type AuditEntry = {
  id: number
  at: number
  doctor_id: string
  action: string
  subject_kind: string
  subject_id: string
  request_id: string | null
  patient_id: string | null
  device: string | null
  network: string | null
}

const auditSeal = z.strictObject({
  doctor_id: z.string(),
  seq: z.int().check(z.minimum(1)),
  /** Covers the doctor's rows after `after_id` up to and including `to_id`. */
  after_id: z.int(),
  to_id: z.int(),
  rows: z.int(),
  /** sha256 of the rows' hashes. */
  digest: z.string(),
  /** `mac` of the previous seal; empty for the first. */
  previous: z.string(),
  sealed_at: z.int(),
  /** The id of the secret that made `mac`. */
  key_id: z.string(),
  mac: z.string(),
})
export type AuditSeal = z.infer<typeof auditSeal>

export const auditAnchor = z.strictObject({
  v: z.literal(1),
  seal: auditSeal,
  /** Id and hash of each row. */
  rows: z.array(z.tuple([z.int(), z.string()])),
})
export type AuditAnchor = z.infer<typeof auditAnchor>

/** Rows deleted after their retention time; a row of the log reports each removal. */
export type AuditRemoval = { id: string; doctor_id: string; through_id: number; before: number; removed_at: number }

/** Lei 13.787/2018 for the record; the log of who opened it is kept as long. */
export const AUDIT_KEPT_MS = 20 * 365.25 * 24 * 60 * 60_000

/** Digest functions for text: domain/ has none of its own. */
export type Digests = {
  sha256: (text: string) => Promise<string>
  /** HMAC with the secret of that id; null if the secret is unknown. */
  mac: (keyId: string, text: string) => Promise<string | null>
  /** When this secret was replaced (epoch ms); later seals under it are refused. Missing: it is in use. */
  until?: (keyId: string) => number | undefined
}

/** An id for a secret that does not reveal it. */
export const keyIdOf = async (secret: string, { sha256 }: Pick<Digests, 'sha256'>): Promise<string> =>
  (await sha256(`relato/audit-key/1:${secret}`)).slice(0, 12)

const rowText = (row: AuditEntry): string =>
  JSON.stringify([
    'relato/audit-row/1',
    ...[row.id, row.at, row.doctor_id, row.action, row.subject_kind, row.subject_id],
    ...[row.request_id, row.patient_id, row.device, row.network],
  ])
const rowHash = (row: AuditEntry, { sha256 }: Pick<Digests, 'sha256'>): Promise<string> => sha256(rowText(row))

type Hashed = readonly (readonly [id: number, hash: string])[]
/** The digest of the rows' hashes that a seal covers. */
export const rowsDigest = (rows: Hashed, { sha256 }: Pick<Digests, 'sha256'>): Promise<string> =>
  sha256(rows.map(([id, hash]) => `${id}:${hash}`).join('\n'))

/** The exact text under a seal's `mac`. Its spelling never changes. */
export const sealText = (seal: Omit<AuditSeal, 'mac'>): string =>
  JSON.stringify([
    'relato/audit-seal/1',
    ...[seal.doctor_id, seal.seq, seal.after_id, seal.to_id, seal.rows, seal.digest, seal.previous],
    ...[seal.sealed_at, seal.key_id],
  ])

/** The next seal over rows of one doctor, in order, with the anchor to store in R2. Throws without rows or key. */
export async function nextSeal(
  previous: Pick<AuditSeal, 'seq' | 'to_id' | 'mac'> | null,
  rows: readonly AuditEntry[],
  { sealedAt, keyId }: { sealedAt: number; keyId: string },
  digests: Digests,
): Promise<AuditAnchor> {
  const last = rows.at(-1)
  if (!last) throw new Error('nothing to seal')
  const hashed = await hashesOf(rows, digests)
  const open = {
    doctor_id: last.doctor_id,
    seq: (previous?.seq ?? 0) + 1,
    after_id: previous?.to_id ?? 0,
    to_id: last.id,
    rows: rows.length,
    digest: await rowsDigest(hashed, digests),
    previous: previous?.mac ?? '',
    sealed_at: sealedAt,
    key_id: keyId,
  }
  const mac = await digests.mac(keyId, sealText(open))
  if (mac === null) throw new Error('no such key')
  return { v: 1, seal: { ...open, mac }, rows: hashed }
}

/** Id and hash of each row. */
export const hashesOf = (rows: readonly AuditEntry[], digests: Pick<Digests, 'sha256'>): Promise<[number, string][]> =>
  Promise.all(rows.map(async (row): Promise<[number, string]> => [row.id, await rowHash(row, digests)]))

/** Groups rows or seals by doctor. */
export const byDoctor = <T extends { doctor_id: string }>(all: readonly T[]) => groupBy(all, (one) => one.doctor_id)

/**
 * The pending seals to copy in one run: at least one, and together at most `mostRows` rows. Each run begins with
 * another one, so that a seal whose copy fails cannot block the rest.
 */
export function copiedNext<T extends Pick<AuditSeal, 'rows'>>(
  waiting: readonly T[],
  ring: number,
  mostRows: number,
): T[] {
  const from = waiting.length > 0 ? ring % waiting.length : 0
  let rows = 0
  return [...waiting.slice(from), ...waiting.slice(0, from)].filter((seal, at) => {
    if (at > 0 && rows + seal.rows > mostRows) return false
    rows += seal.rows
    return true
  })
}

/** Names in R2 are never reused: an existing name would be another seal's. */
export const ANCHORS = 'audit/'
/** The name of a seal's copy in R2. */
export const anchorKey = ({ doctor_id, seq }: Pick<AuditSeal, 'doctor_id' | 'seq'>): string =>
  `${ANCHORS}${doctor_id}/${String(seq).padStart(10, '0')}.json`
