// The database and the bucket of an environment, without the rest of the Worker.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { stop } from '../local/input.ts'
import { ROOT } from '../local/stack/processes.ts'

/** Opens DB and FILES of this machine's state, or with `remote` those of production. */
export async function openBindings<T extends { DB: unknown; FILES: unknown }>(
  state: string,
  remote = false,
): Promise<{ env: T; close: () => Promise<void> }> {
  const whole = unstable_readConfig(
    { config: join(ROOT, 'wrangler.toml'), env: remote ? 'production' : 'development' },
    { hideWarnings: true },
  )
  const { name, compatibility_date, d1_databases, r2_buckets } = whole
  const reached = <T extends object>(one: T) => (remote ? { ...one, remote } : one)
  const part = {
    name,
    compatibility_date,
    d1_databases: d1_databases.map(reached),
    r2_buckets: r2_buckets.map(reached),
  }
  mkdirSync(join(ROOT, '.local'), { recursive: true })
  const configPath = join(ROOT, '.local', `bindings-${process.pid}-${++opened}.json`)
  writeFileSync(configPath, JSON.stringify(part))
  const persist = remote ? false : { path: join(state, 'v3') }
  const proxy = getPlatformProxy<T>({ configPath, persist, remoteBindings: remote })
  const { env, dispose } = await proxy.catch((error: Error) => {
    rmSync(configPath)
    if (!remote) throw error
    return stop(`production: ${error.message}`)
  })
  const close = async () => {
    await dispose()
    rmSync(configPath)
  }
  return { env, close }
}
let opened = 0
