import { openDatabase } from '#db/client.ts'
import { readQueueAge } from '#db/queries/measurement.ts'
import { checkOf } from '#domain/service/levels.ts'
import type { Env } from '../env.ts'
import { nameOf } from '../log/log.ts'
import { measure } from './measure.ts'

const PROBE_MS = 3_000

/** `fault`: null if the answer was good by the part's check. */
export type Probed = { part: 'd1' | 'files' | 'queue'; ms: number | null; fault: string | null }

/** Returns what `work` gives; rejects with 'TooSlow' after three seconds. */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { name: 'TooSlow' })), PROBE_MS)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks D1 and R2 for an answer and measures its time, and the age of the oldest job that no worker has taken. */
export async function probeParts({ DB, FILES }: Pick<Env, 'DB' | 'FILES'>, now: number): Promise<Probed[]> {
  const ask = async (part: Probed['part'], work: () => Promise<number | undefined>): Promise<Probed> => {
    const startedAt = Date.now()
    try {
      const value = await inTime(work)
      const ms = value ?? Date.now() - startedAt
      measure({ metric: part, value: ms })
      return { part, ms, fault: ms > (checkOf(part)?.withinMs ?? ms) ? 'slow' : null }
    } catch (error) {
      // D1 itself counts a queue that it cannot read.
      if (part === 'queue') return { part, ms: null, fault: null }
      const fault = nameOf(error)
      measure({ metric: part, failed: 1, fault })
      return { part, ms: null, fault }
    }
  }
  return Promise.all([
    ask('d1', async () => {
      const { meta } = await DB.prepare('SELECT 1').run()
      if (meta.size_after) measure({ metric: 'd1_size', value: meta.size_after })
      return undefined
    }),
    ask('files', async () => {
      await FILES.head('status')
      return undefined
    }),
    ask('queue', () => readQueueAge(openDatabase(DB), now)),
  ])
}
