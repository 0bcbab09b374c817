import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { api } from '#workers/api/api.ts'
import { contractOf } from '#workers/api/body.ts'
import { authOf } from '#workers/auth/auth.ts'
import type { Schema } from './arbitrary.ts'

export type Route = { key: string; method: string; path: string; body: Schema | null }

const asSchema = (contract: z.core.$ZodType): Schema =>
  z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema

/** Every route of ours and the contract of its body. The router lists middleware as method ALL. */
export const routes: readonly Route[] = (() => {
  const found = new Map<string, Route>()
  for (const { method, path, handler } of api.routes) {
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    const contract = contractOf(handler)
    const existing = found.get(key)
    found.set(key, { key, method, path, body: contract ? asSchema(contract) : (existing?.body ?? null) })
  }
  return [...found.values()]
})()

export const changes = ({ method }: { method: string }): boolean => method !== 'GET'

type Endpoint = { path?: string; options?: { method?: string | string[]; body?: unknown } }

/** The sign-in library's own routes, those that are closed among them. */
export function authRoutes(): Route[] {
  return (Object.values(authOf(env).api) as Endpoint[]).flatMap(({ path, options }) => {
    if (!path) return []
    const methods = [options?.method ?? 'GET'].flat()
    const body = options?.body instanceof z.ZodType ? asSchema(options.body) : null
    const at = `/api/auth${path}`
    return methods.map((method) => ({ key: `${method} ${at}`, method, path: at, body }))
  })
}
