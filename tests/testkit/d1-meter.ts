export type Statement = { sql: string; params: unknown[]; read: number; written: number; shown: number; bytes: number }

type Fetcher = { fetch(url: string, init: { body: string }): Promise<Response> }
type Query = { sql: string; params?: unknown[] }
type Answer = {
  results?: unknown[] | { rows: unknown[] }
  meta: { rows_read: number; rows_written: number; size_after: number }
}

const metered = new WeakSet<object>()

/**
 * D1's own client tells rows read and written only to some of its callers: what it is answered with is read here. The
 * product's code, its statements and their order stay as they are.
 */
export function meterD1(database: object, tell: (statement: Statement) => void): void {
  const { alwaysPrimarySession: session } = database as { alwaysPrimarySession: { fetcher: Fetcher } }
  if (metered.has(session)) return
  metered.add(session)
  const real = session.fetcher
  session.fetcher = {
    async fetch(url, init) {
      const response = await real.fetch(url, init)
      const text = await response.text()
      const queries = [JSON.parse(init.body)].flat() as Query[]
      const answers = [JSON.parse(text)].flat() as Answer[]
      for (const [index, { sql, params = [] }] of queries.entries()) {
        const { results, meta } = answers[index] ?? {}
        if (!meta) continue
        const shown = Array.isArray(results) ? results.length : (results?.rows.length ?? 0)
        tell({ sql, params, read: meta.rows_read, written: meta.rows_written, shown, bytes: meta.size_after })
      }
      return new Response(text, response)
    },
  }
}
