import {
  AUDIT_KEPT_MS,
  type AuditAnchor,
  type AuditEntry,
  type AuditRemoval,
  type AuditSeal,
  byDoctor,
  type Digests,
  hashesOf,
  rowsDigest,
  sealText,
} from './chain.ts'

type AuditFault =
  | 'row_removed'
  | 'row_altered'
  | 'row_inserted'
  | 'row_out_of_time'
  | 'row_unsealed'
  | 'row_missing'
  | 'rows_changed'
  | 'seal_removed'
  | 'seal_altered'
  | 'seal_forged'
  | 'seal_misplaced'
  | 'anchor_removed'
  | 'anchor_forged'
  | 'anchor_unreadable'
  | 'key_unknown'
  | 'key_retired'
  | 'removal_too_early'
  | 'removal_untold'

/** `doctor` is null if nothing says whose it was. */
export type AuditFinding = { fault: AuditFault; doctor: string | null; row?: number; seal?: number; detail?: string }

export type AuditEvidence = {
  rows: readonly AuditEntry[]
  /** `anchored_at`: null until its copy is written. */
  seals: readonly (AuditSeal & { anchored_at: number | null })[]
  anchors: readonly AuditAnchor[]
  removals: readonly AuditRemoval[]
  /** The last id the database assigned to a row. */
  lastId: number
  /** Names of copies that cannot be read. */
  unreadable: readonly string[]
  now: number
}
export type AuditReport = {
  findings: AuditFinding[]
  doctors: number
  rows: number
  seals: number
  /** Rows deleted after their retention time, as the log says. */
  trimmed: number
  /** Rows too young to be sealed. */
  unsealed: number
}

/** The cron runs each minute; a row not sealed, or a seal not anchored, after this time is a fault. */
const LATE_MS = 15 * 60_000
/** The allowed difference between the time of a row and of its seal: a job may write its row late. */
const SLACK_MS = 15 * 60_000

/** Checks the rows against seals and anchors, doctor by doctor, and names every contradiction. */
export async function verifyAudit(evidence: AuditEvidence, digests: Digests): Promise<AuditReport> {
  const { rows, seals, removals } = evidence
  const anchors = evidence.anchors.map((anchor) => ({ ...anchor, doctor_id: anchor.seal.doctor_id }))
  const by = { rows: byDoctor(rows), seals: byDoctor(seals), anchors: byDoctor(anchors), removals: byDoctor(removals) }
  const doctors = new Set([...by.rows.keys(), ...by.seals.keys(), ...by.anchors.keys()])
  const report: AuditReport = { findings: [], doctors: doctors.size, rows: 0, seals: 0, trimmed: 0, unsealed: 0 }
  for (const doctor of doctors) {
    const one: AuditEvidence = {
      ...evidence,
      rows: (by.rows.get(doctor) ?? []).toSorted((a, b) => a.id - b.id),
      seals: by.seals.get(doctor) ?? [],
      anchors: by.anchors.get(doctor) ?? [],
      removals: by.removals.get(doctor) ?? [],
    }
    await verifyDoctor(doctor, one, digests, report)
  }
  for (const detail of evidence.unreadable) report.findings.push({ fault: 'anchor_unreadable', doctor: null, detail })
  for (const [from, to] of gaps(evidence))
    report.findings.push({ fault: 'row_missing', doctor: null, detail: `rows ${from}-${to}, never sealed` })
  report.rows = rows.length
  report.seals = seals.length
  return report
}

/** Row ids have no gaps: an id that is neither stored nor in an anchor was removed before it was sealed. */
function gaps({ rows, anchors, lastId }: AuditEvidence): [from: number, to: number][] {
  const existing = new Set([
    ...rows.map((row) => row.id),
    ...anchors.flatMap((anchor) => anchor.rows.map(([id]) => id)),
  ])
  const found: [number, number][] = []
  let previous = 0
  for (const id of [...existing, lastId + 1].sort((a, b) => a - b)) {
    if (id > previous + 1) found.push([previous + 1, id - 1])
    previous = id
  }
  return found
}

async function verifyDoctor(doctor: string, evidence: AuditEvidence, digests: Digests, report: AuditReport) {
  const { rows, removals, now } = evidence
  const find = (fault: AuditFault, where: Omit<AuditFinding, 'fault' | 'doctor'>) =>
    report.findings.push({ fault, doctor, ...where })
  const seals = new Map(evidence.seals.map((seal) => [seal.seq, seal]))
  const anchors = new Map(evidence.anchors.map((anchor) => [anchor.seal.seq, anchor]))
  const last = Math.max(0, ...seals.keys(), ...anchors.keys())
  let before: AuditSeal | null = null
  let sealedTo = 0
  for (let seq = 1; seq <= last; seq++) {
    const [stored, anchor] = [seals.get(seq), anchors.get(seq)]
    const [holds, anchored] = [await genuine(stored, digests), await whole(anchor, digests)]
    if (!stored) find('seal_removed', { seal: seq })
    else if (holds === 'no_key') find('key_unknown', { seal: seq, detail: stored.key_id })
    else if (holds !== 'yes') find(anchored ? 'seal_altered' : 'seal_forged', { seal: seq })
    else if (anchored && stored.mac !== anchored.seal.mac) find('seal_altered', { seal: seq })
    if (anchor && !anchored) find('anchor_forged', { seal: seq })
    if (stored && !anchor && (stored.anchored_at !== null || stored.sealed_at < now - LATE_MS))
      find('anchor_removed', { seal: seq })

    const seal: AuditSeal | null = anchored?.seal ?? (holds === 'yes' && stored ? stored : null)
    if (!seal) {
      sealedTo = Math.max(sealedTo, stored?.to_id ?? 0)
      before = null
      continue
    }
    if (before && (seal.previous !== before.mac || seal.after_id !== before.to_id))
      find('seal_misplaced', { seal: seq })
    if (seq === 1 && (seal.previous !== '' || seal.after_id !== 0)) find('seal_misplaced', { seal: seq })
    const retiredAt = digests.until?.(seal.key_id) ?? Number.POSITIVE_INFINITY
    // The order of the chain counts too: the holder of an old secret could write an earlier time.
    if (Math.max(seal.sealed_at, before?.sealed_at ?? 0) >= retiredAt)
      find('key_retired', { seal: seq, detail: seal.key_id })
    await verifyRows(seal, anchored, before)
    before = seal
    sealedTo = Math.max(sealedTo, seal.to_id)
  }
  for (const row of rows) {
    if (row.id <= sealedTo) continue
    report.unsealed++
    if (row.at < now - LATE_MS) find('row_unsealed', { row: row.id })
  }

  async function verifyRows(seal: AuditSeal, anchored: AuditAnchor | null, prior: AuditSeal | null) {
    const here = rows.filter((row) => row.id > seal.after_id && row.id <= seal.to_id)
    const hashes = await hashesOf(here, digests)
    for (const row of here)
      if (row.at > seal.sealed_at + SLACK_MS || (prior && row.at < prior.sealed_at - SLACK_MS))
        find('row_out_of_time', { row: row.id, seal: seal.seq })
    if ((await rowsDigest(hashes, digests)) === seal.digest) return
    // A trim takes a doctor's oldest rows: whole seals, and the first part of one.
    const trim = removals.find((one) => one.through_id > seal.after_id)
    if (!anchored) {
      if (trim && here.every((row) => row.id > trim.through_id)) await trimmed(seal, trim, seal.rows - here.length)
      else find('rows_changed', { seal: seal.seq, detail: `rows ${seal.after_id + 1}-${seal.to_id}` })
      return
    }
    const [is, was] = [new Map(hashes), new Map(anchored.rows)]
    let removed = 0
    for (const [id, hash] of was) {
      const now = is.get(id)
      if (now === undefined && removals.some((one) => id <= one.through_id)) removed++
      else if (now === undefined) find('row_removed', { row: id, seal: seal.seq })
      else if (now !== hash) find('row_altered', { row: id, seal: seal.seq })
    }
    for (const id of is.keys()) if (!was.has(id)) find('row_inserted', { row: id, seal: seal.seq })
    if (removed > 0 && trim) await trimmed(seal, trim, removed)
  }

  /** A removal is lawful when the seal, whose time is protected, is old enough and the log has a row about it. */
  async function trimmed(seal: AuditSeal, trim: AuditRemoval, count: number) {
    report.trimmed += count
    if (seal.sealed_at > now - AUDIT_KEPT_MS) find('removal_too_early', { seal: seal.seq, detail: trim.id })
    const isLogged = rows.some((row) => row.action === 'access_log_trimmed' && row.subject_id === trim.id)
    if (!isLogged) find('removal_untold', { seal: seal.seq, detail: trim.id })
  }
}

async function genuine(seal: AuditSeal | undefined, digests: Digests): Promise<'yes' | 'no' | 'no_key' | 'none'> {
  if (!seal) return 'none'
  const mac = await digests.mac(seal.key_id, sealText(seal))
  if (mac === null) return 'no_key'
  return mac === seal.mac ? 'yes' : 'no'
}

/** The anchor if its seal is genuine and covers the rows it lists, else null. */
async function whole(anchor: AuditAnchor | undefined, digests: Digests): Promise<AuditAnchor | null> {
  if (!anchor || (await genuine(anchor.seal, digests)) !== 'yes') return null
  return (await rowsDigest(anchor.rows, digests)) === anchor.seal.digest ? anchor : null
}
