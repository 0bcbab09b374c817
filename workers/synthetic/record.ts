import { openDatabase } from '#db/client.ts'
import { moveMark, readMark } from '#db/queries/service-mark.ts'
import { consultation } from '#domain/demo/consultation.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import type { Env } from '../env.ts'
import { nameOf } from '../log/log.ts'
import { SYNTHETIC } from '../room/door.ts'
import { structure } from '../structuring/structure.ts'

/**
 * Writes the record of a synthetic consultation that has ended, in the worker of a queue, and notes the result in its
 * mark. A repeated message finds another state and does nothing. It never throws: the consultation waits for the mark.
 */
export async function recordSynthetically(env: Env, id: string): Promise<void> {
  const db = openDatabase(env.DB)
  const move = (state: string) => moveMark(db, { name: 'synthetic', subject: id }, state, 'ended')
  try {
    const mark = await readMark(db, 'synthetic')
    if (mark?.subject !== id || mark.state !== 'ended') return
    await writeRecord(env)
    await move('recorded')
  } catch (error) {
    await move(nameOf(error)).catch(() => undefined)
  }
}

/** Structures the public demonstration's conversation, and throws if its record is empty. */
async function writeRecord(env: Env): Promise<void> {
  const entries = consultation.map(({ speaker, text }, position) => ({
    ...{ id: `e${position}`, text, speaker, timestamp: position * 1_000, isPartial: false, confidence: 0.9 },
    ...{ start_ms: position * 1_000, end_ms: position * 1_000 + 900 },
  }))
  const names = { patient: 'Otávio', doctor: '', identification: null }
  const input = { jobId: SYNTHETIC, entries, context: '', specialty: 'general', names } as const
  const { sections, held } = await structure(env, input)
  const proven = proveRecord({ entries, context: '', specialty: 'general' }, sections, () => crypto.randomUUID(), held)
  if (proven.sections.every(({ content }) => content === ''))
    throw Object.assign(new Error('empty record'), { name: 'no_record' })
}
