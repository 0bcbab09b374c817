// npm run test:faults: the whole fault table. `--seed N` repeats a run, `--rung 1|2|3` and `--only NAME,NAME` choose.
// `--draws N` runs the table with N drawn seeds, `--schedules N` plays N schedules in each simulated row.
// Exits non-zero when a measure is outside its bound or a known-bad variant is not caught.
import { readArguments, readCount, requireKnown, stop } from '#local/input.ts'
import { boundLabel, type Fault, failure, type Measure, nothingWrong, withinBound } from './fault.ts'
import { closeClinic, faults } from './rows.ts'

const { values } = readArguments({
  seed: { type: 'string' },
  rung: { type: 'string' },
  only: { type: 'string' },
  draws: { type: 'string', default: '1' },
  schedules: { type: 'string' },
})
const drawSeed = () => Math.floor(Math.random() * 2 ** 31)
const draws = readCount('--draws', values.draws)
const seeds = values.seed === undefined ? Array.from({ length: draws }, drawSeed) : [readCount('--seed', values.seed)]
const schedules = values.schedules === undefined ? undefined : readCount('--schedules', values.schedules)
const only = values.only?.split(',') ?? []
requireKnown('--rung', values.rung === undefined ? [] : [values.rung], ['1', '2', '3'])
requireKnown('--only', only, [...new Set(faults.map(({ name }) => name))])
const isWanted = ({ name, rung }: Fault) =>
  (!values.rung || rung === Number(values.rung)) && (only.length === 0 || only.includes(name))
const wanted = faults.filter(isWanted)
if (wanted.length === 0) stop(`--only ${values.only}: no such row on rung ${values.rung}`)
const startedAt = Date.now()

const columns = ['rung', 'fault', 'runs', 'LA', 'LU', 'DV', 'RT', 'SIL', 'bound', 'ok', 's'] as const
const widths = [4, 26, 6, 4, 7, 4, 6, 4, 34, 10, 5]
const line = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, i) => String(cell).padEnd(widths[i] ?? 0)).join(' | '))

const count = { within: 0, outside: 0 }

async function row(fault: Fault, seed: number): Promise<void> {
  const since = Date.now()
  const measure = await fault
    .run({ seed, schedules })
    .catch((error): Measure => ({ ...nothingWrong(1), faults: [failure(error)] }))
  const { runs, la, lu, dv, rt, sil, faults } = measure
  const within = withinBound(measure, fault.bound)
  // A known-bad variant that looks well means that the oracle is blind.
  const ok = fault.knownBad ? la > 0 || lu > 0 : within
  count[ok ? 'within' : 'outside']++
  const label = fault.knownBad ? 'must be caught' : boundLabel(fault.bound)
  const verdict = fault.knownBad ? (ok ? 'caught' : 'NOT CAUGHT') : ok ? 'yes' : 'NO'
  const seconds = ((Date.now() - since) / 1_000).toFixed(0)
  line([fault.rung, fault.name, runs, la, +lu.toFixed(2), dv, rt?.toFixed(1) ?? '', sil, label, verdict, seconds])
  if (fault.note) console.log(`       ${fault.note}`)
  const counts = Object.entries(measure.struck).map(([what, runs]) => `${what} ${runs}`)
  if (counts.length > 0) console.log(`       the page's recogniser, in runs: ${counts.sort().join(', ')}`)
  if (!ok) for (const one of new Set(faults)) console.log(`       ${one.replaceAll('\n', '\n       ')}`)
}

for (const seed of seeds) {
  console.log(`seed ${seed}   (--seed ${seed} repeats this run)`)
  line(columns)
  for (const fault of wanted) await row(fault, seed)
}
await closeClinic()

const { within, outside } = count
console.log(
  `\n${within} within their bounds, ${outside} outside   (${seeds.length > 1 ? 'seeds' : 'seed'} ${seeds.join(', ')}, ${Math.round((Date.now() - startedAt) / 1_000)} s)`,
)
process.exit(outside > 0 || within === 0 ? 1 : 0)
