import { prices } from './prices.ts'

/** The billed use of one consultation, or of a month of them. */
export type Billed = {
  /** Calls of the Worker: HTTP, queue batches, rings of the cron. Files of the app are free. */
  requests: number
  cpuMs: number
  object: {
    /** Calls, upgrades and alarms. */
    requests: number
    /** Messages that came in over sockets, from screens and from the engine. */
    messages: number
    /** Time awake, during which the engine's socket is open even in silence. */
    seconds: number
    read: number
    written: number
    gbMonths: number
  }
  d1: { read: number; written: number; gbMonths: number }
  files: { written: number; read: number; gbMonths: number }
  messages: number
}
export type BillLine = { what: string; amount: number; unit: string; usd: number }

/** Each line by itself, nothing included: what one more consultation costs who has used up what the plan includes. */
export function billOf(billed: Billed): BillLine[] {
  const { workers, objects, d1, r2, queues } = prices
  const { object, files } = billed
  const objectRequests = object.requests + object.messages / objects.messagesARequest
  const gbSeconds = object.seconds * objects.gb
  const operations = billed.messages * queues.operationsAMessage
  const line = (what: string, amount: number, unit: string, price: number) => ({
    what,
    amount,
    unit,
    usd: amount * price,
  })
  return [
    line('Worker: requests', billed.requests, '', workers.request),
    line('Worker: CPU', billed.cpuMs, 'ms', workers.cpuMs),
    line('object: requests, 20 messages for one', objectRequests, '', objects.request),
    line('object: awake', gbSeconds, 'GB-s', objects.gbSecond),
    line('object: rows read', object.read, '', objects.rowRead),
    line('object: rows written', object.written, '', objects.rowWritten),
    line('object: stored', object.gbMonths, 'GB-month', objects.gbMonth),
    line('D1: rows read', billed.d1.read, '', d1.rowRead),
    line('D1: rows written', billed.d1.written, '', d1.rowWritten),
    line('D1: stored', billed.d1.gbMonths, 'GB-month', d1.gbMonth),
    line('R2: written', files.written, '', r2.written),
    line('R2: read', files.read, '', r2.read),
    line('R2: stored', files.gbMonths, 'GB-month', r2.gbMonth),
    line('queues: operations', operations, '', queues.operation),
  ]
}

export const totalOf = (lines: readonly BillLine[]): number => lines.reduce((sum, { usd }) => sum + usd, 0)

/** The price of a month: use that the plan includes is free; the plan itself is not. */
export function monthOf(billed: Billed): number {
  const { plan, workers, objects, d1, r2, queues } = prices
  const over = (used: number, included: number) => Math.max(0, used - included)
  const { object, files } = billed
  // In the place of requests and GB-s stand those that are left when the included ones are gone.
  const requests = object.requests + object.messages / objects.messagesARequest
  const paid: Billed = {
    requests: over(billed.requests, workers.included.requests),
    cpuMs: over(billed.cpuMs, workers.included.cpuMs),
    object: {
      requests: over(requests, objects.included.requests),
      messages: 0,
      seconds: over(object.seconds * objects.gb, objects.included.gbSeconds) / objects.gb,
      read: over(object.read, objects.included.rowsRead),
      written: over(object.written, objects.included.rowsWritten),
      gbMonths: over(object.gbMonths, objects.included.gb),
    },
    d1: {
      read: over(billed.d1.read, d1.included.rowsRead),
      written: over(billed.d1.written, d1.included.rowsWritten),
      gbMonths: over(billed.d1.gbMonths, d1.included.gb),
    },
    files: {
      written: over(files.written, r2.included.written),
      read: over(files.read, r2.included.read),
      gbMonths: over(files.gbMonths, r2.included.gb),
    },
    messages: over(billed.messages * queues.operationsAMessage, queues.included.operations) / queues.operationsAMessage,
  }
  return plan.month + totalOf(billOf(paid))
}

/** So many of one, with what stays stored of each month's for as long as it is kept. */
export function times(billed: Billed, count: number): Billed {
  const { object, d1, files } = billed
  const by = <T extends Record<string, number>>(part: T) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, value * count])) as T
  return {
    requests: billed.requests * count,
    cpuMs: billed.cpuMs * count,
    object: by(object),
    d1: by(d1),
    files: by(files),
    messages: billed.messages * count,
  }
}
