import { type AuditAnchor, type AuditEntry, type AuditRemoval, anchorKey, auditAnchor } from '#domain/audit/chain.ts'
import type { AuditEvidence } from '#domain/audit/verify.ts'

export type Query = (sql: string) => Promise<unknown[]>
export type Copy = { key: string; text: string }

const PAGE = 5_000

/** Reads rows, seals and removals from D1 page by page; `copies` are the files in R2. */
export async function readEvidence(query: Query, copies: readonly Copy[], now: number): Promise<AuditEvidence> {
  // Seals before rows: a row written meanwhile would look like a fault of an older seal.
  const seals = (await query('SELECT * FROM audit_seals ORDER BY to_id')) as AuditEvidence['seals'][number][]
  const removals = (await query('SELECT * FROM audit_removals ORDER BY removed_at')) as AuditRemoval[]
  const rows: AuditEntry[] = []
  for (let after = 0; ; ) {
    const sql = `SELECT * FROM audit_log WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`
    const page = (await query(sql)) as AuditEntry[]
    rows.push(...page)
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = last.id
  }
  const [sequence] = (await query("SELECT seq FROM sqlite_sequence WHERE name = 'audit_log'")) as { seq: number }[]
  const anchors: AuditAnchor[] = []
  const unreadable: string[] = []
  for (const { key, text } of copies) {
    const anchor = anchorIn(text)
    if (anchor && anchorKey(anchor.seal) === key) anchors.push(anchor)
    else unreadable.push(key)
  }
  return { rows, seals, removals, anchors, unreadable, lastId: sequence?.seq ?? 0, now }
}

function anchorIn(text: string): AuditAnchor | null {
  try {
    return auditAnchor.parse(JSON.parse(text))
  } catch {
    return null
  }
}
