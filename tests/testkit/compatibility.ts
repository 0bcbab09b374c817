import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const WRANGLER = join(import.meta.dirname, '../../wrangler.toml')

/** The product's compatibility settings, from wrangler.toml. */
export function compatibility(): { date: string; flags: string[] } {
  const settings = readFileSync(WRANGLER, 'utf8')
  const date = /^compatibility_date = "(.+)"/m.exec(settings)?.[1]
  const flags = /^compatibility_flags = (\[.+\])/m.exec(settings)?.[1]
  if (!date || !flags) throw new Error('wrangler.toml names no compatibility')
  return { date, flags: JSON.parse(flags) as string[] }
}
