import { Hono } from 'hono'
import type { AppEnv } from './context.ts'

/** The whole API, one module per noun. */
export const api = new Hono<AppEnv>()
export type Api = typeof api
