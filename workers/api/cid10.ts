import { Hono } from 'hono'
import { searchCodes } from '#domain/record/cid10/cid10.ts'
import { cidSearchBody, cidSearchReply } from '#domain/record/contract.ts'
import { cidTable } from '../record/cid10.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** Searches CID-10 codes. POST keeps the search text, which is about a patient, out of addresses. */
export const cid10 = new Hono<AppEnv>().post('/search', jsonBody(cidSearchBody), async (c) =>
  reply(c, cidSearchReply, { items: searchCodes(await cidTable(c.env), c.req.valid('json').query) }),
)
