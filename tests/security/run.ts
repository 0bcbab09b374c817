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
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)).once('error', () => resolve(false)))
}

/** A run that failed as a whole has its own line, regardless of its tests. */
const whole = (name: string, well: boolean, found: Outcome[]): Outcome[] =>
  well || found.some(({ status }) => status === 'failed')
    ? found
    : [...found, { file: name, name: 'the run as a whole', status: 'failed', counted: {} }]

const read = <T>(file: string): T | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null)

type VitestReport = {
  testResults: { name: string; assertionResults: { title: string; status: string; meta?: Counted }[] }[]
}

/** Which of vitest's projects holds a file. */
function projectOf(file: string): string {
  const [room, part] = file.split('/')
  if (room !== 'tests') return 'domain'
  return part === 'workers' ? 'workers' : part === 'device' || part === 'recorder' ? 'browser' : 'node'
}

/** One project after the other: they share no limit of how many run at once. */
export async function runVitest(files: string[], env: Record<string, string>): Promise<Outcome[]> {
  const found: Outcome[] = []
  for (const project of ['domain', 'node', 'workers', 'browser']) {
    const own = files.filter((file) => projectOf(file) === project)
    if (own.length > 0) found.push(...(await runProject(project, own, env)))
  }
  return found
}

async function runProject(project: string, files: string[], env: Record<string, string>): Promise<Outcome[]> {
  mkdirSync(OUT, { recursive: true })
  const file = join(OUT, `${project}.json`)
  rmSync(file, { force: true })
  const report = ['--testTimeout=180000', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const well = await run('vitest', ['run', '--project', project, ...report, ...files], {
    ...env,
    CHROMIUM: ensureChromium(),
  })
  const suites = read<VitestReport>(file)?.testResults ?? []
  const found = suites.flatMap((suite) =>
    suite.assertionResults.map(
      ({ title, status, meta }): Outcome => ({
        file: relative(ROOT, suite.name),
        name: title,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        counted: meta ?? {},
      }),
    ),
  )
  return whole(`vitest ${project}`, well, found)
}

type Suite = { file: string; suites?: Suite[]; specs: { title: string; file: string; tests: { status: string }[] }[] }

export async function runBrowser(files: string[]): Promise<Outcome[]> {
  if (files.length === 0) return []
  mkdirSync(OUT, { recursive: true })
  const file = join(OUT, 'playwright.json')
  rmSync(file, { force: true })
  const config = 'tests/e2e/playwright.config.ts'
  const well = await run(
    'playwright',
    ['test', '-c', config, '--project', 'others', '--reporter=list,json', ...files],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      CHROMIUM: ensureChromium(),
    },
  )
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
  return whole('playwright', well, found)
}
