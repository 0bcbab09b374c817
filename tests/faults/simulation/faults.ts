import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Fault, type Measure, together } from '../fault.ts'
import type { Variant } from './consultation.ts'
import { type Kind, kindNames } from './schedule.ts'

/** Schedules of a full run, 10,000 and more in all. */
const RUNS = 400
const EVERYTHING = 3_200
/** Schedules of one process: two play at a time. */
const PART = 200
const AT_ONCE = 2

const file = join(import.meta.dirname, 'run.ts')

/** Plays schedules in a process of its own: the simulation replaces clocks and timers. */
export async function played(kind: Kind | 'everything', runs: number, seed: number, variant: Variant = 'right') {
  const args = ['--kind', kind, '--runs', `${runs}`, '--seed', `${seed}`, '--variant', variant]
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file, ...args])
  return JSON.parse(stdout) as Measure
}

const row = (kind: Kind | 'everything', usual = RUNS): Fault => ({
  name: kind,
  rung: 1,
  // The frame in hand when a page dies is not counted.
  bound: {},
  async run({ seed, schedules: runs = usual }) {
    const parts: number[] = []
    for (let from = 0; from < runs; from += PART) parts.push(from)
    const measures: Measure[] = []
    const play = async () => {
      for (let from = parts.shift(); from !== undefined; from = parts.shift())
        measures.push(await played(kind, Math.min(PART, runs - from), seed + from))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, play))
    return together(measures)
  },
})

/** Found by the first schedule that shows it. */
const knownBad = (variant: Variant, kind: Kind): Fault => ({
  name: variant,
  rung: 1,
  bound: {},
  knownBad: true,
  run: ({ seed }) => played(kind, 60, seed, variant),
})

export const simulatedFaults: readonly Fault[] = [
  ...kindNames.map((kind) => row(kind)),
  row('everything', EVERYTHING),
  knownBad('acknowledges-before-storing', 'server-killed'),
  knownBad('forgets-on-send', 'cut'),
  knownBad('drops-while-disconnected', 'cut'),
]
