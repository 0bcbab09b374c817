import { log, nameOf } from '../log/log.ts'

/** What was done stands: what follows from it is tried, all of it, and where it fails that is no reason to say otherwise. */
export async function afterwards(...work: (Promise<unknown> | undefined)[]): Promise<void> {
  for (const one of await Promise.allSettled(work))
    if (one.status === 'rejected') log({ event: 'afterwards_failed', errorName: nameOf(one.reason) })
}
