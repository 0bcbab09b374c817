import type { Database } from '#db/client.ts'
import { askBillingEnd, stillCharged } from '#db/queries/closing.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { forgetContacts } from '#db/queries/contact.ts'
import {
  type Forgettable,
  forget,
  forgetSessions,
  forgetSignUps,
  forgettable,
  type LeftOpen,
  leftOpen,
  markExpired,
  outdatedExports,
  type RetentionWork,
  workDue,
} from '#db/queries/retention.ts'
import { eraseOldest, filesOfOldest, oldPatients, signedFilesOfOldest } from '#db/queries/retention-records.ts'
import { consentNow } from '#domain/consent/consent.ts'
import { expiryCutoff } from '#domain/retention/rules.ts'
import { site } from '#domain/site.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { expireDataExports } from './data-export-expire.ts'
import { enqueue } from './enqueue.ts'
import { eraseClosedAccounts } from './erase-account.ts'
import { fileKey } from './pdf.ts'

/** Rows per run of the cron; the rest waits a minute. */
const ROWS_AT_ONCE = 500
const FILES_AT_ONCE = 100
const ROOMS_AT_ONCE = 20
/** Each session reads its doctor's rooms, and D1 answers a thousand statements per run. */
const SESSIONS_AT_ONCE = 50
const PATIENTS_AT_ONCE = 1

type Work = (env: Env, db: Database, now: number) => Promise<number>

const isPlain = (what: RetentionWork): what is Forgettable => what in forgettable

const works: Record<Exclude<RetentionWork, Forgettable>, Work> = {
  sessions: async (env, db, now) => {
    const ended = await forgetSessions(db, now, SESSIONS_AT_ONCE)
    // A page left open for days still has sockets of an ended session.
    await Promise.all(ended.map((session) => cutSockets(env, db, session)))
    return ended.length
  },
  signUps: (_, db, now) => forgetSignUps(db, now, ROWS_AT_ONCE),
  contacts: (_, db, now) => forgetContacts(db, now - site.contactKeptDays * DAY_MS),
  files: async (env, db, now) => {
    const due = await outdatedExports(db, now, FILES_AT_ONCE)
    // Includes files without a row: an attempt may have died before recording its file.
    await env.FILES.delete(due.map(({ id, doctorId }) => fileKey(doctorId, id)))
    const ids = due.map(({ id }) => id)
    await markExpired(db, ids, now)
    return due.length
  },
  dataExports: expireDataExports,
  leftOpen: async (env, db, now) => {
    const due = await leftOpen(db, now, ROOMS_AT_ONCE)
    await Promise.all(due.map((consultation) => endRoom(env, db, consultation, now)))
    return due.length
  },
  closedAccounts: eraseClosedAccounts,
  closedBilling: async (env, db, now) => {
    const due = await stillCharged(db, now, ROOMS_AT_ONCE)
    for (const { doctorId } of due) {
      const id = crypto.randomUUID()
      if (await askBillingEnd(db, doctorId, id, now)) await enqueue(env, 'billing_end', id)
    }
    return due.length
  },
  records: async (env, db, now) => {
    const due = await oldPatients(db, now, PATIENTS_AT_ONCE)
    for (const patient of due) {
      const files = await filesOfOldest(db, patient)
      if (files.length > 0) await env.FILES.delete(files.map((id) => fileKey(patient.doctorId, id)))
      const signed = await signedFilesOfOldest(db, patient)
      // R2 deletes a thousand at a time.
      for (let at = 0; at < signed.length; at += 1_000) await env.FILES.delete(signed.slice(at, at + 1_000))
      await eraseOldest(db, patient, crypto.randomUUID(), now)
    }
    return due.length
  },
}

/** [C34] Ends a consultation that was open too long, even if no one entered its room. */
async function endRoom(env: Env, db: Database, { id, doctorId, startedAt }: LeftOpen, now: number): Promise<void> {
  const consultation = await findConsultation(db, doctorId, id)
  if (consultation?.status !== 'active') return
  const isLast = startedAt <= expiryCutoff('audio', now) - DAY_MS
  const consent = consentNow(consultation.consent)
  await env.ROOM.getByName(id).end({ consultationId: id, doctorId, startedAt, consent }, isLast)
}

/** Deletes expired rows (domain/retention/rules.ts), some per run. A failure is retried at the next run. */
export async function retain(env: Env, db: Database, now: number): Promise<void> {
  for (const what of await workDue(db, now)) {
    try {
      const count = await (isPlain(what) ? forget(db, what, now, ROWS_AT_ONCE) : works[what](env, db, now))
      if (count > 0) log({ event: 'retention_done', what, count })
    } catch (error) {
      log({ event: 'retention_failed', what, errorName: nameOf(error) })
    }
  }
}
