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
