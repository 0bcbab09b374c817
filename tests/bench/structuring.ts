import { hourLong } from '#tests/testkit/long-consultation.ts'
import type { Bench } from './measure.ts'
import { cpuOf } from './process-use.ts'
import { summary } from './statistics.ts'
import { startWorker } from './workerd.ts'

/** Until the engine has compiled what runs often. */
const WARM_UP = 10
const RUNS = 30
const TARGET_MS = 300
/** Sections a consultation about everything fills; fewer would mean that little was measured. */
const FILLED = 9

/**
 * An hour of talk (9,000 words), structured by rules and checked, in workerd. Its own clock stands still while it
 * computes: what counts is the processor's time of the whole process, compiler and garbage collector included.
 */
export const structuring: Bench = async ({ quick, say }) => {
  const entries = hourLong()
  const body = JSON.stringify(entries)
  const words = entries.reduce((sum, entry) => sum + entry.text.split(' ').length, 0)
  const worker = await startWorker('structuring', 'structuring-worker.ts')
  try {
    const run = async () => {
      const before = cpuOf(worker.pid)
      const answer = await fetch(`http://127.0.0.1:${worker.port}`, { method: 'POST', body })
      const made = (await answer.json()) as { filled: number; sentences: number }
      return { made, ms: (cpuOf(worker.pid) - before) / 1_000 }
    }
    const cold = await run()
    for (let count = 1; count < WARM_UP; count++) await run()
    const times: number[] = []
    for (let count = 0; count < (quick ? 2 : RUNS); count++) times.push((await run()).ms)
    say(`${words} words in ${entries.length} lines -> ${JSON.stringify(cold.made)}`)
    if (cold.made.filled !== FILLED) throw new Error(`${cold.made.filled} sections were filled instead of ${FILLED}`)
    return [
      {
        what: 'CPU of an hour of talk structured by rules and checked',
        unit: 'ms',
        of: summary(times),
        target: { under: TARGET_MS },
        compared: "All of workerd's processor time for it, compiler and garbage collector included; no peer.",
        notes: [`first run, nothing compiled: ${cold.ms.toFixed(0)} ms`],
      },
    ]
  } finally {
    await worker.stop()
  }
}
