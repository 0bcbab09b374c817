import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Consent } from '#domain/consent/contract.ts'
import type { NotificationFact } from '#domain/notification/contract.ts'
import type { RefusalCode } from '#domain/record/proof/refusal.ts'
import type { Database } from '../client.ts'
import { consultations } from '../schema/consultation.ts'
import { integrations } from '../schema/integration.ts'
import { jobs } from '../schema/job.ts'
import { patientPages as pages } from '../schema/patient-page.ts'
import { records } from '../schema/record.ts'
import { currentConsent } from './consent.ts'
import { isFailedMail, isOpenPage } from './patient-page.ts'

const LIMIT = 50
type Attempt = { status: 'queued' | 'running' | 'completed' | 'failed'; error: string | null; at: number }

/** The last structuring attempt. */
const attempt = sql<string | null>`(
  SELECT json_object('status', status, 'error', error, 'at', updated_at) FROM jobs
  WHERE jobs.subject_id = consultations.id AND jobs.doctor_id = consultations.doctor_id AND kind = 'structure'
  ORDER BY jobs.created_at DESC LIMIT 1)`.as('attempt')
/** The doctor can do nothing about these: the consultation has no content for a record. */
const refusals: readonly string[] = ['too_little_speech', 'no_clinical_content'] satisfies RefusalCode[]

const place = { consultationId: consultations.id, patientName: consultations.patient_name }

/** Pending work since then, open consultations, undelivered links that still open, paused integrations, and whether a record is being structured. */
export async function notificationFacts(
  db: Database,
  doctorId: string,
  { since, now }: { since: number; now: number },
): Promise<{ facts: NotificationFact[]; structuring: boolean }> {
  const own = eq(consultations.doctor_id, doctorId)
  const [ready, finished, open, underWay, paused, unsent] = await db.batch([
    db
      .select({ ...place, at: records.created_at })
      .from(records)
      .innerJoin(consultations, and(eq(consultations.id, records.consultation_id), own))
      .where(and(eq(records.doctor_id, doctorId), gte(records.created_at, since), isNull(records.signed_at)))
      .orderBy(desc(records.created_at))
      .limit(LIMIT),
    db
      .select({ ...place, at: consultations.end_time, consent: currentConsent, attempt })
      .from(consultations)
      .where(
        and(
          own,
          eq(consultations.status, 'completed'),
          gte(consultations.end_time, since),
          gt(consultations.entry_count, 0),
          sql`NOT EXISTS (SELECT 1 FROM records WHERE records.consultation_id = ${consultations.id})`,
        ),
      )
      .orderBy(desc(consultations.end_time))
      .limit(LIMIT),
    db
      .select({ ...place, at: consultations.start_time })
      .from(consultations)
      .where(and(own, eq(consultations.status, 'active')))
      .orderBy(desc(consultations.start_time))
      .limit(LIMIT),
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.doctor_id, doctorId), eq(jobs.kind, 'structure'), inArray(jobs.status, ['queued', 'running'])))
      .limit(1),
    db
      .select({ at: integrations.paused_at })
      .from(integrations)
      .where(and(eq(integrations.doctor_id, doctorId), isNotNull(integrations.paused_at))),
    db
      .select({ ...place, at: jobs.updated_at })
      .from(jobs)
      .innerJoin(pages, and(sql`${pages.id} = ${jobs.input} ->> '$.page'`, eq(pages.doctor_id, doctorId)))
      .innerJoin(consultations, eq(consultations.id, pages.consultation_id))
      .where(and(eq(jobs.doctor_id, doctorId), sql`+${jobs.updated_at} >= ${since}`, isFailedMail, isOpenPage(now)))
      .limit(LIMIT),
  ])
  return {
    facts: [
      ...ready.map((row) => ({ kind: 'record_ready' as const, ...row })),
      ...finished.flatMap(waiting),
      ...open.map((row) => ({ kind: 'consultation_open' as const, ...row })),
      ...unsent.map((row) => ({ kind: 'patient_mail_failed' as const, ...row })),
      ...paused.flatMap(({ at }) =>
        at === null ? [] : [{ kind: 'integration_paused' as const, consultationId: null, patientName: '', at }],
      ),
    ],
    structuring: underWay.length > 0,
  }
}

type Finished = {
  consultationId: string
  patientName: string
  at: number | null
  consent: Consent | null
  attempt: string | null
}

/** A finished consultation without a record waits to be structured if its patient allowed it. */
function waiting({ consultationId, patientName, at, consent, attempt: json }: Finished): NotificationFact[] {
  if (consent?.state !== 'accepted') return []
  const last = json === null ? null : (JSON.parse(json) as Attempt)
  if (last?.status === 'queued' || last?.status === 'running') return []
  if (last?.status === 'failed') {
    if (last.error !== null && refusals.includes(last.error)) return []
    return [{ kind: 'structuring_failed', consultationId, patientName, at: last.at }]
  }
  return [{ kind: 'transcript_ready', consultationId, patientName, at: at ?? 0 }]
}
