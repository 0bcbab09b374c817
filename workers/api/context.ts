import type { Database } from '#db/client.ts'
import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import type { Env } from '../env.ts'

/** The signed-in doctor of this request. */
export type Doctor = {
  id: string
  email: string
  name: string
  sessionId: string
  closedAt: number | null
  sessionExpiresAt: number
  signedInAt: number
}

export type Variables = {
  requestId: string
  db: Database
  doctor: Doctor
  /** Notes who touched whose data; written in the same request, before the answer leaves. */
  audit: (action: AuditAction, subject: AuditSubject, subjectId: string) => void
}
export type AppEnv = { Bindings: Env; Variables: Variables }
