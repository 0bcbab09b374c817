import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from '../../local/stack/processes.ts'
import { readConfig } from '../release/provider.ts'

/** Returns the secret that seals the log on this machine: of .dev.vars, else of wrangler.toml. */
export function ownSecret(): string {
  const file = join(ROOT, '.dev.vars')
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).AUDIT_SECRET : undefined
  return own || String(readConfig(join(ROOT, 'wrangler.toml'), 'development').vars.AUDIT_SECRET)
}
