import type { Job } from '#db/queries/job.ts'
import type { JobStatus } from '#domain/jobs.ts'
import { parseJson } from '#domain/json.ts'
import type { Env } from '../env.ts'
import type { JobNews } from '../room/door.ts'
import { pdfInput } from './pdf-input.ts'

type Announced = Pick<Job, 'id' | 'kind' | 'subject_id' | 'input'>

/** [C43] Notifies the open screens of the consultation. Optional: a screen that misses it reads the job's row later. */
export async function announce(env: Env, job: Announced, status: JobStatus, step: string | null = null): Promise<void> {
  const news = newsOf(job, status, step)
  if (!news) return
  try {
    await env.ROOM.getByName(job.subject_id).notify(news)
  } catch {
    // The room is being deployed or was deleted; no result depends on it.
  }
}

function newsOf(job: Announced, status: JobStatus, step: string | null): JobNews | null {
  if (job.kind === 'structure') return { type: 'structuring', status, step, job_id: job.id }
  if (job.kind !== 'pdf') return null
  const input = pdfInput.safeParse(parseJson(job.input))
  return input.success ? { type: 'export', id: input.data.export_id, status } : null
}
