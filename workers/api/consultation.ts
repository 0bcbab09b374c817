import { Hono } from 'hono'
import type { Database } from '#db/client.ts'
import { writeAudit } from '#db/queries/audit.ts'
import { isClosed } from '#db/queries/closing.ts'
import {
  discardConsultation,
  findConsultation,
  openConsultations,
  readConsultation,
  startConsultation,
  updateContext,
} from '#db/queries/consultation.ts'
import { earlierWords } from '#db/queries/corrected-word.ts'
import { searchConsultations } from '#db/queries/history.ts'
import { isStructuring, latestJob } from '#db/queries/job.ts'
import { moveConsultation } from '#db/queries/move-consultation.ts'
import { findPatient } from '#db/queries/patient.ts'
import { currentFactTexts } from '#db/queries/patient-fact.ts'
import { changeRecord } from '#db/queries/record-change.ts'
import { findSubscription } from '#db/queries/subscription.ts'
import { type Profile, timeZoneOf } from '#domain/account/contract.ts'
import { sessionEnd } from '#domain/account/session.ts'
import { consentNow } from '#domain/consent/consent.ts'
import {
  type Consultation,
  consultationDetailReply,
  consultationReply,
  consultationsReply,
  discardConsultationReply,
  HISTORY_PREVIEW,
  moveConsultationBody,
  openConsultationsReply,
  searchConsultationsBody,
  startConsultationBody,
  updateConsultationBody,
} from '#domain/consultation/contract.ts'
import { AppError, isErrorCode, messageOf } from '#domain/errors.ts'
import { usableContext } from '#domain/patient/patient.ts'
import { recheckAlerts } from '#domain/record/edit/change.ts'
import { patientTerms } from '#domain/speech/patient-terms.ts'
import { entitlementOf, type Subscription } from '#domain/subscription/entitlement.ts'
import { monthOf, startOfDay } from '#domain/time.ts'
import { openRecord } from '../record/signature.ts'
import { roomRequest } from '../room/door.ts'
import { syncEndedPeriod } from '../subscription/sync.ts'
import { jsonBody, pathId, reply } from './body.ts'
import { tellRoom } from './consent.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'
import { requireSameOrigin } from './origin.ts'

/** Reads the corrected words and the patient's list entries that become key terms of a consultation. */
const termRows = (db: Database, doctorId: string, id: string) =>
  Promise.all([earlierWords(db, doctorId), currentFactTexts(db, doctorId, id)])

const termSourcesOf = (
  profile: Profile | null,
  { patientName, clinicalContext }: Consultation,
  [earlier, facts]: Awaited<ReturnType<typeof termRows>>,
) => ({ specialty: profile?.specialty ?? null, earlier, ...patientTerms(patientName, clinicalContext, facts) })

const byId = pathId('consultation_not_found')

export const consultations = new Hono<AppEnv>()
  .post('/', jsonBody(startConsultationBody), async (c) => {
    const { patientId, consultationType: type, clinicalContext: context } = c.req.valid('json')
    const db = c.get('db')
    const doctorId = c.get('doctor').id
    const now = Date.now()
    const input = { id: crypto.randomUUID(), patientId, type, context, now }
    const start = (stands: Subscription | null) => {
      const limit = entitlementOf(stands, Date.now()).plan.consultations
      return startConsultation(db, doctorId, input, { limit, month: monthOf(now) })
    }
    const subscription = await findSubscription(db, doctorId)
    let consultation = await start(subscription)
    if (!consultation) {
      const patient = required(await findPatient(db, doctorId, patientId), 'patient_not_found')
      if (patient.archived_at !== null) throw new AppError('patient_archived')
      if (await syncEndedPeriod(c.env, db, doctorId, subscription))
        consultation = await start(await findSubscription(db, doctorId))
    }
    if (!consultation) throw new AppError((await isClosed(db, doctorId)) ? 'account_closed' : 'quota_reached')
    c.get('audit')('consultation_started', 'consultation', consultation.id)
    return reply(c, consultationReply, { consultation }, 201)
  })
  .get('/open', async (c) => {
    const { id, profile } = c.get('doctor')
    const auditRow = c.get('auditRow')('consultations_listed', 'doctor', id)
    const [found] = await Promise.all([
      openConsultations(c.get('db'), id, startOfDay(auditRow.at, timeZoneOf(profile))),
      writeAudit(c.get('db'), [auditRow]),
    ])
    return reply(c, openConsultationsReply, found)
  })
  .post('/search', jsonBody(searchConsultationsBody), async (c) => {
    const { id } = c.get('doctor')
    const [found] = await Promise.all([
      searchConsultations(c.get('db'), id, { ...c.req.valid('json'), preview: HISTORY_PREVIEW }),
      writeAudit(c.get('db'), [c.get('auditRow')('consultations_listed', 'doctor', id)]),
    ])
    return reply(c, consultationsReply, found)
  })
  .get('/:id', byId, async (c) => {
    const { id } = c.req.valid('param')
    const { id: doctorId, profile } = c.get('doctor')
    const [found, record, job] = await Promise.all([
      readConsultation(c.get('db'), doctorId, id),
      openRecord(c.get('db'), doctorId, id),
      latestJob(c.get('db'), doctorId, id, 'structure'),
    ])
    if (!found) throw new AppError('consultation_not_found')
    const { consultation } = found
    c.get('audit')('consultation_read', 'consultation', id)
    return reply(c, consultationDetailReply, {
      consultation,
      transcriptions: found.entries,
      gaps: found.gaps,
      structuredData: record,
      lastSpecialty: found.lastSpecialty,
      terms:
        consultation.status === 'active'
          ? termSourcesOf(profile, consultation, await termRows(c.get('db'), doctorId, id))
          : null,
      structuring:
        job && job.status !== 'completed'
          ? { job_id: job.id, status: job.status, error: isErrorCode(job.error) ? messageOf(job.error) : null }
          : null,
    })
  })
  .patch('/:id', byId, jsonBody(updateConsultationBody), async (c) => {
    const { id } = c.req.valid('param')
    const doctorId = c.get('doctor').id
    const consultation = await updateContext(c.get('db'), doctorId, id, c.req.valid('json').clinicalContext)
    if (!consultation)
      throw new AppError(
        (await findConsultation(c.get('db'), doctorId, id)) ? 'consultation_completed' : 'consultation_not_found',
      )
    c.get('audit')('consultation_updated', 'consultation', id)
    return reply(c, consultationReply, { consultation })
  })
  .delete('/:id', byId, async (c) => {
    const { id } = c.req.valid('param')
    const doctorId = c.get('doctor').id
    const { status } = required(await findConsultation(c.get('db'), doctorId, id), 'consultation_not_found')
    if (status !== 'active') throw new AppError('consultation_completed')
    if (!(await c.env.ROOM.getByName(id).erase(true))) throw new AppError('consultation_not_empty')
    if (!(await discardConsultation(c.get('db'), doctorId, id))) throw new AppError('consultation_not_found')
    c.get('audit')('consultation_discarded', 'consultation', id)
    return reply(c, discardConsultationReply, { outcome: 'discarded' })
  })
  .post('/:id/move', byId, jsonBody(moveConsultationBody), async (c) => {
    const { id } = c.req.valid('param')
    const { patientId, samePerson } = c.req.valid('json')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    const before = required(await findConsultation(db, doctorId, id), 'consultation_not_found')
    const patient = required(await findPatient(db, doctorId, patientId), 'patient_not_found')
    if (patient.archived_at !== null) throw new AppError('patient_archived')
    if (before.recordState === 'signed') throw new AppError('section_signed')
    if (await isStructuring(db, doctorId, id)) throw new AppError('structuring_under_way')
    const context = usableContext(patient.clinical_context)
    const move = { consultationId: id, patientId, context, isSamePerson: samePerson }
    const isMoved = await moveConsultation(db, doctorId, { ...move, consentId: crypto.randomUUID(), now: Date.now() })
    const consultation = required(await findConsultation(db, doctorId, id), 'consultation_not_found')
    if (isMoved) c.get('audit')('consultation_moved', 'consultation', id)
    // A signature, a structuring or another move came in between.
    else if (consultation.patientId !== patientId) throw new AppError('record_changed')
    if (before.recordState === 'draft') await changeRecord(db, doctorId, id, recheckAlerts, Date.now())
    if (consultation.status === 'active' && consultation.consent) await tellRoom(c.env, id, consultation.consent)
    return reply(c, consultationReply, { consultation })
  })
  .get('/:id/room', byId, async (c) => {
    const { id } = c.req.valid('param')
    const doctor = c.get('doctor')
    const [found, rows] = await Promise.all([
      findConsultation(c.get('db'), doctor.id, id),
      termRows(c.get('db'), doctor.id, id),
    ])
    const consultation = required(found, 'consultation_not_found')
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new AppError('upgrade_required')
    requireSameOrigin(c.req.raw, c.env, true)
    c.get('audit')('room_joined', 'consultation', id)
    const request = roomRequest(c.req.raw, {
      consultationId: id,
      doctorId: doctor.id,
      sessionId: doctor.sessionId,
      sessionEndsAt: sessionEnd(doctor.signedInAt, doctor.sessionExpiresAt),
      startedAt: consultation.startTime,
      status: consultation.status,
      consent: consentNow(consultation.consent),
      terms: termSourcesOf(doctor.profile, consultation, rows),
    })
    return c.env.ROOM.getByName(id).fetch(request)
  })
