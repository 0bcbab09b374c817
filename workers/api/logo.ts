import { Buffer } from 'node:buffer'
import { Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { currentLogo, replaceLogo } from '#db/queries/logo.ts'
import { fitsLetterhead, logoBody, logoReply, readJpeg } from '#domain/account/logo.ts'
import { AppError } from '#domain/errors.ts'
import { hexOf } from '../auth/sha256.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { refuseFor } from './failure.ts'

/** Changes per doctor: each looks at all their documents for the logos that are still printed. */
const CHANGES = { max: 20, windowMs: 60 * 60_000 }

/** The logo of the doctor's letterhead. Issued documents keep the one of their day. */
export const logo = new Hono<AppEnv>()
  .get('/profile/logo', async (c) => reply(c, logoReply, { logo: await currentLogo(c.get('db'), c.get('doctor').id) }))
  .put('/profile/logo', jsonBody(logoBody), async (c) => {
    const { jpeg } = c.req.valid('json')
    const [db, { id }, now] = [c.get('db'), c.get('doctor'), Date.now()]
    const bytes = Buffer.from(jpeg, 'base64')
    const size = readJpeg(bytes)
    if (!size || !fitsLetterhead(size)) throw new AppError('logo_unreadable')
    refuseFor(await secondsToWait(db, `logo:${id}`, { ...CHANGES, now }))
    const made = { sha256: hexOf(await crypto.subtle.digest('SHA-256', bytes)), jpeg }
    await replaceLogo(db, id, made, now)
    c.get('audit')('profile_updated', 'doctor', id)
    return reply(c, logoReply, { logo: made })
  })
  .delete('/profile/logo', async (c) => {
    const [db, { id }, now] = [c.get('db'), c.get('doctor'), Date.now()]
    refuseFor(await secondsToWait(db, `logo:${id}`, { ...CHANGES, now }))
    await replaceLogo(db, id, null, now)
    c.get('audit')('profile_updated', 'doctor', id)
    return reply(c, logoReply, { logo: null })
  })
