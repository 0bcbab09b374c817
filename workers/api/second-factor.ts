import { type Context, Hono } from 'hono'
import {
  beginSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from '#db/queries/second-factor.ts'
import { confirmed } from '#domain/account/confirmation.ts'
import { endedReply } from '#domain/account/contract.ts'
import {
  authenticatorUri,
  base32,
  recoveryCodesReply,
  SET_UP_MS,
  secondFactorBegunReply,
  secondFactorBody,
} from '#domain/account/second-factor.ts'
import { AppError, messageOf } from '#domain/errors.ts'
import { forgetGuesses, newRecoveryCodes, newSecret, secondsToGuess, stepOf } from '../auth/second-factor.ts'
import { runFollowUps } from '../http/follow-up.ts'
import { qrPath } from '../http/qr-path.ts'
import { type SecurityEvent, sendSecurityMail } from '../mail/security.ts'
import { cutSockets } from '../room/cut-sockets.ts'
import { jsonBody, reply } from './body.ts'
import { confirmIdentity } from './confirm.ts'
import type { AppEnv } from './context.ts'
import { refuseFor } from './failure.ts'

/** Second factor in settings. workers/auth/second-step.ts asks for its code at sign-in. */
export const secondFactor = new Hono<AppEnv>()
  .post('/second-factor', jsonBody(confirmed), async (c) => {
    await refuseUnless(c, 'off')
    await confirmIdentity(c, c.req.valid('json').confirmation)
    const { id, email } = c.get('doctor')
    const { secret, kept } = await newSecret(c.env)
    if (!(await beginSecondFactor(c.get('db'), id, kept, Date.now()))) throw new AppError('second_factor_on')
    const uri = authenticatorUri(base32(secret), email)
    return reply(c, secondFactorBegunReply, { secret: base32(secret), uri, qr: qrPath(uri) })
  })
  .put('/second-factor', jsonBody(secondFactorBody), async (c) => {
    const { db, doctor } = c.var
    const now = Date.now()
    await refuseUnless(c, 'off')
    const pending = await findSecondFactor(db, doctor.id)
    if (!pending || pending.begun_at + SET_UP_MS <= now) throw new AppError('second_factor_set_up_over')
    const { code } = c.req.valid('json')
    refuseFor(await secondsToGuess(db, doctor.id, code))
    const step = await stepOf(c.env, pending, code, now)
    if (step === null) throw new AppError('wrong_code', { code: messageOf('wrong_code') })
    const { codes, digests } = await newRecoveryCodes(c.env, pending)
    const ended = await enableSecondFactor(db, pending, { step, digests, now, session: doctor.sessionId })
    if (!ended) throw new AppError('second_factor_set_up_over')
    if (ended.length > 0) c.get('audit')('sessions_ended', 'doctor', doctor.id)
    // The codes are shown only once: failing follow-ups must not prevent it.
    await runFollowUps(
      forgetGuesses(db, doctor.id),
      ...ended.map((id) => cutSockets(c.env, db, { id, doctorId: doctor.id })),
      reportChange(c, 'second_factor_enabled', 'factor_on'),
    )
    return reply(c, recoveryCodesReply, { recovery_codes: codes })
  })
  .post('/second-factor/recovery-codes', jsonBody(confirmed), async (c) => {
    await refuseUnless(c, 'on')
    await confirmIdentity(c, c.req.valid('json').confirmation)
    const factor = await findSecondFactor(c.get('db'), c.get('doctor').id)
    if (!factor) throw new AppError('second_factor_off')
    const { codes, digests } = await newRecoveryCodes(c.env, factor)
    await replaceRecoveryCodes(c.get('db'), c.get('doctor').id, digests)
    await runFollowUps(reportChange(c, 'recovery_codes_created', 'codes_created'))
    return reply(c, recoveryCodesReply, { recovery_codes: codes })
  })
  .post('/second-factor/removal', jsonBody(confirmed), async (c) => {
    await refuseUnless(c, 'on')
    await confirmIdentity(c, c.req.valid('json').confirmation)
    await removeSecondFactor(c.get('db'), c.get('doctor').id)
    await runFollowUps(reportChange(c, 'second_factor_disabled', 'factor_off'))
    return reply(c, endedReply, { ended: 0 })
  })

async function refuseUnless(c: Context<AppEnv>, needed: 'on' | 'off'): Promise<void> {
  const on = await hasSecondFactor(c.get('db'), c.get('doctor').id)
  if (on !== (needed === 'on')) throw new AppError(on ? 'second_factor_on' : 'second_factor_off')
}

type FactorChange = 'second_factor_enabled' | 'second_factor_disabled' | 'recovery_codes_created'
async function reportChange(
  c: Context<AppEnv>,
  action: FactorChange,
  what: Exclude<SecurityEvent['what'], 'recovery_used'>,
) {
  const doctor = c.get('doctor')
  c.get('audit')(action, 'doctor', doctor.id)
  await sendSecurityMail(c.env, c.get('db'), doctor, { what })
}
