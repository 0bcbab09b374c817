import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestsOf } from '#ops/audit/digests.ts'
import { type AuditEntry, type AuditSeal, keyIdOf, nextSeal } from './chain.ts'
import { networkOf } from './origin.ts'
import { type AuditEvidence, verifyAudit } from './verify.ts'

const SECRET = 'a secret of the tests'
const MINUTE = 60_000
const START = Date.UTC(2026, 10, 23)

const digests = await digestsOf([SECRET])
const keyId = await keyIdOf(SECRET, digests)

/** Two doctors whose rows come mixed, sealed minute by minute. */
async function evidence(rings: number): Promise<AuditEvidence> {
  const made: AuditEvidence & { rows: AuditEntry[] } = {
    rows: [],
    seals: [],
    anchors: [],
    removals: [],
    unreadable: [],
    lastId: 0,
    now: START + rings * MINUTE,
  }
  const [seals, anchors] = [[] as AuditEvidence['seals'][number][], [] as AuditEvidence['anchors'][number][]]
  const last = new Map<string, AuditSeal>()
  let id = 0
  for (let ring = 0; ring < rings; ring++) {
    const fresh = Array.from({ length: 4 }, (_, i): AuditEntry => {
      id += 1
      const doctor_id = i % 2 ? 'ana' : 'rui'
      const where = { request_id: `r${id}`, patient_id: i > 1 ? `p${i}` : null, device: null, network: '203.0.113.x' }
      const what = { action: 'patient_read', subject_kind: 'patient', subject_id: `p${i}` }
      return { id, at: START + ring * MINUTE + i, doctor_id, ...what, ...where }
    })
    made.rows.push(...fresh)
    for (const doctor of ['ana', 'rui']) {
      const own = fresh.filter((row) => row.doctor_id === doctor)
      const how = { sealedAt: START + ring * MINUTE + 1_000, keyId }
      const anchor = await nextSeal(last.get(doctor) ?? null, own, how, digests)
      last.set(doctor, anchor.seal)
      seals.push({ ...anchor.seal, anchored_at: how.sealedAt })
      anchors.push(anchor)
    }
  }
  return { ...made, seals, anchors, lastId: id }
}

test('an untouched log holds; whatever one thing is changed, removed, added or moved does not pass', async () => {
  const good = await evidence(4)
  expect((await verifyAudit(good, digests)).findings).toEqual([])
  const pick = <T>(list: readonly T[], n: number) => n % list.length
  const other = (value: unknown) => (typeof value === 'number' ? value + 1 : `${value ?? ''}x`)
  const changes: ((n: number, m: number) => AuditEvidence)[] = [
    (n) => ({ ...good, rows: good.rows.toSpliced(pick(good.rows, n), 1) }),
    (n, m) => {
      const at = pick(good.rows, n)
      const row = good.rows[at] as AuditEntry
      const field = Object.keys(row).filter((name) => name !== 'id')[m % 9] as keyof AuditEntry
      return { ...good, rows: good.rows.with(at, { ...row, [field]: other(row[field]) }) }
    },
    // A copy of a row, under a number that was another doctor's.
    (n, m) => {
      const [at, source] = [pick(good.rows, n), good.rows[pick(good.rows, m)] as AuditEntry]
      const victim = good.rows[at] as AuditEntry
      const copy = { ...source, id: victim.id, at: source.at + 1 }
      return { ...good, rows: good.rows.with(at, copy) }
    },
    (n) => ({ ...good, seals: good.seals.toSpliced(pick(good.seals, n), 1) }),
    (n) => ({ ...good, anchors: good.anchors.toSpliced(pick(good.anchors, n), 1) }),
    (n, m) => {
      const at = pick(good.seals, n)
      const sealed = good.seals[at] as AuditEvidence['seals'][number]
      const field = Object.keys(sealed).filter((name) => name !== 'anchored_at')[m % 10] as keyof AuditSeal
      return { ...good, seals: good.seals.with(at, { ...sealed, [field]: other(sealed[field]) }) }
    },
    (n, m) => {
      const at = pick(good.anchors, n)
      const anchor = good.anchors[at] as AuditEvidence['anchors'][number]
      const rows = anchor.rows.map(([id, hash], i): [number, string] => [id, i === m % 2 ? `${hash}0` : hash])
      return { ...good, anchors: good.anchors.with(at, { ...anchor, rows }) }
    },
    (n) => ({ ...good, unreadable: [`audit/${n}`] }),
    // Removes the end of the log with its seals and copies: only the row numbers show it.
    () => ({
      ...good,
      rows: good.rows.slice(0, -4),
      seals: good.seals.slice(0, -2),
      anchors: good.anchors.slice(0, -2),
    }),
  ]
  await fc.assert(
    fc.asyncProperty(fc.nat(changes.length - 1), fc.nat(1_000), fc.nat(1_000), async (which, n, m) => {
      const changed = changes[which]?.(n, m) as AuditEvidence
      expect((await verifyAudit(changed, digests)).findings).not.toEqual([])
    }),
    { numRuns: 600 },
  )
})

test('only the network of an address is stored', () => {
  expect(['203.0.113.77', '::ffff:203.0.113.77'].map(networkOf)).toEqual(['203.0.113.x', '203.0.113.x'])
  for (const address of ['2001:db8:85a3::8a2e:370:7334', '2001:0db8:85a3:0000:0000:8a2e:0370:7334'])
    expect(networkOf(address)).toBe('2001:db8:85a3:…')
  expect(['', 'local', null, undefined].map(networkOf)).toEqual([null, null, null, null])
})
