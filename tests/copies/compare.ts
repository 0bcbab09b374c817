import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import type { Files } from '#ops/copies/files.ts'

export const databaseOf = (state: string) => {
  const [file] = globSync(join(state, 'v3/d1/miniflare-D1DatabaseObject/*.sqlite')).filter(
    (one) => !one.endsWith('metadata.sqlite'),
  )
  return new DatabaseSync(file as string, { readOnly: true })
}
/** The rows of every table, their hidden numbers too, as hashes; and what makes the tables. */
export function contentOf(state: string) {
  const database = databaseOf(state)
  const own = "name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'"
  const made = database.prepare(`SELECT type, name, sql FROM sqlite_master WHERE ${own} AND name NOT LIKE '%_grams_%'`)
  const tables = database.prepare(`SELECT name, wr FROM pragma_table_list WHERE type = 'table' AND ${own}`).all()
  const rows = tables.map(({ name, wr }) => {
    const all = database.prepare(`SELECT ${wr ? '' : 'rowid, '}* FROM "${name}" ORDER BY 1, 2`).all()
    return [String(name), `${all.length} ${createHash('sha256').update(JSON.stringify(all)).digest('hex')}`] as const
  })
  const texts = made.all().map((one) => JSON.stringify(one))
  const numbers = database.prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name').all()
  database.close()
  return { made: texts.sort(), rows: Object.fromEntries(rows), numbers }
}
export const spawned = async (script: string, ...args: string[]) => {
  const child = spawn('node', [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: status as number, out: out.trimEnd().split('\n'), errors }
}

/** Every file of a bucket, as hashes. */
export async function filesIn(files: Files): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { key } of await files.list('')) {
    const file = await files.get(key)
    found[key] = createHash('sha256')
      .update(file?.content ?? '')
      .update(JSON.stringify(file?.metadata))
      .digest('hex')
  }
  return found
}

/** Returns the number of signed records and those whose signature does not cover their content. */
export function signaturesIn(state: string): { signed: number; broken: number } {
  const database = databaseOf(state)
  const rows = database.prepare('SELECT signature, signed_content FROM records WHERE signed_at IS NOT NULL').all()
  database.close()
  const broken = rows.filter(({ signature, signed_content: content }) => {
    const { sha256 } = JSON.parse(String(signature)) as { sha256: string }
    return sha256 !== createHash('sha256').update(String(content)).digest('hex')
  })
  return { signed: rows.length, broken: broken.length }
}
