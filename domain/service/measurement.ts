/** The parts of the service that a status names. */
export const parts = [
  ...(['pages', 'sign_in', 'room', 'speech', 'model', 'records', 'pdf', 'mail'] as const),
  ...(['stripe', 'd1', 'files', 'queue', 'synthetic', 'copies', 'upkeep'] as const),
] as const
export type Part = (typeof parts)[number]

/** Every metric and its part. Its values are milliseconds, except where a comment says otherwise. */
export const metrics = {
  page: 'pages',
  api: 'pages',
  sign_in: 'sign_in',
  /** From a frame's arrival until the disk has it, when the runtime lets its acknowledgement go. */
  ack: 'room',
  completion: 'room',
  /** Count: gaps of completed consultations. */
  gap: 'room',
  /** Count: minutes with voice that an engine was given. Value: the longest wait for words in the minute. */
  words: 'speech',
  first_words: 'speech',
  /** Count: consultations with three minutes of voice. Failed: those where two of three had no words in time. */
  consultation_words: 'speech',
  engine: 'speech',
  device_engine: 'speech',
  model: 'model',
  /** From the request until the record is stored. */
  record: 'records',
  /** Count: sentences of new records. Failed: those held back. */
  sentence: 'records',
  pdf: 'pdf',
  data_export: 'pdf',
  mail: 'mail',
  delivery: 'upkeep',
  stripe: 'stripe',
  webhook: 'stripe',
  d1: 'd1',
  /** Value: bytes. */
  d1_size: 'd1',
  files: 'files',
  /** Value: the age of the oldest job that no worker has taken. */
  queue: 'queue',
  synthetic: 'synthetic',
  /** Count: minutes. Failed: those without a copy of the last 30 hours. */
  copy: 'copies',
  audit: 'upkeep',
  audit_broken: 'upkeep',
  retention: 'upkeep',
  uncaught: 'upkeep',
} as const satisfies Record<string, Part>
export type Metric = keyof typeof metrics

/** One thing that happened `count` times. `failed` of them failed, and have no value. */
export type Measurement = {
  metric: Metric
  count?: number
  failed?: number
  value?: number
  /** A class from a closed list, or the name of an error's class: never a message. */
  fault?: string
}

/** Upper ends of the value classes, in the metric's unit. Service levels count by them. */
export const BUCKETS = [100, 500, 2_000, 5_000, 15_000, 60_000] as const

/** The sum of all measurements of a minute with the same metric and fault. */
export type Total = {
  /** Minutes since 1970. */
  minute: number
  metric: Metric
  fault: string
  count: number
  failed: number
  sum: number
  max: number
  /** For each bucket, how many were within it. */
  within: number[]
}

const FAULT = /^\w{1,40}$/
const MINUTE_MS = 60_000
export const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS)

/** Adds a measurement to the totals, by metric, fault and minute. A fault that is no plain name becomes 'other'. */
export function addTo(totals: Map<string, Total>, measurement: Measurement, now: number): void {
  const { metric, count = 1, failed = 0, value, fault = '' } = measurement
  const minute = minuteOf(now)
  const name = fault === '' || FAULT.test(fault) ? fault : 'other'
  const key = `${minute} ${metric} ${name}`
  const total = totals.get(key) ?? {
    ...{ minute, metric, fault: name, count: 0, failed: 0, sum: 0, max: 0 },
    within: BUCKETS.map(() => 0),
  }
  const passed = count - failed
  const measured = value === undefined ? 0 : Math.max(0, Math.round(value))
  total.count += count
  total.failed += failed
  total.sum += measured * passed
  total.max = Math.max(total.max, measured)
  if (value !== undefined)
    total.within = total.within.map((sum, at) => sum + (measured <= (BUCKETS[at] ?? 0) ? passed : 0))
  totals.set(key, total)
}
