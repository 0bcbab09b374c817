import { drizzle } from 'drizzle-orm/d1'

/**
 * Opens the database. When one D1 nears its limit, doctors move to databases of their own: this function will choose.
 */
export const openDatabase = (d1: D1Database) => drizzle(d1)
export type Database = ReturnType<typeof openDatabase>
