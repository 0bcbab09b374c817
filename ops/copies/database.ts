// A database of the service, through the one call that a binding of this machine and Cloudflare's API have in common.
import { parseJson } from '#domain/json.ts'
import { stop } from '../../local/input.ts'
import { connected } from './connected.ts'

export type Value = string | number | null
export type Row = Record<string, Value>
/** Runs one statement and returns its rows. */
export type Database = (sql: string, ...values: Value[]) => Promise<Row[]>

export type D1Binding = {
  prepare(sql: string): { bind(...values: Value[]): { all(): Promise<{ results: unknown[] }> } }
}
/** A broken connection does not say whether the statement was run: these give the same when run twice. */
const repeatable = /^\s*(SELECT|PRAGMA|INSERT OR IGNORE)\b/i
export const bindingDatabase =
  (d1: D1Binding): Database =>
  async (sql, ...values) => {
    const ask = () =>
      d1
        .prepare(sql)
        .bind(...values)
        .all()
    return (await (repeatable.test(sql) ? connected(ask) : ask())).results as Row[]
  }

type Answer = { success: boolean; errors?: { code: number; message: string }[]; result?: { results: Row[] }[] }
const ATTEMPTS = 4

/** Reaches a database by Cloudflare's API. Errors: the API's message; it never has the values. */
export function apiDatabase(id: string, env: NodeJS.ProcessEnv): Database {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = env
  if (!account || !token)
    stop('CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are missing: the account and a token of D1')
  const api = env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4'
  const address = `${api}/accounts/${account}/d1/database/${id}/query`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async (sql, ...params) => {
    const body = JSON.stringify({ sql, params })
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => null)
      const isBusy = answer === null || answer.status === 429 || answer.status >= 500
      // A statement that failed half-way left nothing: D1 runs it in a transaction. Inserts ignore what is there.
      if (isBusy && attempt < ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** attempt))
      else if (answer === null) throw new Error(`D1: ${new URL(api).host} não responde`)
      else {
        const { success, errors, result } = (parseJson(await answer.text()) ?? {}) as Partial<Answer>
        if (success) return result?.[0]?.results ?? []
        throw new Error(`D1: ${errors?.map(({ code, message }) => `${code} ${message}`).join('; ') ?? answer.status}`)
      }
    }
  }
}
