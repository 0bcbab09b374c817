import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureChromium } from '../testkit/chromium.ts'

const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, '.local/security')

export type Counted = Partial<Record<string, number>>
export type Outcome = { file: string; name: string; status: 'passed' | 'failed' | 'skipped'; counted: Counted }

function run(command: string, args: string[], env: Record<string, string>): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROMIUM: ensureChromium(), ...env },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)).once('error', () => resolve(false)))
}

/** A run that failed as a whole has its own line, regardless of its tests. */
const whole = (name: string, isWell: boolean, found: Outcome[]): Outcome[] =>
  isWell || found.some(({ status }) => status === 'failed')
    ? found
    : [...found, { file: name, name: 'the run as a whole', status: 'failed', counted: {} }]

/** Empty before the run. */
function reportFile(name: string): string {
  mkdirSync(OUT, { recursive: true })
  const file = join(OUT, `${name}.json`)
  rmSync(file, { force: true })
  return file
}
const read = <T>(file: string): T | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null)

type VitestReport = {
  testResults: { name: string; assertionResults: { title: string; status: string; meta?: Counted }[] }[]
}
/** Vitest's projects, one after the other: they share no limit of how many run at once. */
const projects: Record<string, RegExp> = {
  domain: /^(?!tests\/)/,
  node: /^tests\/(?!workers|device|recorder)/,
  workers: /^tests\/workers\//,
  browser: /^tests\/(device|recorder)\//,
}

export async function runVitest(files: string[], env: Record<string, string>): Promise<Outcome[]> {
  const found: Outcome[] = []
  for (const [project, holds] of Object.entries(projects)) {
    const own = files.filter((file) => holds.test(file))
    if (own.length > 0) found.push(...(await runProject(project, own, env)))
  }
  return found
}

async function runProject(project: string, files: string[], env: Record<string, string>): Promise<Outcome[]> {
  const file = reportFile(project)
  const report = ['--testTimeout=180000', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const isWell = await run('vitest', ['run', '--project', project, ...report, ...files], env)
  const found = (read<VitestReport>(file)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status: of, meta = {} }): Outcome => {
      const status = of === 'passed' || of === 'failed' ? of : 'skipped'
      return { file: relative(ROOT, name), name: title, status, counted: meta }
    }),
  )
  return whole(`vitest ${project}`, isWell, found)
}

type Suite = { file: string; suites?: Suite[]; specs: { title: string; file: string; tests: { status: string }[] }[] }

export async function runBrowser(files: string[]): Promise<Outcome[]> {
  if (files.length === 0) return []
  const file = reportFile('playwright')
  const options = ['-c', 'tests/e2e/playwright.config.ts', '--project', 'others', '--reporter=list,json']
  const isWell = await run('playwright', ['test', ...options, ...files], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const found: Outcome[] = []
  const visit = ({ suites = [], specs }: Suite): void => {
    for (const { title, file: spec, tests } of specs) {
      const all = tests.map(({ status }) => status)
      const status = all.every((one) => one === 'expected') ? 'passed' : all.includes('skipped') ? 'skipped' : 'failed'
      found.push({ file: `tests/e2e/${spec}`, name: title, status, counted: {} })
    }
    suites.forEach(visit)
  }
  read<{ suites: Suite[] }>(file)?.suites.forEach(visit)
  return whole('playwright', isWell, found)
}
