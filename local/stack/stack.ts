import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEMO_EMAIL, DOCTOR } from './demonstration-doctor.ts'
import { ROOT, type Running, run, start, untilReady } from './processes.ts'
import { STAND_IN_KEY } from './summary.ts'

/** The bucket that development and preview share on this machine (wrangler.toml). */
export const LOCAL_BUCKET = 'relato-local-files'

/** Where the local database, files and rooms are stored between starts. */
export const STATE_DIR = join(ROOT, '.wrangler/state')

const random = () => randomBytes(32).toString('base64')
const SECRETS: Record<string, () => string> = {
  AUTH_SECRET: random,
  DEVICE_SECRET: random,
  STRIPE_SECRET_KEY: () => STAND_IN_KEY + randomBytes(16).toString('hex'),
  STRIPE_WEBHOOK_SECRET: () => `whsec_${randomBytes(16).toString('hex')}`,
}

/** Writes the secrets that a local Worker needs; each is made once and never committed. */
export function writeSecrets(): void {
  const file = join(ROOT, '.dev.vars')
  const current = existsSync(file) ? readFileSync(file, 'utf8').replace(/\n*$/, '\n').trimStart() : ''
  const missing = Object.entries(SECRETS).filter(([name]) => !new RegExp(`^${name}=`, 'm').test(current))
  if (missing.length === 0) return
  const made = missing.map(([name, make]) => `${name}=${make()}\n`)
  writeFileSync(file, current + made.join(''), { mode: 0o600 })
}

/**
 * A setting of .dev.vars as the Worker reads it: the last of its lines, indented or not. Undefined where wrangler.toml
 * decides.
 */
export function readSetting(name: string): string | undefined {
  const lines = readFileSync(join(ROOT, '.dev.vars'), 'utf8').matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*=(.*)$`, 'gm'))
  const [, value] = [...lines].at(-1) ?? []
  return value?.trim().replace(/^(["'])(.*)\1$/, '$2')
}
export const readSecret = (name: string): string => readSetting(name) ?? ''

/** Applies the migrations and inserts the demonstration data, unless both are there already. */
export async function prepareDatabase(stateDir: string): Promise<void> {
  const wanted = preparation()
  // Stored in the state it describes, so that deleting the state deletes it too.
  const marker = join(stateDir, 'v3/d1/prepared')
  const databases = globSync(join('v3/d1', '*', '*.sqlite'), { cwd: stateDir }).filter(
    (file) => !file.endsWith('metadata.sqlite'),
  )
  if (databases.length > 0 && existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  // Names the configuration: the one of an earlier build points elsewhere.
  const local = ['--config', 'wrangler.toml', '--env', 'development', '--local', '--persist-to', stateDir]
  await run('wrangler', ['d1', 'migrations', 'apply', 'DB', ...local])
  mkdirSync(join(ROOT, '.local'), { recursive: true })
  const file = join(ROOT, '.local', `seed-${process.pid}.sql`)
  const { seedSql } = await import('./seed.ts')
  writeFileSync(file, await seedSql(Date.now()))
  await run('wrangler', ['d1', 'execute', 'DB', ...local, '--file', file, '--yes'])
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, wanted)
}

/** A hash of everything the local database is made from. */
function preparation(): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['migrations/*.sql', 'local/stack/{seed*,demonstration*}.ts', 'local/stripe/demonstration.ts', 'wrangler.toml'],
    {
      cwd: ROOT,
    },
  )
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

export type WorkerOptions = {
  port: number
  stateDir: string
  /** Replaces the configuration of the build. */
  config?: string
  vars?: Record<string, string>
  onLine?: (line: string) => void
}

/** The dev server: the Worker in miniflare with hot reload. */
export const startDevServer = ({ port, onLine }: Pick<WorkerOptions, 'port' | 'onLine'>): Running => {
  const env = { CLOUDFLARE_ENV: 'development' }
  return start({ name: 'Relato', command: 'react-router', args: ['dev', '--port', String(port)], env, onLine })
}

/** The production build under `wrangler dev`, environment preview. */
export const buildForPreview = (): Promise<string> => run('react-router', ['build'], { CLOUDFLARE_ENV: 'preview' })

export function startBuiltWorker({ port, stateDir, config, vars = {}, onLine }: WorkerOptions): Running {
  const settings = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const args = [
    'dev',
    '--config',
    config ?? 'build/server/wrangler.json',
    '--port',
    String(port),
    '--ip',
    '127.0.0.1',
    '--persist-to',
    stateDir,
  ]
  return start({ name: 'Relato', command: 'wrangler', args: [...args, '--inspector-port', '0', ...settings], onLine })
}

export const startSpeech = (port: number, args: string[] = [], onLine?: (line: string) => void): Running =>
  start({ name: 'Fala', command: 'node', args: ['local/speech/server.ts', '--port', String(port), ...args], onLine })

/** Starts the stand-in for Google at `port`. It sends browsers back only to the addresses in `apps`. */
export const startGoogle = (port: number, apps: string[], onLine?: (line: string) => void): Running => {
  const args = ['local/google/server.ts', '--port', String(port), ...apps.flatMap((app) => ['--app', app])]
  return start({ name: 'Google', command: 'node', args, onLine })
}
export const googleDiscovery = (port: number): string => `http://127.0.0.1:${port}/.well-known/openid-configuration`

export const untilGoogleAnswers = (port: number, google: Running): Promise<void> =>
  untilReady(googleDiscovery(port), google, 30_000)

/** Starts the stand-in for Stripe, which calls the app's webhook; `file` stores its account between starts. */
export const startStripe = (port: number, app: string, file: string, onLine?: (line: string) => void): Running => {
  const webhook = `${app}/api/stripe/webhook`
  const subscriber = `${DOCTOR}:${DEMO_EMAIL}`
  const args = ['local/stripe/server.ts', '--port', String(port), '--webhook', webhook, '--file', file]
  const env = {
    STRIPE_SECRET_KEY: readSecret('STRIPE_SECRET_KEY'),
    STRIPE_WEBHOOK_SECRET: readSecret('STRIPE_WEBHOOK_SECRET'),
  }
  return start({ name: 'Stripe', command: 'node', args: [...args, '--subscriber', subscriber], env, onLine })
}

export const untilServing = (port: number, worker: Running, withinMs = 120_000): Promise<void> =>
  untilReady(`http://localhost:${port}/api/health`, worker, withinMs)

/** Triggers the cron of production, which miniflare does not. Returns a function that stops it. */
export function ringScheduled(port: number, everyMs = 60_000): () => void {
  const timer = setInterval(
    () => void fetch(`http://localhost:${port}/cdn-cgi/handler/scheduled`).catch(() => null),
    everyMs,
  )
  return () => clearInterval(timer)
}
