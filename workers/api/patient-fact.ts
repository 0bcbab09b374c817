import { type Context, Hono } from 'hono'
import { z } from 'zod/mini'
import { endFact, type NewFact, readMemory, writeFact } from '#db/queries/patient-fact.ts'
import { readTimeline } from '#db/queries/timeline.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { idParam } from '#domain/contract.ts'
import { AppError } from '#domain/errors.ts'
import {
  addFactBody,
  answerProposalBody,
  DOSE_CHANGED,
  endFactBody,
  factKey,
  memoryReply,
  type PatientMemory,
} from '#domain/patient/fact.ts'
import { asChanges, proposalsOf, unansweredAllergies } from '#domain/patient/proposals.ts'
import { recallOf } from '#domain/patient/recall.ts'
import { timelineBody, timelineReply } from '#domain/patient/timeline.ts'
import { auditedRequest } from '../audit/audited.ts'
import { jsonBody, pathId, reply, validated } from './body.ts'
import type { AppEnv } from './context.ts'
import { required } from './failure.ts'

const byPatient = pathId('patient_not_found')
const byFact = validated('param', z.extend(idParam, { fact: z.uuid() }), 'fact_not_found')

/** A patient's lists, proposals for them, and 'Desde a última vez'. Every change answers all of it. */
export const patientFacts = new Hono<AppEnv>()
  .get('/:id/facts', byPatient, async (c) => {
    const { id } = c.req.valid('param')
    const memory = await memoryOf(c, id)
    c.get('audit')('patient_read', 'patient', id)
    return reply(c, memoryReply, memory)
  })
  .post('/:id/facts', byPatient, jsonBody(addFactBody), async (c) => {
    const { id } = c.req.valid('param')
    await write(c, id, { ...c.req.valid('json'), source: null, accepted: true })
    return reply(c, memoryReply, await memoryOf(c, id))
  })
  .post('/:id/facts/proposals', byPatient, jsonBody(answerProposalBody), async (c) => {
    const { id } = c.req.valid('param')
    const { kind, text, accepted } = c.req.valid('json')
    const { proposals } = await memoryOf(c, id)
    const found = proposals.find((one) => one.kind === kind && factKey(one.text) === factKey(text))
    const { replaces, ...proposal } = required(found ?? null, 'proposal_not_found')
    // Another window may have ended one meanwhile: then nothing is left to end.
    const ends = accepted ? { ids: replaces.map((one) => one.id), reason: DOSE_CHANGED } : undefined
    await write(c, id, { ...proposal, accepted, ends })
    return reply(c, memoryReply, await memoryOf(c, id))
  })
  .post('/:id/facts/:fact/end', byFact, jsonBody(endFactBody), async (c) => {
    const { id, fact } = c.req.valid('param')
    const scope = { doctorId: c.get('doctor').id, patientId: id, id: fact }
    const failed = await endFact(c.get('db'), scope, c.req.valid('json').reason, auditedRequest(c))
    if (failed) throw new AppError(failed)
    return reply(c, memoryReply, await memoryOf(c, id))
  })
  .post('/:id/timeline', byPatient, jsonBody(timelineBody), async (c) => {
    const { id } = c.req.valid('param')
    const scope = { doctorId: c.get('doctor').id, patientId: id }
    const page = required(await readTimeline(c.get('db'), scope, c.req.valid('json')), 'patient_not_found')
    c.get('audit')('patient_read', 'patient', id)
    return reply(c, timelineReply, page)
  })

async function write(c: Context<AppEnv>, patientId: string, fact: NewFact): Promise<void> {
  const failed = await writeFact(c.get('db'), { doctorId: c.get('doctor').id, patientId }, fact, auditedRequest(c))
  if (failed) throw new AppError(failed)
}

async function memoryOf(c: Context<AppEnv>, patientId: string): Promise<PatientMemory> {
  const rows = required(await readMemory(c.get('db'), c.get('doctor').id, patientId), 'patient_not_found')
  const { facts, notes, allergyNotes, contexts, decided } = rows
  const timeZone = timeZoneOf(c.get('doctor').profile)
  return {
    facts,
    proposals: asChanges(proposalsOf(notes, contexts, decided, allergyNotes), facts),
    recall: recallOf(notes, facts, unansweredAllergies(allergyNotes, decided), timeZone),
    last_signed_at: notes[0]?.signed_at ?? null,
  }
}
