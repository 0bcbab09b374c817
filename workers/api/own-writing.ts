import { Hono } from 'hono'
import { readOwnWriting, saveOwnWriting } from '#db/queries/own-writing.ts'
import { AppError } from '#domain/errors.ts'
import { ownWritingBody, ownWritingReply } from '#domain/record/writing/writing.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** How the doctor writes: own templates, shortcuts and preferred words, for the records to come. */
export const ownWritings = new Hono<AppEnv>()
  .get('/', async (c) => reply(c, ownWritingReply, await readOwnWriting(c.get('db'), c.get('doctor').id)))
  .put('/', jsonBody(ownWritingBody), async (c) => {
    const { writing, base } = c.req.valid('json')
    const saved_at = await saveOwnWriting(c.get('db'), c.get('doctor').id, writing, base, Date.now())
    if (saved_at === null) throw new AppError('writing_changed')
    return reply(c, ownWritingReply, { writing, saved_at })
  })
