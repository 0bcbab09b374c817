import { Hono } from 'hono'
import { listCopyProfiles, removeCopyProfile, saveCopyProfile } from '#db/queries/copy-profile.ts'
import { AppError } from '#domain/errors.ts'
import {
  copyProfileBody,
  copyProfileReply,
  copyProfilesReply,
  removedCopyProfileReply,
} from '#domain/record/text/copy-profile.ts'
import { jsonBody, pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'

const byId = pathId('copy_profile_not_found')

/** The doctor's own ways to divide a record into the fields of another system. They hold no data of a patient. */
export const copyProfiles = new Hono<AppEnv>()
  .get('/', async (c) =>
    reply(c, copyProfilesReply, { items: await listCopyProfiles(c.get('db'), c.get('doctor').id) }),
  )
  .put('/:id', byId, jsonBody(copyProfileBody), async (c) => {
    const { id } = c.req.valid('param')
    const body = c.req.valid('json')
    const outcome = await saveCopyProfile(c.get('db'), c.get('doctor').id, id, body, Date.now())
    if (outcome !== 'saved') throw new AppError(outcome === 'full' ? 'copy_profiles_full' : 'copy_profile_not_found')
    return reply(c, copyProfileReply, { profile: { id, ...body } })
  })
  .delete('/:id', byId, async (c) => {
    const removed = await removeCopyProfile(c.get('db'), c.get('doctor').id, c.req.valid('param').id)
    if (!removed) throw new AppError('copy_profile_not_found')
    return reply(c, removedCopyProfileReply, { removed })
  })
