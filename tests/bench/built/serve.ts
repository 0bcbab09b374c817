import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptions } from 'wrangler'
import { ROOT } from '#local/stack/processes.ts'
import { prepareApp, stateOf } from '#tests/e2e/stack.ts'
import type { Statement } from '#tests/testkit/d1-meter.ts'
import { bundleWorker, workerds } from '#tests/testkit/worker.ts'
import { emptyFolder } from '../workerd.ts'
import type { Usage } from './worker/meter.ts'

const BUILD = join(ROOT, 'build/server')
/** Every measure that needs the product whole begins with this build and this database. */
const PREPARED = { directory: join(ROOT, '.local/bench/built'), port: 0, speechPort: 0 }

let prepared: Promise<void> | undefined
/** Builds the Worker for this machine and makes its database; once, however many measures ask. */
export function prepareBuilt(): Promise<void> {
  prepared ??= prepareApp(PREPARED)
  return prepared
}

/** Copies the prepared database for one Worker, because a database has one process at a time. */
export function ownState(name: string): string {
  const state = join(emptyFolder(name), 'state')
  cpSync(stateOf(PREPARED), state, { recursive: true })
  return state
}

export type Served = {
  url: string
  /** Measures workerd itself: the process's memory includes the Worker, its database and its queues. */
  pid: number
  miniflare: Miniflare
  stop(): Promise<void>
}

type Entry = {
  name: string
  /** File in this folder that stands before the product (it imports it as `relato-built`), or that is the Worker itself. */
  entry: string
  state: string
  vars?: Record<string, string>
  /** Somebody else's: of the bindings it has the database alone. */
  bare?: boolean
  /** Another build than the product's. */
  build?: string
  /** With the files that a browser wants. */
  assets?: boolean
}

/**
 * The production build in workerd, with the bindings that wrangler.toml gives it and nothing between it and its visitors:
 * `wrangler dev` would put a second Worker there, whose time would count for both sides of a comparison.
 */
export async function serveBuilt({
  name,
  entry,
  state,
  vars = {},
  bare,
  build = BUILD,
  assets,
}: Entry): Promise<Served> {
  const folder = join(state, '../worker')
  mkdirSync(folder, { recursive: true })
  const contents = await bundleWorker(join(import.meta.dirname, entry), folder, ['relato-built'])
  const { workerOptions: options } = workerOptions(join(build, 'wrangler.json'))
  const modules = [{ type: 'ESModule' as const, path: 'worker.js', contents }, ...(bare ? [] : builtModules(build))]
  const { modulesRules: _, assets: files, ...bindings } = options
  const { compatibilityDate, compatibilityFlags, d1Databases } = options
  const others = workerds().map(({ pid }) => pid)
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => {},
      host: '127.0.0.1',
      port: 0,
      resourcePersistencePath: join(state, 'v3'),
      ...(bare ? { compatibilityDate, compatibilityFlags, d1Databases } : bindings),
      name,
      modules,
      ...(assets && { assets: files as { directory: string } }),
      bindings: bare ? {} : { ...(bindings.bindings as Record<string, string>), ...vars },
      // The limits per minute are not measured here.
      ratelimits: { FLOOD: { namespace_id: '1', simple: { limit: 1_000_000, period: 60 } } },
    }),
  )
  process.once('exit', () => void miniflare.dispose())
  const url = `http://localhost:${(await miniflare.ready).port}`
  const stop = async () => {
    await miniflare.dispose()
    rmSync(join(state, '..'), { recursive: true, force: true })
  }
  const started = workerds().find(({ pid }) => !others.includes(pid))
  if (!started) throw new Error(`no workerd of ${name}'s was started`)
  return { url, pid: started.pid, miniflare, stop }
}

/** The use and the D1 statements since the last question, of a Worker that counts (worker/metered.ts). */
export const usageOf = async ({ url }: Served) =>
  (await (await fetch(`${url}/bench/usage`)).json()) as { usage: Usage; asked: Statement[] }

function builtModules(build: string) {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  return files.map((file) => {
    const path = file === 'index.js' ? 'relato-built' : file
    return { type: 'ESModule' as const, path, contents: readFileSync(join(build, file), 'utf8') }
  })
}
