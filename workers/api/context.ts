import type { Database } from '#db/client.ts'
import type { AuditRow } from '#db/queries/audit.ts'
import type { Profile } from '#domain/account/contract.ts'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import type { Env } from '../env.ts'

/** The signed-in doctor of this request. */
export type Doctor = {
  id: string
  email: string
  name: string
  profile: Profile | null
  sessionId: string
  closedAt: number | null
  sessionExpiresAt: number
  signedInAt: number
}

type AuditFact = [action: AuditAction, subject: AuditSubject, subjectId: string]

type Variables = {
  requestId: string
  db: Database
  doctor: Doctor
  /** Under /api/operator alone: the e-mail of the person who asks. */
  operator: string
  /** Records who accessed whose data; written in the same request, before the answer leaves. */
  audit: (...fact: AuditFact) => void
  /** Returns the audit row for a route that writes it together with its read. */
  auditRow: (...fact: AuditFact) => AuditRow
}

/** State shared by the calls of one page: same cookie, same address, same moment. */
export type Visit = { database: D1Database; admitted?: Promise<boolean>; signedIn?: Promise<SignedIn> }
export type SignedIn = { doctor: Doctor; cookies: string[] }

export type AppEnv = { Bindings: Env & { VISIT?: Visit }; Variables: Variables }
