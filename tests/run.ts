// npm test: typecheck, lint, unit and worker tests, then the browser; `npm run test:full` (--full) all.
// Ends with one line: N passed, N failed, N skipped.
import { join } from 'node:path'
import { readArguments } from '#local/input.ts'
import { PREPARED, prepare } from './e2e/stack.ts'
import { ensureChromium } from './testkit/chromium.ts'
import { askForFull, LONG_FILES, MAIN } from './testkit/full.ts'
import { ensurePackages, SPEECH_PACKAGES } from './testkit/packages.ts'
import { type Outcome, run, runPlaywright, runVitest } from './testkit/suites.ts'

const { full } = readArguments({ full: { type: 'boolean', default: false } }).values
if (full) askForFull()

const SILENCE_WATCH = join(import.meta.dirname, 'testkit/silence-watch.ts')

const total = { passed: 0, failed: [] as string[], skipped: [] as string[] }

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = Date.now()
  console.log(`\n── ${name}`)
  try {
    await work()
  } catch (error) {
    total.failed.push(name)
    console.error(error instanceof Error ? error.message : error)
  }
  console.log(`── ${name}: ${Math.round((Date.now() - startedAt) / 1_000)} s`)
}

/** A check without tests of its own counts as one. */
const check = (name: string, ...commands: string[][]) =>
  step(name, async () => {
    for (const [command, ...args] of commands) {
      if (await run(command as string, args)) total.passed++
      else total.failed.push(`${name}: ${command} ${args.join(' ')}`)
    }
  })

/** Where it fails, the browser tests try it again themselves, and say so. */
async function prepareJourneys(): Promise<void> {
  await prepare()
  process.env[PREPARED] = 'yes'
}

function count(outcomes: readonly Outcome[]): void {
  for (const { file, name, status } of outcomes) {
    if (status === 'passed') total.passed++
    else total[status].push(`${file} › ${name}`)
  }
}
const leftOut = full ? [] : LONG_FILES.map((file) => `--exclude=${file}`)
const vitest = async (...projects: string[]) =>
  count(await runVitest(projects, [`--reporter=${SILENCE_WATCH}`, ...leftOut]))

await step('packages of the machine', async () => {
  ensurePackages([...SPEECH_PACKAGES, 'poppler-utils'])
  process.env.CHROMIUM = ensureChromium()
})
// Runs processor-bound suites beside those that wait for queues and alarms: together they fill two cores.
await Promise.all([
  step('worker tests', () => vitest('workers')),
  check('types', ['npm', 'run', '--silent', 'typecheck'])
    .then(() => check('lint', ['biome', 'check', '--error-on-warnings'], ['knip']))
    .then(() => step('unit tests', () => vitest('domain', 'node')))
    .then(() => step('what the browser tests need', prepareJourneys)),
])
// These record in real time and measure it: beside the unit tests two of them failed on a slow machine.
await step('recorder tests', () => vitest('browser'))
await step('browser tests', async () =>
  count(await (full ? runPlaywright([], { E2E_WHOLE: 'yes' }) : runPlaywright([`--grep=${MAIN}`]))),
)

for (const name of total.skipped) console.log(`skipped: ${name}`)
for (const name of total.failed) console.log(`failed: ${name}`)
console.log(`\n${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`)
process.exitCode = total.failed.length > 0 ? 1 : 0
