// npm run bench: measures P1 to P12 beside their peers, and exits non-zero when a figure misses its target.
// `--only NAME` or `--only P4`, which may be repeated; `--quick` takes seconds, and its figures do not count.
import { cpus, loadavg, release, totalmem } from 'node:os'
import { readArguments, requireKnown } from '#local/input.ts'
import { cost } from './cost.ts'
import { documents } from './documents.ts'
import { firstByte } from './first-byte.ts'
import { latency } from './latency.ts'
import { lighthousePages } from './lighthouse.ts'
import { lists } from './lists.ts'
import type { Bench } from './measure.ts'
import { onset } from './onset.ts'
import { pageMemory } from './page-memory.ts'
import { pageScript } from './page-script.ts'
import { relay } from './relay.ts'
import { rooms } from './rooms.ts'
import { startUp } from './start-up.ts'
import { detail, type Result, table, verdict } from './table.ts'
import { weight } from './weight.ts'

const all: { point: string; name: string; bench: Bench }[] = [
  { point: 'P1', name: 'relay', bench: relay },
  { point: 'P2', name: 'latency', bench: latency },
  { point: 'P3', name: 'onset', bench: onset },
  { point: 'P4', name: 'weight', bench: weight },
  { point: 'P5', name: 'first-byte', bench: firstByte },
  { point: 'P6', name: 'lists', bench: lists },
  { point: 'P7', name: 'rooms', bench: rooms },
  { point: 'P8', name: 'documents', bench: documents },
  { point: 'P9', name: 'start-up', bench: startUp },
  { point: 'P10', name: 'cost', bench: cost },
  { point: 'P11', name: 'page-memory', bench: pageMemory },
  { point: 'P11', name: 'page-script', bench: pageScript },
  { point: 'P12', name: 'lighthouse', bench: lighthousePages },
]

// On a signal, its exit handlers still run, so that every process it started ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { values } = readArguments({
  only: { type: 'string', multiple: true, default: [] },
  quick: { type: 'boolean', default: false },
})
const { quick } = values
const only = values.only.map((name) => (/^p\d+$/i.test(name) ? name.toUpperCase() : name))
requireKnown('--only', only, [...all.map(({ name }) => name), ...all.map(({ point }) => point)])
const wanted = all.filter(({ name, point }) => only.length === 0 || only.includes(name) || only.includes(point))

const NOT_COUNTED = 'QUICK: few repeats, to see that it works. These figures do not count.'
const load = () => (loadavg()[0] ?? 0).toFixed(1)

async function measure(): Promise<void> {
  const before = load()
  const processor = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  const machine = `${processor}, ${process.platform} ${release()}, node ${process.version}`
  if (quick) console.log(NOT_COUNTED)
  const results: Result[] = []
  for (const { name, point, bench } of wanted) {
    console.log(`\n── ${point} ${name}`)
    const found: Result[] = await bench({ quick, say: (text) => console.log(text) }).then(
      (lines) => lines.map((line) => ({ point, line })),
      (error: unknown) => {
        console.log(error)
        return [{ point, failure: String(error).split('\n')[0] ?? '' }]
      },
    )
    for (const result of found) for (const text of detail(result)) console.log(text)
    results.push(...found)
  }
  for (const row of ['', ...table(results)]) console.log(row)
  console.log(`\n${new Date().toISOString().slice(0, 10)} · ${machine} · load ${before} before, ${load()} after`)
  if (quick) console.log(NOT_COUNTED)
  const counted = quick ? ['BROKEN'] : ['BROKEN', 'MISSED']
  if (results.some((result) => counted.includes(verdict(result)))) process.exitCode = 1
}

await measure()
