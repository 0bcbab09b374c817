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

type Told = [action: AuditAction, subject: AuditSubject, subjectId: string]

type Variables = {
  requestId: string
  db: Database
  doctor: Doctor
  /** Notes who touched whose data; written in the same request, before the answer leaves. */
  audit: (...told: Told) => void
  /** The same for a route that writes it while it reads. */
  auditRow: (...told: Told) => AuditRow
}

/** What the calls of one page have in common: they come with the same cookie, from the same address, in the same moment. */
export type Visit = { database: D1Database; admitted?: Promise<boolean>; signedIn?: Promise<SignedIn> }
export type SignedIn = { doctor: Doctor; cookies: string[] }

export type AppEnv = { Bindings: Env & { VISIT?: Visit }; Variables: Variables }
