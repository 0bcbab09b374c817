const docs = 'https://developers.cloudflare.com'

/** Cloudflare's published limits on the Workers Paid plan, as its documentation had them when they were read: 2026-11-23. */
export const limits = {
  d1: {
    page: `${docs}/d1/platform/limits/`,
    /** It cannot be raised. */
    databaseBytes: 10e9,
    /** Raised on request. */
    accountBytes: 250e9,
    databases: 50_000,
    /** One query at a time: about 1,000 a second where each takes a millisecond. */
    busyMsASecond: 1_000,
  },
  objects: { page: `${docs}/durable-objects/platform/limits/`, requestsASecond: 1_000, bytes: 10e9 },
  queues: { page: `${docs}/queues/platform/limits/`, messagesASecond: 5_000, consumers: 250, backlogBytes: 25e9 },
  /** Our own limit, not the platform's: docs/decisions/020-audit.md, one ring a minute. */
  sealing: { rowsARing: 2_000, copiesARing: 200 },
} as const
