// The schema of a database, read from the database itself: a copy can be restored without this repository.
import { z } from 'zod/mini'
import type { Database } from './database.ts'

const statement = z.strictObject({
  type: z.enum(['table', 'index', 'view', 'trigger']),
  name: z.string(),
  sql: z.string(),
})
const table = z.strictObject({
  name: z.string(),
  /** The columns of a copied row, in their order; `rowid` is one where a table has no such column of its own. */
  columns: z.array(z.string()),
  /** The columns that rows are ordered by. */
  key: z.array(z.string()),
  parents: z.array(z.strictObject({ column: z.string(), table: z.string(), to: z.string() })),
})
export const schemaOf = z.strictObject({
  /** Statements that make everything, without the parts that SQLite makes by itself. */
  made: z.array(statement),
  /** Tables with rows of their own; a table stands behind those that its foreign keys name. */
  tables: z.array(table),
  /** Full-text tables with their settings: they are built again from the rows. */
  search: z.array(z.strictObject({ name: z.string(), settings: z.array(z.tuple([z.string(), z.number()])) })),
})
export type Schema = z.infer<typeof schemaOf>
export type Table = z.infer<typeof table>

const OWN = String.raw`name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE '\_cf\_%' ESCAPE '\'`
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export async function readSchema(database: Database): Promise<Schema> {
  const listed = await database(`SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND ${OWN}`)
  const shadows = new Set(listed.filter((one) => one.type === 'shadow').map((one) => one.name))
  const sql = `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND ${OWN} ORDER BY rowid`
  const made = z.array(statement).parse((await database(sql)).filter((one) => !shadows.has(one.name)))
  const tables: Table[] = []
  for (const one of listed.filter(({ type }) => type === 'table'))
    tables.push(await readTable(database, String(one.name), one.wr === 1))
  const search: Schema['search'] = []
  for (const { name } of listed.filter(({ type }) => type === 'virtual')) {
    const rows = await database(`SELECT k, v FROM ${quoted(`${name}_config`)} WHERE k <> 'version' ORDER BY k`)
    search.push({ name: String(name), settings: rows.map(({ k, v }) => [String(k), Number(v)]) })
  }
  return { made, tables: parentsFirst(tables), search }
}

async function readTable(database: Database, name: string, hasNoRowid: boolean): Promise<Table> {
  const columns = await database('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid', name)
  const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((one, other) => Number(one.pk) - Number(other.pk))
  const [only, ...others] = keys
  const isAlias = only !== undefined && others.length === 0 && /^integer$/i.test(String(only.type))
  const hasOwnKey = hasNoRowid || isAlias
  const foreign = 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq'
  return {
    name,
    columns: [...(hasOwnKey ? [] : ['rowid']), ...columns.map((one) => String(one.name))],
    key: hasOwnKey ? keys.map((one) => String(one.name)) : ['rowid'],
    parents: (await database(foreign, name)).map((one) => ({
      column: String(one.from),
      table: String(one.table),
      to: String(one.to ?? 'id'),
    })),
  }
}

/** Sorts tables so that each stands behind its parents; the audit log is first, so that it is copied last. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = []
  const place = (one: Table) => {
    if (sorted.includes(one)) return
    for (const { table: parent } of one.parents) {
      const found = tables.find(({ name }) => name === parent)
      if (found && found !== one) place(found)
    }
    sorted.push(one)
  }
  for (const one of tables.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))) place(one)
  return sorted
}
const rank = ({ name }: Table) => (name === 'audit_log' ? 0 : 1)
