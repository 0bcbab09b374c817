import { Hono } from 'hono'
import { answerConsent, revokeConsent } from '#db/queries/consent.ts'
import { findConsultation } from '#db/queries/consultation.ts'
import { consentNow } from '#domain/consent/consent.ts'
import {
  answerConsentBody,
  type Consent,
  consentReply,
  type DiscardedTakes,
  revokeConsentBody,
} from '#domain/consent/contract.ts'
import { currentNotice, itemsFor } from '#domain/consent/notice.ts'
import { AppError } from '#domain/errors.ts'
import type { Env } from '../env.ts'
import { log, nameOf } from '../log/log.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'

const byId = pathId('consultation_not_found')

/** The patient's answer to the notice of a consultation, and its revocation. */
export const consents = new Hono<AppEnv>()
  .post('/:id/consents', byId, jsonBody(answerConsentBody), async (c) => {
    const { id } = c.req.valid('param')
    const { notice_version, answers } = c.req.valid('json')
    const doctorId = c.get('doctor').id
    const consultation = required(await findConsultation(c.get('db'), doctorId, id), 'consultation_not_found')
    if (consultation.status !== 'active') throw new AppError('consultation_completed')
    // [N3] Store the answer only for the notice text that was shown.
    if (notice_version !== currentNotice.version) throw new AppError('notice_outdated')
    if (itemsFor(consultation.consultationType).includes('telemedicine') !== (answers.telemedicine !== undefined))
      throw new AppError('invalid_body', { 'answers.telemedicine': 'Responda ao que foi perguntado nesta consulta.' })
    const { added, consent } = await answerConsent(c.get('db'), doctorId, {
      id: crypto.randomUUID(),
      consultationId: id,
      notice: currentNotice,
      answers,
      now: Date.now(),
    })
    // The consultation ended meanwhile.
    if (!consent) throw new AppError('consultation_completed')
    if (added) c.get('audit')('consent_answered', 'consultation', id)
    await tellRoom(c.env, id, consent)
    return reply(c, consentReply, { consent }, added ? 201 : 200)
  })
  .post('/:id/consents/revocation', byId, jsonBody(revokeConsentBody), async (c) => {
    const { id } = c.req.valid('param')
    const { discarded, ago_ms: agoMs, report } = c.req.valid('json')
    const doctorId = c.get('doctor').id
    if (!(await findConsultation(c.get('db'), doctorId, id))) throw new AppError('consultation_not_found')
    const { added, consent } = await revokeConsent(c.get('db'), doctorId, {
      id: crypto.randomUUID(),
      consultationId: id,
      discarded,
      agoMs,
      report,
      now: Date.now(),
    })
    if (!consent) throw new AppError('consent_missing')
    if (added && consent.state !== 'accepted') c.get('audit')('consent_revoked', 'consultation', id)
    await tellRoom(c.env, id, consent, discarded)
    return reply(c, consentReply, { consent })
  })

/** [N9] D1 has the answer. If the call fails, the room reads it at the next visit or with the repeated request. */
export async function tellRoom(env: Env, consultationId: string, consent: Consent, discarded: DiscardedTakes = []) {
  try {
    await env.ROOM.getByName(consultationId).consentChanged(consentNow(consent), discarded)
  } catch (error) {
    log({ event: 'consent_untold', consultationId, errorName: nameOf(error) })
  }
}
