import type { Database } from '#db/client.ts'
import type { ClaimedJob, DoctorJob } from '#db/queries/job.ts'
import type { JobOutcome } from '#domain/jobs.ts'
import type { Env } from '../env.ts'

export type JobContext<J extends ClaimedJob = ClaimedJob> = {
  env: Env
  db: Database
  job: J
  startedAt: number
  step: (step: string) => Promise<void>
}
export type JobRun = (context: JobContext) => Promise<JobOutcome>
export type DoctorJobRun = (context: JobContext<DoctorJob>) => Promise<JobOutcome>
