import type { Billed } from '../cost/bill.ts'

/** Assumed: a consultation is 20 minutes in the mean, a doctor has 20 a day, and works 22 days a month. */
export const ASSUMED = { meanMinutes: 20, consultationsADay: 20, workingDays: 22 }

/**
 * The use of one consultation: a fixed part, and one for each minute. Counted by `--only cost`, first in a run of
 * six minutes on 2026-11-23. Renew them from a run of the full hour.
 */
const fixed = {
  requests: 20,
  cpuMs: 700,
  objectRequests: 9,
  d1Read: 1_500,
  d1Written: 175,
  d1Queries: 220,
  d1Bytes: 20e3,
}
const minute = { objectRequests: 2, messages: 300, objectRead: 600, objectWritten: 287, d1Read: 80, d1Written: 36 }
/** The share of a record's text and proofs, which grow with the transcript. */
const RECORD_BYTES_A_MINUTE = 3_300
const LINGERS_S = 10
/** Audit rows of one, the minutes in which it tells some (a sealed copy each), and messages in queues. */
const AUDIT = { rows: 25, copies: 5 }
const MESSAGES = 2
/** Milliseconds that D1 is busy: as Cloudflare reckons a simple query; the completion writes all lines at once. */
const QUERY_MS = 1
const COMPLETION_MS = 20
/** A structuring job with a language model holds its consumer for so long, a print for so long. */
const JOB_SECONDS = { structure: 60, pdf: 2 }

/** Bytes of lines in D1 for each minute: `storedLines` says them. */
export type LineBytes = { perMinute: number }

export function takenBy(minutes: number, lines: LineBytes) {
  const d1Bytes = fixed.d1Bytes + minutes * (RECORD_BYTES_A_MINUTE + lines.perMinute)
  const billed: Billed = {
    requests: fixed.requests,
    cpuMs: fixed.cpuMs,
    object: {
      requests: fixed.objectRequests + minutes * minute.objectRequests,
      messages: minutes * minute.messages,
      seconds: minutes * 60 + LINGERS_S,
      read: minutes * minute.objectRead,
      written: minutes * minute.objectWritten,
      gbMonths: 0,
    },
    // Stored data is computed separately: it grows until something is deleted.
    d1: {
      read: fixed.d1Read + minutes * minute.d1Read,
      written: fixed.d1Written + minutes * minute.d1Written,
      gbMonths: 0,
    },
    files: { written: 1 + AUDIT.copies, read: 1, gbMonths: 0 },
    messages: MESSAGES,
  }
  return {
    billed,
    d1Bytes,
    d1BusyMs: fixed.d1Queries * QUERY_MS + COMPLETION_MS,
    audit: AUDIT,
    jobSeconds: JOB_SECONDS,
  }
}
