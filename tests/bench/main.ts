// npm run bench: measures P1 to P10 beside their peers, and exits non-zero when a figure misses its target.
import { cpus, loadavg, release, totalmem } from 'node:os'
import { attempt, readArguments } from '#local/input.ts'
import { chosen } from './measure.ts'
import { measures } from './registry.ts'
import { detail, type Told, table, verdict } from './table.ts'

// On a signal, its exit handlers still run, so that every process it started ends too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { values } = readArguments({
  only: { type: 'string', multiple: true, default: [] },
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
})
const { quick, json } = values
const wanted = attempt('--only', () => chosen(measures, values.only))
const NOT_COUNTED = 'QUICK: few repeats, to see that it works. These figures do not count.'

function help(): string {
  const rows = Object.entries(measures).map(([name, { point }]) => `  ${(point ?? '').padEnd(4)}${name}`)
  return [
    'npm run bench                      all that has a number, each beside its peers',
    'npm run bench -- --only NAME       one, by name or number; may be repeated',
    'npm run bench -- --quick           seconds instead of minutes: the figures do not count, and miss no target',
    'npm run -s bench -- --json         the same as JSON on standard output, the rest on standard error',
    '',
    ...rows.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    '',
    'Those without a number are measured by --only NAME alone.',
  ].join('\n')
}

const load = () => Number((loadavg()[0] ?? 0).toFixed(1))
const say = (text: string) => (json ? console.error(text) : console.log(text))

if (values.help) console.log(help())
else {
  const startedAt = new Date()
  const before = load()
  const processor = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  const machine = `${processor}, ${process.platform} ${release()}, node ${process.version}`
  say(`${startedAt.toISOString().slice(0, 10)} · ${machine} · load ${before}`)
  if (quick) say(NOT_COUNTED)
  const all: Told[] = []
  for (const [name, { point, bench }] of wanted) {
    say(`\n── ${[point, name].filter(Boolean).join(' ')}`)
    const whose = { name, ...(point && { point }) }
    const found: Told[] = await bench({ quick, say }).then(
      (lines) => lines.map((line) => ({ ...whose, line })),
      (error: unknown) => {
        say(error instanceof Error ? (error.stack ?? error.message) : String(error))
        return [{ ...whose, failure: String(error).split('\n')[0] ?? '' }]
      },
    )
    for (const told of found) for (const text of detail(told)) say(text)
    all.push(...found)
  }
  const counted = quick ? ['BROKEN'] : ['BROKEN', 'MISSED']
  const after = load()
  say('')
  if (json) {
    const lines = all.map((told) => ({ ...told, verdict: verdict(told) }))
    const made = { date: startedAt.toISOString(), machine, load: [before, after], counts: !quick, lines }
    console.log(JSON.stringify(made, null, 2))
  } else {
    for (const row of table(all)) say(row)
    say(`\n${startedAt.toISOString().slice(0, 10)} · ${machine} · load ${before} before, ${after} after`)
  }
  if (quick) say(NOT_COUNTED)
  if (all.some((told) => counted.includes(verdict(told)))) process.exitCode = 1
}
