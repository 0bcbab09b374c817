const docs = 'https://developers.cloudflare.com'
const MILLION = 1_000_000

/**
 * Cloudflare's public prices of the Workers Paid plan in US dollars, as its documentation had them when they were read:
 * 2026-11-23, from copies of these pages that are of 2026. The use that a plan includes is not deducted.
 */
export const prices = {
  plan: { page: `${docs}/workers/platform/pricing/`, month: 5 },
  workers: {
    page: `${docs}/workers/platform/pricing/`,
    request: 0.3 / MILLION,
    cpuMs: 0.02 / MILLION,
  },
  objects: {
    page: `${docs}/durable-objects/platform/pricing/`,
    request: 0.15 / MILLION,
    /** Messages that come in over a socket, twenty for one request; those that go out are free. */
    messagesARequest: 20,
    gbSecond: 12.5 / MILLION,
    /** The memory that an object is charged for while awake, regardless of its use. */
    gb: 0.128,
    rowRead: 0.001 / MILLION,
    /** With the rows of indexes, with those deleted; an alarm set is one. */
    rowWritten: 1 / MILLION,
    gbMonth: 0.2,
  },
  d1: {
    page: `${docs}/d1/platform/pricing/`,
    rowRead: 0.001 / MILLION,
    rowWritten: 1 / MILLION,
    gbMonth: 0.75,
  },
  r2: {
    page: `${docs}/r2/pricing/`,
    /** Class A writes, class B reads. */
    written: 4.5 / MILLION,
    read: 0.36 / MILLION,
    gbMonth: 0.015,
  },
  queues: {
    page: `${docs}/queues/platform/pricing/`,
    operation: 0.4 / MILLION,
    /** Each 64 KB of a message: written, read, deleted. */
    operationsAMessage: 3,
  },
} as const
