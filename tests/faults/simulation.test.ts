import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Measure } from './fault.ts'

// A share of `npm run test:faults -- --rung 1`. The simulation replaces clocks and timers: it has a process of its own.
const run = promisify(execFile)
const file = join(import.meta.dirname, 'simulation/run.ts')

async function simulated(...args: string[]): Promise<Measure> {
  const { stdout } = await run(process.execPath, ['--no-warnings', file, ...args])
  return JSON.parse(stdout) as Measure
}

test('whatever network, pages, server, engine and D1 do: nothing acknowledged is lost, no word lost or doubled', async () => {
  // Always the same schedules here; `test:faults` draws others each time.
  const seed = '3'
  const measure = await simulated('--kind', 'everything', '--runs', '300', '--seed', seed)
  expect(measure, `seed ${seed}`).toEqual({ runs: 300, la: 0, lu: 0, dv: 0, rt: null, sil: 0, faults: [] })
}, 120_000)

test('known bad: a server that acknowledges before storing, a client that forgets or drops, are caught', async () => {
  const [early, forgetful, dropping] = await Promise.all([
    simulated('--kind', 'server-killed', '--runs', '60', '--variant', 'acknowledges-before-storing'),
    simulated('--kind', 'cut', '--runs', '60', '--variant', 'forgets-on-send'),
    simulated('--kind', 'cut', '--runs', '60', '--variant', 'drops-while-disconnected'),
  ])
  expect(early.la).toBeGreaterThan(0)
  expect(forgetful.lu).toBeGreaterThan(0)
  expect(dropping.lu).toBeGreaterThan(0)
}, 120_000)
