import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '#local/stack/processes.ts'

const OUT = join(ROOT, '.local/test')

type Counted = Partial<Record<string, number>>
export type Outcome = { file: string; name: string; status: 'passed' | 'failed' | 'skipped'; counted: Counted }

/** True when the program ended well. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] as ('ignore' | 'inherit')[] }
  const child = spawn(command, args, { ...options, env: { ...process.env, ...env } })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)).once('error', () => resolve(false)))
}

/** Empty before the run. */
function reportFile(name: string): string {
  mkdirSync(OUT, { recursive: true })
  const file = join(OUT, `${name}.json`)
  rmSync(file, { force: true })
  return file
}
const read = <T>(file: string): T | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null)

/** A run that failed as a whole (noise after the end, an unhandled rejection) has its own line, regardless of its tests. */
const withWhole = (name: string, isWell: boolean, found: Outcome[]): Outcome[] =>
  isWell || found.some(({ status }) => status === 'failed')
    ? found
    : [...found, { file: name, name: 'the run as a whole', status: 'failed', counted: {} }]

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { title: string; status: string; meta?: Counted }[]
  }[]
}

export async function runVitest(
  projects: readonly string[],
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Outcome[]> {
  const file = reportFile(`vitest-${projects[0]}`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const isWell = await run('vitest', ['run', ...chosen, ...reporters, ...args], env)
  const found = (read<VitestReport>(file)?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const failed = status === 'failed' && assertionResults.length === 0
    const all = failed ? [{ title: 'the file as a whole', status: 'failed' }] : assertionResults
    return all.map(({ title, status: of, meta = {} }: (typeof assertionResults)[number]): Outcome => {
      const status = of === 'passed' || of === 'failed' ? of : 'skipped'
      return { file: relative(ROOT, name), name: title, status, counted: meta }
    })
  })
  return withWhole(`vitest ${projects.join(', ')}`, isWell, found)
}

type Suite = { suites?: Suite[]; specs: { title: string; file: string; tests: { status: string }[] }[] }

export async function runPlaywright(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Outcome[]> {
  const file = reportFile('playwright')
  const options = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const isWell = await run('playwright', [...options, ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env })
  const found: Outcome[] = []
  const visit = ({ suites = [], specs }: Suite): void => {
    for (const { title, file: spec, tests } of specs)
      for (const { status: of } of tests) {
        const status = of === 'expected' ? 'passed' : of === 'skipped' ? 'skipped' : 'failed'
        found.push({ file: `tests/e2e/${spec}`, name: title, status, counted: {} })
      }
    suites.forEach(visit)
  }
  read<{ suites: Suite[] }>(file)?.suites.forEach(visit)
  return withWhole('playwright', isWell, found)
}
