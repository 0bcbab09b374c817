import { Hono } from 'hono'
import { changeTranscript } from '#db/queries/transcript-change.ts'
import { correctedTranscriptReply } from '#domain/consultation/contract.ts'
import { lineEdit } from '#domain/transcript/edit.ts'
import { auditedRequest } from '../audit/audited.ts'
import { openRecord } from '../record/signature.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'
import { accepted } from './failure.ts'

/** Corrections of a finished transcript, until its record is signed. Before the end the room takes them. */
export const transcripts = new Hono<AppEnv>().patch(
  '/:id/transcript',
  pathId('consultation_not_found'),
  jsonBody(lineEdit),
  async (c) => {
    const { id } = c.req.valid('param')
    const [db, doctorId] = [c.get('db'), c.get('doctor').id]
    const request = auditedRequest(c)
    const { lines, rechecked } = accepted(await changeTranscript(db, doctorId, id, c.req.valid('json'), request))
    const record = await openRecord(db, doctorId, id)
    return reply(c, correctedTranscriptReply, { transcriptions: lines, rechecked, record })
  },
)
