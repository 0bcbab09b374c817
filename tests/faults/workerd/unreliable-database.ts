import type { Env } from '#workers/env.ts'
import { type Random, randomFrom } from '../random.ts'

/** The share of D1 queries that fail; the rooms and the Worker run in one isolate, and share it. */
let share = 0
let random: Random = () => 1
let queryCount = 0
let failed = 0

export function failing(nextShare: number, seed: number): void {
  share = nextShare
  random = randomFrom(seed)
}
export const failures = () => ({ asked: queryCount, failed })

const wrappers = new WeakMap<D1Database, D1Database>()

/**
 * The same environment with a failing database: before the query, or after it, when the write is done but the
 * answer is lost.
 */
export function unreliable<E extends Pick<Env, 'DB'>>(env: E): E {
  let database = wrappers.get(env.DB)
  if (!database) {
    database = wrapped(env.DB)
    wrappers.set(env.DB, database)
  }
  return { ...env, DB: database }
}

async function perhaps<T>(ask: () => Promise<T>): Promise<T> {
  queryCount++
  if (random() >= share) return ask()
  failed++
  if (random() < 0.5) await ask()
  throw new Error('D1_ERROR: network')
}

const asking = new Set(['first', 'run', 'all', 'raw'])

function wrapped(database: D1Database): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => statement(target.prepare(sql))
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) => perhaps(() => target.batch(statements.map(bare)))
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
const bare = (one: D1PreparedStatement): D1PreparedStatement => inner.get(one) ?? one

function statement(prepared: D1PreparedStatement): D1PreparedStatement {
  const proxy = new Proxy(prepared, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values))
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (!asking.has(String(name))) return value.bind(target)
      return (...args: unknown[]) => perhaps(() => value.apply(target, args))
    },
  })
  inner.set(proxy, prepared)
  return proxy
}
