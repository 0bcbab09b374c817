import type { RunOptions } from '../fault.ts'
import { type Measure, nothingWrong } from '../measure.ts'
import type { Clinic } from './clinic.ts'
import type { Desk } from './desk.ts'

/** A fault in a real browser before the real server. */
export type Scenario = (clinic: Clinic, options: RunOptions) => Promise<Measure>

/** One browser, one consultation; both are closed even on failure. `script` runs in its pages before their own. */
export const atDesk =
  (play: (desk: Desk, options: RunOptions) => Promise<Measure>, script?: () => string): Scenario =>
  async (clinic, options) => {
    const desk = await clinic.desk(script?.())
    try {
      return await play(desk, options)
    } catch (error) {
      const transcripts = desk.screens.map((screen) => `the line: ${screen.lines.map(({ text }) => text).join(' · ')}`)
      return {
        ...nothingWrong(1),
        faults: [error instanceof Error ? (error.stack ?? '') : String(error), ...transcripts],
      }
    } finally {
      clinic.network.heal()
      await desk.close()
    }
  }
