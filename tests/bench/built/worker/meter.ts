import { meterD1, type Statement } from '#tests/testkit/d1-meter.ts'
import { realTime } from './hurry.ts'

const nothing = () => ({
  requests: 0,
  d1: { queries: 0, read: 0, written: 0, bytes: 0 },
  object: { requests: 0, messages: 0, alarms: 0, read: 0, written: 0, largest: 0 },
  files: { written: 0, bytes: 0, read: 0 },
  queues: { sent: 0, delivered: 0 },
})
/**
 * Counts the use that the platform bills, as workerd reports it. One isolate serves the Worker and its objects, so
 * there is one count.
 */
export type Usage = ReturnType<typeof nothing>

export let usage = nothing()
/** D1 statements since the last report. */
let statements: Statement[] = []

/** A route beside the product's: answers with the use so far and resets the counts. */
export function tellUsage(): Response {
  const report = { usage, asked: statements }
  usage = nothing()
  statements = []
  return Response.json(report)
}

const metered = new WeakSet<object>()
/** Calls `count` before each call of a method. */
// biome-ignore lint/suspicious/noExplicitAny: bindings of every kind, whose arguments go through unread.
type Methods = Record<string, (...args: any[]) => unknown>
function before(target: object, method: string, count: (...args: unknown[]) => void): void {
  const methods = target as Methods
  const own = methods[method]
  methods[method] = (...args) => {
    count(...args)
    return own?.apply(target, args)
  }
}

function countStatement(statement: Statement): void {
  statements.push(statement)
  usage.d1.queries++
  usage.d1.read += statement.read
  usage.d1.written += statement.written
  usage.d1.bytes = statement.bytes
}

type Bindings = { DB: object; FILES: R2Bucket; [queue: `${string}_QUEUE`]: Queue }
/** Counts what goes through the bindings; the same ones every time. */
export function meterBindings(env: Bindings): void {
  meterD1(env.DB, countStatement)
  if (metered.has(env.FILES)) return
  metered.add(env.FILES)
  before(env.FILES, 'put', (_, body) => {
    usage.files.written++
    usage.files.bytes +=
      typeof body === 'string' ? new TextEncoder().encode(body).length : (body as ArrayBufferView).byteLength
  })
  before(env.FILES, 'get', () => usage.files.read++)
  for (const [name, queue] of Object.entries(env))
    if (name.endsWith('_QUEUE')) before(queue, 'send', () => usage.queues.sent++)
}

/** Rows as SQLite counts them, with those of its indexes; an alarm set is a row written, as Cloudflare's price list says. */
export function meterStorage(storage: DurableObjectStorage): void {
  const { sql } = storage
  const exec = sql.exec
  let open: { rowsRead: number; rowsWritten: number }[] = []
  const settle = () => {
    for (const cursor of open) {
      usage.object.read += cursor.rowsRead
      usage.object.written += cursor.rowsWritten
    }
    open = []
    usage.object.largest = Math.max(usage.object.largest, sql.databaseSize)
  }
  Object.assign(sql, {
    exec(...args: Parameters<SqlStorage['exec']>) {
      // All of a room's reading and writing is over when its event is.
      if (open.length === 0) queueMicrotask(settle)
      const cursor = exec.apply(sql, args)
      open.push(cursor)
      return cursor
    },
  })
  const { setAlarm } = storage
  Object.assign(storage, {
    setAlarm(due: number) {
      usage.object.written++
      return setAlarm.call(storage, realTime(due))
    },
  })
}
