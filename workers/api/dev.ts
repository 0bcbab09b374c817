import { Hono } from 'hono'
import { latestMails } from '#db/queries/mail.ts'
import { isDeployed } from '#domain/configuration.ts'
import { AppError } from '#domain/errors.ts'
import { inboxReply } from '#domain/mail.ts'
import { reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** Routes for development only: staging and production answer 404. */
export const dev = new Hono<AppEnv>()
  .use(async (c, next) => {
    if (isDeployed(c.env.ENVIRONMENT)) throw new AppError('not_found')
    await next()
  })
  .get('/inbox', async (c) => reply(c, inboxReply, { mails: await latestMails(c.get('db'), 50) }))
