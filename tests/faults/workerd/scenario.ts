import type { RunOptions } from '../fault.ts'
import { type Measure, nothingWrong, together } from '../measure.ts'
import type { Clinic, Consultation } from './stage.ts'

/** A fault on the real server: it goes its way, and tells what it has cost. */
export type Scenario = (clinic: Clinic, options: RunOptions) => Promise<Measure>

/** One consultation; everything it opens is closed even on failure, and a failure keeps the measurements. */
export const inConsultation =
  (play: (consultation: Consultation, options: RunOptions) => Promise<Measure>): Scenario =>
  async (clinic, options) => {
    const consultation = await clinic.consultation()
    try {
      return await play(consultation, options)
    } catch (error) {
      const words = await consultation.words().catch(() => [])
      const failed = consultation.measure(words)
      failed.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error), consultation.look())
      return failed
    } finally {
      clinic.engine.mood = 'well'
      await clinic.workerd.control('database', { share: 0, seed: 0 }).catch(() => {})
      await consultation.close()
    }
  }

export const repeated =
  (times: number, scenario: Scenario): Scenario =>
  async (clinic, options) => {
    let sum = nothingWrong()
    for (let run = 0; run < (options.short ? 1 : times); run++) sum = together([sum, await scenario(clinic, options)])
    return sum
  }

/** The same, where each run may cost something: LU is that of the worst. */
export const worstOf =
  (times: number, scenario: Scenario): Scenario =>
  async (clinic, options) => {
    let lu = 0
    const measure = await repeated(times, async () => {
      const one = await scenario(clinic, options)
      lu = Math.max(lu, one.lu)
      return one
    })(clinic, options)
    return { ...measure, lu }
  }
