import { drizzle } from 'drizzle-orm/d1'

/** Opens the database. When one D1 nears its limit, this function will choose a doctor's database. */
export const openDatabase = (d1: D1Database) => drizzle(d1)
export type Database = ReturnType<typeof openDatabase>
