import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, type Summary, summary } from './measure.ts'
import { shapes } from './print/shapes.ts'

const RUNS = 5
const PAGE_MS = 40
const ADDED_MB = 64

export type Printed = { name: string; pages: number; ms: number; addedMB: number }

/** Prints these shapes in one new process; `addedMB` is above the peak of what it printed before. */
export async function printShapes(names: readonly string[], options: readonly string[] = []): Promise<Printed[]> {
  const program = join(import.meta.dirname, 'print/print-shapes.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...options, program, ...names])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed)
}

/** Every record that the limits allow, at its limits: CPU of the thread for each page, and memory above an empty record. */
export const print: Bench = async ({ quick, say }) => {
  const figures: { name: string; ms: Summary; added: Summary }[] = []
  for (const name of Object.keys(shapes)) {
    const runs: Printed[] = []
    for (let run = 0; run < (quick ? 1 : RUNS); run++) runs.push(...(await printShapes([name])))
    const ms = summary(runs.map((printed) => printed.ms / printed.pages))
    const added = summary(runs.map(({ addedMB }) => addedMB))
    const spread = ({ median, min, max }: Summary) => `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`
    say(`${name.padEnd(30)} ${runs[0]?.pages} pages, ${spread(ms)} ms a page, ${spread(added)} MB`)
    figures.push({ name, ms, added })
  }
  const worst = (of: 'ms' | 'added') =>
    figures.reduce((worse, figure) => (figure[of].median > worse[of].median ? figure : worse))
  const [slowest, largest] = [worst('ms'), worst('added')]
  const compared = 'Each shape in a process of its own that has printed ten small records before; no peer.'
  return [
    { what: `a page of '${slowest.name}'`, unit: 'ms', of: slowest.ms, target: { atMost: PAGE_MS }, compared },
    { what: `memory of '${largest.name}'`, unit: 'MB', of: largest.added, target: { atMost: ADDED_MB }, compared },
  ]
}
