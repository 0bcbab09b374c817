import { join } from 'node:path'
import { ROOT } from '../../local/stack/processes.ts'
import { LOCAL_BUCKET, STATE_DIR } from '../../local/stack/stack.ts'
import { readConfig } from './provider.ts'

/** The bucket of this machine or of production, with the arguments of wrangler that reach it. */
export function placeOf(remote: boolean): { bucket: string; place: string[] } {
  if (!remote) return { bucket: LOCAL_BUCKET, place: ['--local', '--persist-to', STATE_DIR] }
  const [{ bucket_name = '', jurisdiction } = {}] = readConfig(join(ROOT, 'wrangler.toml'), 'production').r2_buckets
  // A bucket of a jurisdiction is found only by it.
  return {
    bucket: bucket_name,
    place: ['--remote', '--env', 'production', ...(jurisdiction ? ['--jurisdiction', jurisdiction] : [])],
  }
}
