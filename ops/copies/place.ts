// The places that a copy is made of or restored to: this machine, staging or production.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeployed } from '#domain/configuration.ts'
import { stop } from '../../local/input.ts'
import { ROOT } from '../../local/stack/processes.ts'
import { openBindings } from '../bindings.ts'
import { readConfig } from '../release/provider.ts'
import { isPlaceholder } from '../release/settings-file.ts'
import { apiDatabase, bindingDatabase, type D1Binding } from './database.ts'
import { bindingFiles, type Files, type R2Binding, s3Files } from './files.ts'
import type { Source } from './write.ts'

export type Place = Source & { close: () => Promise<void> }
type Opened = { state: string; config?: string | undefined; isNew?: boolean }

/** Opens `here`, `staging` or `production`. `isNew`: the state of this machine may not exist yet. */
export async function openPlace(name: string, { state, config, isNew = false }: Opened): Promise<Place> {
  if (name !== 'here') return { ...deployed(name, config ?? join(ROOT, 'wrangler.toml')), close: async () => {} }
  if (!isNew && !existsSync(state)) stop(`${state}: does not exist`)
  const { env, close } = await openBindings<{ DB: D1Binding; FILES: R2Binding }>(state)
  return { environment: name, database: bindingDatabase(env.DB), files: bindingFiles(env.FILES), close }
}

function deployed(environment: string, config: string): Source {
  if (!isDeployed(environment)) stop(`${environment}: not one of here, staging, production`)
  const { d1_databases, r2_buckets } = readConfig(config, environment)
  const [database, bucket] = [d1_databases[0], r2_buckets[0]]
  const id = database?.database_id
  if (id === undefined || isPlaceholder(id)) stop(`${config}: ${environment} has no database yet`)
  const { CLOUDFLARE_ACCOUNT_ID: account, R2_KEY_ID, R2_SECRET, R2_ENDPOINT } = process.env
  if (!R2_KEY_ID || !R2_SECRET) stop('R2_KEY_ID and R2_SECRET are missing: an S3 key for the bucket of the service')
  const region = bucket?.jurisdiction === undefined ? '' : `.${bucket.jurisdiction}`
  const endpoint = R2_ENDPOINT ?? `https://${account}${region}.r2.cloudflarestorage.com`
  return {
    environment,
    database: apiDatabase(id, process.env),
    files: s3Files({ url: `${endpoint}/${bucket?.bucket_name}`, id: R2_KEY_ID, secret: R2_SECRET }),
  }
}

/** The address of the service that watches the copies: RELATO_URL, else APP_URL. Undefined if it does not watch. */
export function watcherOf(name: string, config = join(ROOT, 'wrangler.toml')): string | undefined {
  if (!isDeployed(name)) return undefined
  const { APP_URL, COPIES_VERIFY_KEY } = readConfig(config, name).vars
  if (COPIES_VERIFY_KEY) return process.env.RELATO_URL ?? String(APP_URL)
  console.log(`Ninguém vigia as cópias de ${name}: COPIES_VERIFY_KEY está vazio em wrangler.toml.`)
  return undefined
}

/** Reaches the bucket of the copies. Ends the command if its settings are missing. */
export function copiesBucket(): Files {
  const { COPIES_URL: url, COPIES_KEY_ID: id, COPIES_SECRET: secret, COPIES_REGION: region } = process.env
  if (!url || !id || !secret)
    stop('COPIES_URL, COPIES_KEY_ID and COPIES_SECRET are missing: the bucket of another provider, and its S3 key')
  return s3Files({ url, id, secret, region })
}
