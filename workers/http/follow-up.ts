import { log, nameOf } from '../log/log.ts'

/** Runs every follow-up task even if one fails. The request has already succeeded, so failures are only logged. */
export async function runFollowUps(...work: (Promise<unknown> | undefined)[]): Promise<void> {
  for (const one of await Promise.allSettled(work))
    if (one.status === 'rejected') log({ event: 'afterwards_failed', errorName: nameOf(one.reason) })
}
