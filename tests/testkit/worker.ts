import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptions } from 'wrangler'
import { ROOT } from '#local/stack/processes.ts'
import { seedSql } from '#local/stack/seed.ts'
import { fontkitWithoutBrotli } from '#local/vite/fontkit-without-brotli.ts'
import { pdfkitWithoutAddress } from '#local/vite/pdfkit-without-address.ts'
import { buildQuietly } from './bundle.ts'
import { freePorts } from './network.ts'
import { pause, until } from './until.ts'

/** How long a busy machine may take to start a process. */
const RESTART_MS = 20_000
const SECRET = 'a secret of the tests, long enough to be taken'

export type Workerd = Awaited<ReturnType<typeof startWorkerd>>

// It would say on standard output where the secrets are from.
process.env.WRANGLER_LOG ??= 'error'
type Bindings = 'd1Databases' | 'r2Buckets' | 'queueProducers' | 'queueConsumers'
type Product = { compatibilityDate: string; compatibilityFlags: string[] } & Record<Bindings, Record<string, never>>
/** The product's compatibility and bindings, as wrangler.toml gives them to the preview. */
export const productOptions = () => workerOptions(join(ROOT, 'wrangler.toml'), 'preview').workerOptions as Product

/** Makes one file of a Worker's sources below `root`. The runtime provides the modules in `beside`. */
export async function bundleWorker(
  entry: string,
  folder: string,
  beside: readonly string[] = [],
  root = ROOT,
): Promise<string> {
  await buildQuietly({
    root,
    plugins: [pdfkitWithoutAddress, fontkitWithoutBrotli],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/, ...beside],
        output: { entryFileNames: 'worker.js', codeSplitting: false },
      },
    },
  })
  return readFileSync(join(folder, 'worker.js'), 'utf8')
}

let bundled: Promise<string> | undefined

const FAULTS_ENTRY = 'tests/faults/workerd/worker.ts'
type Started = {
  room?: 'ConsultationRoom' | 'AbsentMindedRoom'
  releaseBefore?: string
  more?: Record<string, string>
}

/**
 * Real workerd with D1 and rooms on the disk. It keeps its port when it is killed. `releaseBefore`: a commit whose Worker
 * takes turns with this one's on the same data. `more`: further settings.
 */
export async function startWorkerd(
  speechUrl: string,
  { room = 'ConsultationRoom', releaseBefore, more = {} }: Started = {},
) {
  const storage = mkdtempSync(join(tmpdir(), 'relato-workerd-'))
  const [port] = (await freePorts(1)) as [number]
  const url = `http://127.0.0.1:${port}`
  bundled ??= bundleWorker(join(ROOT, FAULTS_ENTRY), join(ROOT, '.local/faults/worker'))
  const releases = [await bundled, ...(releaseBefore === undefined ? [] : [await bundleCommit(releaseBefore)])]
  let serving = 0
  const { compatibilityDate, compatibilityFlags, d1Databases, r2Buckets, ...queues } = productOptions()
  const settingsOf = (contents: string | undefined) =>
    convertV4MiniflareOptions({
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => {},
      host: '127.0.0.1',
      port,
      resourcePersistencePath: storage,
      name: 'faults',
      modules: [{ type: 'ESModule', path: 'worker.js', contents }],
      compatibilityDate,
      compatibilityFlags,
      bindings: {
        ENVIRONMENT: 'preview',
        APP_URL: url,
        SPEECH_URL: speechUrl,
        DEVICE_SPEECH: 'first',
        MODEL_URL: '',
        MODEL_NAME: '',
        AUTH_SECRET: SECRET,
        DEVICE_SECRET: `${SECRET}, too`,
        ...more,
      },
      d1Databases,
      r2Buckets,
      durableObjects: { ROOM: { className: room, useSQLite: true } },
      queueProducers: queues.queueProducers,
      queueConsumers: queues.queueConsumers,
      ratelimits: { FLOOD: { namespace_id: '1', simple: { limit: 100_000, period: 60 } } },
    })
  const settings = () => settingsOf(releases[serving])
  let miniflare = new Miniflare(settings())
  await miniflare.ready
  await prepareDatabase(await miniflare.getD1Database('DB'))
  const control = async <T>(path: string, body?: unknown): Promise<T> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/faults/${path}`, init)
    if (!response.ok) throw new Error(`faults/${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  const serves = () =>
    control('ready').then(
      () => true,
      () => false,
    )
  return {
    port,
    url,
    control,
    /** kill -9 of the process that serves; resolves when another serves on the same storage. */
    async kill() {
      const pid = servingOn(port)
      process.kill(pid, 'SIGKILL')
      while (alive(pid)) await pause(2)
      try {
        await until('another process serves', serves, RESTART_MS)
      } catch {
        // Miniflare itself could not start another: that is none of the room's faults.
        await miniflare.dispose().catch(() => {})
        miniflare = new Miniflare(settings())
        await miniflare.ready
      }
    },
    /** Serves the other release on the same storage: all objects end, and their sockets break. */
    async switchRelease() {
      serving = (serving + 1) % releases.length
      await miniflare.setOptions(settings())
      await until('the other release serves', serves, RESTART_MS)
    },
    async rows<T>(sql: string, ...values: unknown[]) {
      const database = await miniflare.getD1Database('DB')
      const { results } = await database
        .prepare(sql)
        .bind(...values)
        .all<T>()
      return results
    },
    async stop() {
      await miniflare.dispose()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}

/** The Worker of an earlier commit, from a checkout of its own with the packages of this one. */
async function bundleCommit(commit: string): Promise<string> {
  const folder = join(ROOT, '.local/faults/before')
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  rmSync(folder, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', folder, commit)
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    return await bundleWorker(join(folder, FAULTS_ENTRY), join(ROOT, '.local/faults/worker-before'), [], folder)
  } finally {
    git('worktree', 'remove', '--force', folder)
  }
}

async function prepareDatabase(database: { prepare(sql: string): { run(): Promise<unknown> } }): Promise<void> {
  const folder = join(ROOT, 'migrations')
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const statements = files
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint'))
  const seeds = (await seedSql(Date.now())).split(/;\n/)
  for (const sql of [...statements, ...seeds]) if (sql.trim() !== '') await database.prepare(sql).run()
}

/** Our own child that listens on the port: nothing else is ever killed. */
function servingOn(port: number): number {
  const found = workerds().find(({ command }) => command.includes(`:${port}`))
  if (!found) throw new Error(`no workerd of ours on port ${port}`)
  return found.pid
}
export function workerds(): { pid: number; command: string }[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? []
  const all = children.map((pid) => ({ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }))
  return all.filter(({ command }) => command.includes('workerd'))
}

function alive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
