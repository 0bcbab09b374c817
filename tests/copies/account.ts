import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import type { Value } from '#ops/copies/database.ts'
import { listen } from '#tests/testkit/network.ts'

export const TOKEN = 'token of the account'
/** D1's limits: a longer statement or value is refused, as there. */
const MOST = { statement: 100_000, value: 2_000_000 }

/** A stand-in for D1's HTTP API: databases by id, in memory. `busy` requests in a row are answered with 500 first. */
export async function startAccount(id: string) {
  const databases = new Map<string, DatabaseSync>()
  const account = { busy: 0, calls: 0, databases }
  const server = createServer(async (request, response) => {
    const [, owner, database = ''] = /^\/accounts\/([^/]+)\/d1\/database\/([^/]+)\/query$/.exec(request.url ?? '') ?? []
    const { sql, params } = JSON.parse(await text(request)) as { sql: string; params: Value[] }
    account.calls += 1
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const refuse = (status: number, code: number, message: string) =>
      answer(status, { success: false, errors: [{ code, message }], result: [] })
    if (account.busy > 0) {
      account.busy -= 1
      return refuse(500, 7500, 'internal error')
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}` || owner !== id)
      return refuse(403, 10000, 'Authentication error')
    if (sql.length > MOST.statement || params.some((one) => typeof one === 'string' && one.length > MOST.value))
      return refuse(400, 7500, 'statement too long: SQLITE_TOOBIG')
    const found = databases.get(database) ?? new DatabaseSync(':memory:')
    databases.set(database, found)
    try {
      const results = found.prepare(sql).all(...params)
      return answer(200, { success: true, errors: [], result: [{ results, success: true, meta: {} }] })
    } catch (error) {
      return refuse(400, 7500, `${(error as Error).message}: SQLITE_ERROR`)
    }
  })
  const { port, close } = await listen(server)
  return { ...{ account, close }, url: `http://127.0.0.1:${port}` }
}
