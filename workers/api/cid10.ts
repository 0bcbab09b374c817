import { Hono } from 'hono'
import { searchCodes } from '#domain/record/cid10/cid10.ts'
import { cidSearchBody, cidSearchReply } from '#domain/record/contract.ts'
import { cidTable } from '../record/cid10.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** The codes of CID-10: what the doctor looks for stays out of addresses, as all that tells of a patient. */
export const cid10 = new Hono<AppEnv>().post('/search', jsonBody(cidSearchBody), async (c) =>
  reply(c, cidSearchReply, { items: searchCodes(await cidTable(c.env), c.req.valid('json').query) }),
)
