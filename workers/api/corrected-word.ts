import { Hono } from 'hono'
import { listCorrectedWords, removeCorrectedWords } from '#db/queries/corrected-word.ts'
import { AppError } from '#domain/errors.ts'
import { correctedWordsReply, removedWordsReply } from '#domain/speech/contract.ts'
import { pathId, reply } from './body.ts'
import type { AppEnv } from './context.ts'

/** The doctor's list of corrected words. Each word has an id, since a word must not appear in an address. */
export const correctedWords = new Hono<AppEnv>()
  .get('/', async (c) => {
    const items = await listCorrectedWords(c.get('db'), c.get('doctor').id)
    return reply(c, correctedWordsReply, { items })
  })
  .delete('/', async (c) => {
    const doctorId = c.get('doctor').id
    const removed = await removeCorrectedWords(c.get('db'), doctorId, 'all')
    if (removed > 0) c.get('audit')('corrected_words_removed', 'doctor', doctorId)
    return reply(c, removedWordsReply, { removed })
  })
  .delete('/:id', pathId('corrected_word_not_found'), async (c) => {
    const doctorId = c.get('doctor').id
    const removed = await removeCorrectedWords(c.get('db'), doctorId, { only: c.req.valid('param').id })
    if (removed === 0) throw new AppError('corrected_word_not_found')
    c.get('audit')('corrected_words_removed', 'doctor', doctorId)
    return reply(c, removedWordsReply, { removed })
  })
