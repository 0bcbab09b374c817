import { after } from './alarm.ts'
import type { JobNews } from './door.ts'

/** Callers that wait for the end of a structuring job. */
export class JobCallers {
  readonly #callers = new Set<{ jobId: string; resolve: () => void }>()

  /** Ends the wait of the callers whose job has ended. */
  onNews(news: JobNews): void {
    if (news.type !== 'structuring' || news.status === 'queued' || news.status === 'running') return
    for (const { jobId, resolve } of this.#callers) if (jobId === news.job_id) resolve()
  }

  /** Resolves when the job has ended, or after `ms`. */
  async end(jobId: string, ms: number): Promise<void> {
    let resolve = () => {}
    const ended = new Promise<void>((done) => {
      resolve = done
    })
    const caller = { jobId, resolve }
    this.#callers.add(caller)
    const cancel = after(ms, resolve)
    await ended
    cancel()
    this.#callers.delete(caller)
  }
}
