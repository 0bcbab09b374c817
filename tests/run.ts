// npm test: typecheck, lint, unit and worker tests, then the browser; `npm run test:full` (--full) also what takes long.
// Ends with one line: N passed, N failed, N skipped.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '#local/input.ts'
import { PREPARED, prepare } from './e2e/stack.ts'
import { ensureChromium } from './testkit/chromium.ts'
import { askForFull } from './testkit/full.ts'
import { ensurePackages, SPEECH_PACKAGES } from './testkit/packages.ts'

const OUT = join(import.meta.dirname, '../.local/test')
mkdirSync(OUT, { recursive: true })
if (readArguments({ full: { type: 'boolean', default: false } }).values.full) askForFull()

const SILENCE_WATCH = join(import.meta.dirname, 'testkit/silence-watch.ts')

const total = { passed: 0, failed: 0, skipped: [] as string[] }

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)).once('error', () => resolve(false)))
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = Date.now()
  console.log(`\n── ${name}`)
  try {
    await work()
  } catch (error) {
    total.failed++
    console.error(error instanceof Error ? error.message : error)
  }
  console.log(`── ${name}: ${Math.round((Date.now() - startedAt) / 1_000)} s`)
}

/** A check without tests of its own counts as one. */
const check = (name: string, ...commands: string[][]) =>
  step(name, async () => {
    for (const [command, ...args] of commands) {
      if (await run(command as string, args)) total.passed++
      else total.failed++
    }
  })

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

async function vitest(...names: string[]): Promise<void> {
  const file = join(OUT, `vitest-${names[0]}.json`)
  rmSync(file, { force: true })
  const well = await run('vitest', [
    'run',
    ...names.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--reporter=${SILENCE_WATCH}`,
    `--outputFile.json=${file}`,
  ])
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const before = total.failed
  for (const suite of report.testResults) {
    if (suite.assertionResults.length === 0 && suite.status === 'failed') total.failed++
    for (const test of suite.assertionResults) count(test.status, test.fullName)
  }
  // An error outside any test (console noise after the end, an unhandled rejection) fails the run all the same.
  if (!well && total.failed === before) total.failed++
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string }[] }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] }

async function browser(): Promise<void> {
  const file = join(OUT, 'playwright.json')
  rmSync(file, { force: true })
  const well = await run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_WHOLE: 'yes',
  })
  const before = total.failed
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs) for (const test of spec.tests) count(test.status, `${suite.title} › ${spec.title}`)
    suite.suites?.forEach(visit)
  }
  report.suites.forEach(visit)
  if (!well && total.failed === before) total.failed++
}

/** Where it fails, the browser tests try it again themselves, and say so. */
async function prepareJourneys(): Promise<void> {
  await prepare()
  process.env[PREPARED] = 'yes'
}

function count(status: string, name: string): void {
  if (['passed', 'expected'].includes(status)) total.passed++
  else if (['skipped', 'pending', 'todo', 'disabled'].includes(status)) total.skipped.push(name)
  else total.failed++
}

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
await step('recorder tests', () => vitest('browser'))
await step('browser tests', browser)

for (const name of total.skipped) console.log(`skipped: ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
