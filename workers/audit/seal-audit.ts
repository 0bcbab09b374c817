import type { Database } from '#db/client.ts'
import {
  addSeals,
  lastSeals,
  markAnchored,
  rowsOfSeals,
  type StoredSeal,
  sealKey,
  trimAudit,
  unanchoredSeals,
  unsealedRows,
} from '#db/queries/audit-seal.ts'
import {
  type AuditAnchor,
  type AuditEntry,
  type AuditSeal,
  anchorKey,
  byDoctor,
  copiedNext,
  type Digests,
  hashesOf,
  keyIdOf,
  nextSeal,
  rowsDigest,
} from '#domain/audit/chain.ts'
import { isStrong } from '#domain/configuration.ts'
import { hexOf, sha256Hex } from '../auth/sha256.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'

/** Rows per run of the cron; the rest waits a minute. Each seal writes an object to R2. */
const ROWS_AT_ONCE = 2_000
const SEALS_AT_ONCE = 200
/** All copied rows are in memory together. */
const ROWS_COPIED_AT_ONCE = 5_000
const RING_MS = 60_000

async function digestsOf(secret: string): Promise<Digests & { keyId: string }> {
  const text = new TextEncoder()
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), usage, false, ['sign'])
  const keyId = await keyIdOf(secret, { sha256: sha256Hex })
  const mac = async (id: string, what: string) =>
    id === keyId ? hexOf(await crypto.subtle.sign('HMAC', key, text.encode(what))) : null
  return { sha256: sha256Hex, mac, keyId }
}

/** Seals audit rows since the last run, copies the seals to R2 and deletes rows older than twenty years. */
export async function sealAudit(env: Env, db: Database, now: number): Promise<void> {
  if (!isStrong(env.AUDIT_SECRET)) return log({ event: 'configuration_missing', names: ['AUDIT_SECRET'] })
  try {
    const digests = await digestsOf(env.AUDIT_SECRET)
    await sealRows(db, digests, now)
    await anchorSeals(env, db, digests, now)
    const removalId = crypto.randomUUID()
    if (await trimAudit(db, removalId, now)) log({ event: 'audit_trimmed', removalId })
  } catch (error) {
    log({ event: 'audit_unsealed', errorName: nameOf(error) })
  }
}

async function sealRows(db: Database, digests: Digests & { keyId: string }, now: number): Promise<void> {
  const rows = await unsealedRows(db, ROWS_AT_ONCE)
  if (rows.length === 0) return
  const doctors = byDoctor(rows)
  const last = await lastSeals(db, [...doctors.keys()])
  const how = { sealedAt: now, keyId: digests.keyId }
  const sealed = await Promise.all(
    [...doctors].map(([doctor, own]) => nextSeal(last.get(doctor) ?? null, own, how, digests)),
  )
  const seals = sealed.map(({ seal }) => seal)
  await addSeals(db, seals)
  log({ event: 'audit_sealed', doctors: doctors.size, rows: rows.length })
}

async function anchorSeals(env: Env, db: Database, digests: Digests, now: number): Promise<void> {
  const found = await unanchoredSeals(db, now, SEALS_AT_ONCE)
  const waiting = copiedNext(found, Math.floor(now / RING_MS), ROWS_COPIED_AT_ONCE)
  if (waiting.length === 0) return
  const covered = await rowsOfSeals(db, waiting)
  const done = await Promise.all(
    waiting.map((stored) => anchor(env, stored, covered.get(sealKey(stored)) ?? [], digests, now)),
  )
  const copied = done.filter((seal) => seal !== null)
  await markAnchored(db, copied, now)
}

const AGAIN_MS = 60 * 60_000
/** Broken seals with the time of the last report, in epoch ms. */
const reportedAt = new Map<string, number>()

/** Never overwrites a copy. Rows that changed after sealing get no copy; this is reported once an hour. */
async function anchor(
  env: Env,
  stored: StoredSeal,
  entries: readonly AuditEntry[],
  digests: Digests,
  now: number,
): Promise<AuditSeal | null> {
  const { anchored_at: _, ...seal } = stored
  const rows = await hashesOf(entries, digests)
  const broken = (reason: 'rows_changed' | 'anchor_taken') => {
    if ((reportedAt.get(sealKey(seal)) ?? 0) > now - AGAIN_MS) return null
    reportedAt.set(sealKey(seal), now)
    log({ event: 'audit_broken', doctorId: seal.doctor_id, seq: seal.seq, reason })
    return null
  }
  if ((await rowsDigest(rows, digests)) !== seal.digest) return broken('rows_changed')
  const text = JSON.stringify({ v: 1, seal, rows } satisfies AuditAnchor)
  const key = anchorKey(seal)
  const written = await env.FILES.put(key, text, {
    onlyIf: { etagDoesNotMatch: '*' },
    httpMetadata: { contentType: 'application/json' },
  })
  if (written !== null) return seal
  // Written before, but the mark was lost: verify that the copy is equal.
  const there = await env.FILES.get(key)
  return (await there?.text()) === text ? seal : broken('anchor_taken')
}
