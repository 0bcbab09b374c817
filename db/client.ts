import { drizzle } from 'drizzle-orm/d1'

/** When one D1 nears its limit, doctors move to databases of their own: that choice will live here. */
export const openDatabase = (d1: D1Database) => drizzle(d1)
export type Database = ReturnType<typeof openDatabase>
