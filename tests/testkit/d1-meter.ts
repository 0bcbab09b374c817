export type Statement = { sql: string; params: unknown[]; read: number; written: number; shown: number; bytes: number }

type Fetcher = { fetch(url: string, init: { body: string }): Promise<Response> }
type Query = { sql: string; params?: unknown[] }
type Answer = {
  results?: unknown[] | { rows: unknown[] }
  meta: { rows_read: number; rows_written: number; size_after: number }
}

const intercepted = new WeakSet<object>()

/** Every question of D1's own client goes through `pass`, once a database. The product's code and statements stay as they are. */
export function interceptD1(
  database: object,
  pass: (send: () => Promise<Response>, body: string) => Promise<Response>,
): void {
  const { alwaysPrimarySession: session } = database as { alwaysPrimarySession: { fetcher: Fetcher } }
  if (intercepted.has(session)) return
  intercepted.add(session)
  const real = session.fetcher
  session.fetcher = { fetch: (url, init) => pass(() => real.fetch(url, init), init.body) }
}

/** D1's client tells rows read and written only to some of its callers: what it is answered with is read here. */
export function meterD1(database: object, tell: (statement: Statement) => void): void {
  interceptD1(database, async (send, body) => {
    const response = await send()
    const text = await response.text()
    const queries = [JSON.parse(body)].flat() as Query[]
    const answers = [JSON.parse(text)].flat() as Answer[]
    for (const [index, { sql, params = [] }] of queries.entries()) {
      const { results, meta } = answers[index] ?? {}
      if (!meta) continue
      const shown = Array.isArray(results) ? results.length : (results?.rows.length ?? 0)
      tell({ sql, params, read: meta.rows_read, written: meta.rows_written, shown, bytes: meta.size_after })
    }
    return new Response(text, response)
  })
}
