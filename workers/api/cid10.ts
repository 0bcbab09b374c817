import { Hono } from 'hono'
import { proposeCodes, searchCodes } from '#domain/record/cid10/cid10.ts'
import { cidProposalsBody, cidSearchBody, cidSearchReply, cidStatusReply } from '#domain/record/contract.ts'
import { cidTable, findCidTable } from '../record/cid10.ts'
import { jsonBody, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** Searches CID-10 codes. POST keeps the search text, which is about a patient, out of addresses. */
export const cid10 = new Hono<AppEnv>()
  .get('/', async (c) => reply(c, cidStatusReply, { has_table: (await findCidTable(c.env)) !== null }))
  .post('/search', jsonBody(cidSearchBody), async (c) =>
    reply(c, cidSearchReply, { items: searchCodes(await cidTable(c.env), c.req.valid('json').query) }),
  )
  .post('/proposals', jsonBody(cidProposalsBody), async (c) =>
    reply(c, cidSearchReply, { items: proposeCodes(await cidTable(c.env), c.req.valid('json').hypothesis) }),
  )
