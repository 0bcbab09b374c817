import { sql } from 'drizzle-orm'
import { type ConsentAnswers, stateOfAnswers } from '#domain/consent/consent.ts'
import type { Consent, DiscardedTakes } from '#domain/consent/contract.ts'
import type { Notice } from '#domain/consent/notice.ts'
import { writeAll } from '../batch.ts'
import type { Database } from '../client.ts'

const last = sql<string | null>`(
  SELECT json_object('state', state, 'answers', json(answers), 'notice_version', notice_version, 'answered_at', answered_at, 'revoked_at', revoked_at)
  FROM consents WHERE consents.consultation_id = consultations.id AND consents.doctor_id = consultations.doctor_id
  ORDER BY seq DESC LIMIT 1)`

const toConsent = (row: string | null): Consent | null => (row === null ? null : (JSON.parse(row) as Consent))

/** The last consent of a consultation: a column for any select from `consultations`. */
export const currentConsent = last.mapWith(toConsent).as('consent')

const selectConsent = (doctorId: string, consultationId: string) =>
  sql`SELECT ${last} AS consent FROM consultations WHERE id = ${consultationId} AND doctor_id = ${doctorId}`
const consentIn = (result: { results: unknown[] } | undefined) =>
  toConsent((result?.results[0] as { consent: string | null } | undefined)?.consent ?? null)

/** The current consent, and whether this call added it. */
type Written = { added: boolean; consent: Consent | null }

export type Answer = {
  id: string
  consultationId: string
  notice: Notice
  answers: ConsentAnswers
  now: number
}

/** [N9] Makes an answer later than the one before, even if clocks differ: the room compares these times. */
const notBefore = (now: number, consultationId: string) =>
  sql`max(${now}, (SELECT ifnull(max(max(answered_at, ifnull(revoked_at, 0))) + 1, 0) FROM consents WHERE consultation_id = ${consultationId}))`

/** [N5] [N6] Adds an answer to a running consultation, unless it is stored already. Returns the current one. */
export async function answerConsent(db: Database, doctorId: string, answer: Answer): Promise<Written> {
  const { id, consultationId, notice, now } = answer
  const { ai, recording, telemedicine } = answer.answers
  // Fixes the order of the keys, so that equal answers are equal texts.
  const answers = JSON.stringify({ ai, recording, telemedicine })
  const [written, read] = await writeAll(db, [
    sql`
      INSERT INTO consents (id, doctor_id, patient_id, consultation_id, state, notice_version, notice_sha256, answers, answered_at, created_at)
      SELECT ${id}, doctor_id, patient_id, id, ${stateOfAnswers(answer.answers)}, ${notice.version}, ${notice.sha256}, ${answers}, ${notBefore(now, consultationId)}, ${now}
      FROM consultations WHERE id = ${consultationId} AND doctor_id = ${doctorId} AND status = 'active'
        AND NOT EXISTS (
          SELECT 1 FROM consents AS last
          WHERE last.seq = (SELECT max(seq) FROM consents WHERE consultation_id = ${consultationId})
            AND last.state <> 'revoked' AND last.notice_version = ${notice.version} AND last.answers = ${answers})`,
    selectConsent(doctorId, consultationId),
  ])
  return { added: written?.meta.changes === 1, consent: consentIn(read) }
}

export type Revocation = {
  id: string
  consultationId: string
  discarded: DiscardedTakes
  /** How long ago the patient withdrew, in ms by the device's clock. */
  agoMs: number
  /** Only reports what the device discarded; the consent does not change. */
  report: boolean
  now: number
}

/** [N7] [N8] Ends an accepted answer, or adds what another device discarded. Returns the current consent. */
export async function revokeConsent(
  db: Database,
  doctorId: string,
  { id, consultationId, discarded, agoMs, report, now }: Revocation,
): Promise<Written> {
  const thrownAway = JSON.stringify([...discarded].sort((a, b) => a.take - b.take))
  const ends = report ? 0 : 1
  const [written, read] = await writeAll(db, [
    sql`
      INSERT INTO consents (id, doctor_id, patient_id, consultation_id, state, notice_version, notice_sha256, answers, answered_at, revoked_at, discarded, created_at)
      SELECT ${id}, doctor_id, patient_id, consultation_id, CASE WHEN ${ends} AND state = 'accepted' THEN 'revoked' ELSE state END,
        notice_version, notice_sha256, answers, answered_at,
        CASE WHEN ${ends} AND state = 'accepted' THEN max(answered_at + 1, ${now - agoMs}) ELSE revoked_at END, ${thrownAway}, ${now}
      FROM consents AS last
      WHERE doctor_id = ${doctorId} AND seq = (SELECT max(seq) FROM consents WHERE consultation_id = ${consultationId})
        AND ((${ends} AND state = 'accepted') OR (${thrownAway} <> '[]' AND NOT EXISTS (
          SELECT 1 FROM consents WHERE consultation_id = ${consultationId} AND answered_at = last.answered_at
            AND discarded = ${thrownAway})))`,
    selectConsent(doctorId, consultationId),
  ])
  return { added: written?.meta.changes === 1, consent: consentIn(read) }
}
