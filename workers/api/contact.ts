import { Hono } from 'hono'
import { secondsToWait } from '#db/queries/attempt.ts'
import { storeContact } from '#db/queries/contact.ts'
import { contactBody, contactReply } from '#domain/contact/contract.ts'
import { visitorKey } from '../http/visitor.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { contactMail } from '../mail/messages.ts'
import { newMail } from '../mail/send.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { refuseFor } from './failure.ts'

/** Messages from one address. */
const LIMIT = { max: 5, windowMs: 10 * 60_000 }

/** Stores and mails a visitor's message: both or neither. */
export const contact = new Hono<AppEnv>().post('/', jsonBody(contactBody), async (c) => {
  const { website, ...message } = c.req.valid('json')
  const db = c.get('db')
  const key = `contact:${visitorKey(c.req.raw.headers)}`
  refuseFor(await secondsToWait(db, key, { ...LIMIT, now: Date.now() }))
  // A hidden field that only programs fill in: answer them as if the message was stored.
  if (!website) {
    const mail = newMail(null, contactMail(message))
    await storeContact(db, message, mail)
    await enqueue(c.env, 'mail', mail.id)
  }
  return reply(c, contactReply, { ok: true }, 201)
})
