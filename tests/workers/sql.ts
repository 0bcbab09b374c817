import { env } from 'cloudflare:workers'

const prepare = (sql: string, values: unknown[]) => env.DB.prepare(sql).bind(...values)

export const execute = (sql: string, ...values: unknown[]) => prepare(sql, values).run()
/** Every row; none for a statement that only writes. */
export const selectAll = async <T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await prepare(sql, values).all<T>()).results
/** The first row, or null. */
export const selectOne = <T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T | null> =>
  prepare(sql, values).first<T>()
/** The first column of the first row, or null. */
export const selectValue = async <T = unknown>(sql: string, ...values: unknown[]): Promise<T | null> =>
  ((await prepare(sql, values).raw<[T]>())[0]?.[0] ?? null) as T | null
/** `from`: a table and its conditions. */
export const countRows = async (from: string, ...values: unknown[]): Promise<number> =>
  Number(await selectValue(`SELECT count(*) FROM ${from}`, ...values))

/** The database, and every statement that is prepared on it. */
export function overheard() {
  const asks: string[] = []
  const prepare = (statement: string) => {
    asks.push(statement)
    return env.DB.prepare(statement)
  }
  return { asks, DB: { prepare, batch: (all: D1PreparedStatement[]) => env.DB.batch(all) } as unknown as D1Database }
}
