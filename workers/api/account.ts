import { Hono } from 'hono'
import { updateProfile } from '#db/queries/account.ts'
import { closingOf } from '#domain/account/closing.ts'
import { profileReply, sessionReply, updateProfileBody } from '#domain/account/contract.ts'
import { AppError } from '#domain/errors.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'

export const account = new Hono<AppEnv>()
  .get('/session', (c) => {
    const doctor = c.get('doctor')
    return reply(c, sessionReply, {
      user: { id: doctor.id, email: doctor.email, name: doctor.name },
      profile: doctor.profile,
      closing: doctor.closedAt === null ? null : closingOf(doctor.closedAt),
      expires_in: Math.max(0, Math.round((doctor.sessionExpiresAt - Date.now()) / 1_000)),
      expires_at: doctor.sessionExpiresAt,
    })
  })
  .get('/profile', (c) => {
    const { profile } = c.get('doctor')
    if (!profile) throw new AppError('not_found')
    return reply(c, profileReply, { profile })
  })
  .patch('/profile', jsonBody(updateProfileBody), async (c) => {
    const doctor = c.get('doctor')
    const change = c.req.valid('json')
    const profile = required(await updateProfile(c.get('db'), doctor.id, doctor.name, change, Date.now()), 'not_found')
    // A page reports its device's zone by itself: the doctor has changed nothing then.
    if (Object.keys(change).some((name) => name !== 'time_zone'))
      c.get('audit')('profile_updated', 'doctor', profile.id)
    return reply(c, profileReply, { profile })
  })
