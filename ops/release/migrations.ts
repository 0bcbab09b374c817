// Migrations that would break the release before. Its code still serves while and after they are applied: during a
// gradual deployment, and after a rollback, which takes no migration back.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../local/stack/processes.ts'

type Migration = { name: string; sql: string }
/** A release to production with the last migration it applied; the file has them in order, the latest at the end. */
type Released = { release: string; last: string }

const folder = join(ROOT, 'migrations')

export const releasedFile = join(folder, 'released.json')

export const readReleased = (): Released[] => JSON.parse(readFileSync(releasedFile, 'utf8')) as Released[]
export const readMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))

const NAME = '[`"[]?(\\w+)[`"\\]]?'
const matches = (sql: string, pattern: string) => [...sql.matchAll(new RegExp(pattern, 'gi'))]

/** Removes comments and texts, which may hold words of SQL. */
const bare = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')

/** Returns the beginnings of the statements that code of the release before would stumble over. */
export function breakingStatements(source: string): string[] {
  const sql = bare(source)
  const created = new Map(
    matches(sql, `CREATE (?:TEMP |TEMPORARY |VIRTUAL )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?${NAME}`).map((one) => [
      one[1],
      one.index,
    ]),
  )
  const isNew = (table: string | undefined, before: number) => (created.get(table) ?? Number.POSITIVE_INFINITY) < before
  const drops = matches(sql, `DROP (TABLE|VIEW) (?:IF EXISTS )?${NAME}`).filter(([, kind = '', name], index, all) =>
    // A view that is made again stays; a table that is made again has lost its rows.
    kind.toUpperCase() === 'VIEW' ? !created.has(name) : !isNew(name, all[index]?.index ?? 0),
  )
  const alters = matches(sql, `ALTER TABLE ${NAME} (RENAME|DROP|ADD)([^;]*)`).filter(
    ({ 1: table, 2: verb = '', 3: rest = '', index }) => {
      if (isNew(table, index)) return false
      return verb.toUpperCase() !== 'ADD' || (/NOT NULL/i.test(rest) && !/DEFAULT/i.test(rest))
    },
  )
  const narrower = [
    ...matches(sql, `CREATE UNIQUE INDEX (?:IF NOT EXISTS )?${NAME} ON ${NAME}`),
    ...matches(
      sql,
      `CREATE (?:TEMP )?TRIGGER (?:IF NOT EXISTS )?${NAME} (?:(?!\\bEND\\b).)*? ON ${NAME}(?:(?!\\bEND ?;).)*?RAISE`,
    ),
  ].filter(({ 2: table, index }) => !isNew(table, index))
  return [...drops, ...alters, ...narrower].sort((a, b) => a.index - b.index).map(([text]) => text.slice(0, 80).trim())
}

/** `-- contract: released in NAME`: the code of release NAME already works with what this file takes away. */
const CONTRACT = /^-- contract: released in (\S+)/m

/** Returns one line for each statement of an unreleased migration that would break the release before. */
export function migrationProblems(migrations: readonly Migration[], released: readonly Released[]): string[] {
  const last = released.at(-1)?.last ?? ''
  if (!migrations.some(({ name }) => name === last)) return [`migrations/released.json: ${last} does not exist`]
  return migrations
    .filter(({ name }) => name > last)
    .flatMap(({ name, sql }) => {
      const contract = CONTRACT.exec(sql)?.[1]
      if (contract === undefined) return breakingStatements(sql).map((text) => `${name}: ${text}`)
      return released.some(({ release }) => release === contract) ? [] : [`${name}: no release is called ${contract}`]
    })
}
