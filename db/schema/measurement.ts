import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { metrics } from '#domain/service/measurement.ts'

const metricNames = Object.keys(metrics) as [keyof typeof metrics]

/** The service's measurements of one minute: counts, times and classes of faults. No row is about a person. */
export const measurements = sqliteTable(
  'measurements',
  {
    /** Minutes since 1970. */
    minute: integer('minute').notNull(),
    metric: text('metric', { enum: metricNames }).notNull(),
    /** Host or model of our settings; empty where the part is ours. */
    provider: text('provider').notNull(),
    /** Commit of the Worker. */
    release: text('release').notNull(),
    /** Class of the fault, or empty. */
    fault: text('fault').notNull(),
    count: integer('count').notNull(),
    failed: integer('failed').notNull(),
    /** In the metric's unit, as `max` and the buckets. */
    sum: integer('sum').notNull(),
    max: integer('max').notNull(),
    within_100: integer('within_100').notNull(),
    within_500: integer('within_500').notNull(),
    within_2000: integer('within_2000').notNull(),
    within_5000: integer('within_5000').notNull(),
    within_15000: integer('within_15000').notNull(),
    within_60000: integer('within_60000').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.metric, t.provider, t.release, t.fault] })],
)

/** The last news of something that the service watches: one row for each name, written over. */
export const serviceMarks = sqliteTable('service_marks', {
  name: text('name', { enum: ['synthetic', 'copy'] }).primaryKey(),
  at: integer('at').notNull(),
  /** The id of the synthetic consultation or of the copy. */
  subject: text('subject').notNull(),
  state: text('state').notNull(),
})

/** The last alert of each metric. */
export const alerts = sqliteTable('alerts', {
  metric: text('metric', { enum: metricNames }).primaryKey(),
  fault: text('fault').notNull(),
  raised_at: integer('raised_at').notNull(),
  /** When its last message went out; 0: none has. While one is being sent, `claimTime`. */
  sent_at: integer('sent_at').notNull(),
  /** Null: it is raised. */
  ended_at: integer('ended_at'),
})
