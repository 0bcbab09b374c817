import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Fault, type Measure, nothingWrong, type RunOptions, together } from '../fault.ts'
import type { Variant } from './consultation.ts'
import type { Kind } from './schedule.ts'

/** Schedules of a full run, 10,000 and more in all. */
const RUNS = 400
const EVERYTHING = 3_200
const SHORT_PART = 20
/** A process of its own for each part of this size: they run two at a time. */
const PART = 200
const AT_ONCE = 2

const part = (kind: string, runs: number, seed: number, variant: Variant): Promise<Measure> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'run.ts')
    const args = ['--kind', kind, '--runs', String(runs), '--seed', String(seed), '--variant', variant]
    const child = spawn(process.execPath, ['--no-warnings', file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [said, complained] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained += text
    })
    child.once('close', (code) => {
      const measure = code === 0 && said.startsWith('{') ? (JSON.parse(said) as Measure) : null
      resolve(measure ?? { ...nothingWrong(), faults: [`the simulation ended with ${code}: ${complained}`] })
    })
  })

async function simulated(kind: string, runs: number, seed: number, variant: Variant = 'right'): Promise<Measure> {
  const parts: (() => Promise<Measure>)[] = []
  for (let from = 0; from < runs; from += PART)
    parts.push(() => part(kind, Math.min(PART, runs - from), seed + from, variant))
  const measures: Measure[] = []
  const worker = async () => {
    for (let next = parts.shift(); next; next = parts.shift()) measures.push(await next())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return together(measures)
}

const row = (name: Kind | 'everything', runs = RUNS): Fault => ({
  name,
  rung: 1,
  // The frame in hand when a page dies is not counted.
  bound: {},
  run: ({ seed, short, schedules }: RunOptions) =>
    simulated(name, schedules ?? (short ? runs / SHORT_PART : runs), seed),
})

/** Found by the first schedule that shows it. */
const knownBad = (variant: Variant, kind: Kind): Fault => ({
  name: variant,
  rung: 1,
  bound: {},
  knownBad: true,
  run: ({ seed }) => simulated(kind, 60, seed, variant),
})

export const simulatedFaults: readonly Fault[] = [
  row('cut'),
  row('half-open'),
  row('page-crash'),
  row('server-killed'),
  row('evicted'),
  row('pause'),
  row('engine-dies'),
  row('engine-stalls'),
  row('engine-garbage'),
  row('engine-empty'),
  row('bad-frames'),
  row('d1-fails'),
  row('clock-skew'),
  row('two-tabs'),
  row('microphone'),
  row('storage-full'),
  row('finish-offline'),
  row('session-ends'),
  row('device-asleep'),
  row('revoked'),
  row('everything', EVERYTHING),
  knownBad('acknowledges-before-storing', 'server-killed'),
  knownBad('forgets-on-send', 'cut'),
  knownBad('drops-while-disconnected', 'cut'),
]
