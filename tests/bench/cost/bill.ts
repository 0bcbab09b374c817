const MILLION = 1_000_000
/** Messages that come in over a socket, twenty for one request; those that go out are free. */
const MESSAGES_A_REQUEST = 20
/** The memory that an object is charged for while awake, regardless of its use. */
const OBJECT_GB = 0.128
/** Each 64 KB of a queued message: written, read, deleted. */
const OPERATIONS_A_MESSAGE = 3
/** US dollars. */
export const ROW_WRITTEN = 1 / MILLION
export const D1_GB_MONTH = 0.75

/** The billed use of one consultation. Requests are HTTP, queue batches and rings of the cron; files of the app are free. */
export type Billed = Record<'requests' | 'cpuMs' | 'queued', number> & {
  /** `requests`: calls, upgrades and alarms; `seconds`: the engine's socket keeps the object awake even in silence. */
  object: Record<'requests' | 'messages' | 'seconds' | 'read' | 'written' | 'gbMonths', number>
  d1: Record<'read' | 'written' | 'gbMonths', number>
  files: Record<'read' | 'written' | 'gbMonths', number>
}
export type BillLine = { what: string; amount: number; usd: number }

/**
 * Each line by Cloudflare's public prices of the Workers Paid plan, read 2026-11-23 from its documentation
 * (developers.cloudflare.com/{workers,durable-objects,d1}/platform/pricing, r2/pricing, queues/platform/pricing). The use
 * that a plan includes is not deducted: one more consultation costs this when the plan is used up.
 */
export function billOf({ requests, cpuMs, queued, object, d1, files }: Billed): BillLine[] {
  const lines: [what: string, amount: number, price: number][] = [
    ['Worker: requests', requests, 0.3 / MILLION],
    ['Worker: CPU ms', cpuMs, 0.02 / MILLION],
    ['object: requests, 20 messages for one', object.requests + object.messages / MESSAGES_A_REQUEST, 0.15 / MILLION],
    ['object: awake GB-s', object.seconds * OBJECT_GB, 12.5 / MILLION],
    ['object: rows read', object.read, 0.001 / MILLION],
    // With the rows of indexes, with those deleted; an alarm set is one.
    ['object: rows written', object.written, ROW_WRITTEN],
    ['object: stored GB-months', object.gbMonths, 0.2],
    ['D1: rows read', d1.read, 0.001 / MILLION],
    ['D1: rows written', d1.written, ROW_WRITTEN],
    ['D1: stored GB-months', d1.gbMonths, D1_GB_MONTH],
    ['R2: written', files.written, 4.5 / MILLION],
    ['R2: read', files.read, 0.36 / MILLION],
    ['R2: stored GB-months', files.gbMonths, 0.015],
    ['queues: operations', queued * OPERATIONS_A_MESSAGE, 0.4 / MILLION],
  ]
  return lines.map(([what, amount, price]) => ({ what, amount, usd: amount * price }))
}

export const totalOf = (lines: readonly BillLine[]): number => lines.reduce((sum, { usd }) => sum + usd, 0)
