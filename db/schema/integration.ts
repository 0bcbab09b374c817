import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { allEvents, deliveryFailures, deliveryStates, integrationKinds } from '#domain/integration/integration.ts'
import { user } from './auth.ts'

const ownerOf = () =>
  text('doctor_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

/** Where a doctor's signed records go by themselves: at most one address of each kind. */
export const integrations = sqliteTable(
  'integrations',
  {
    doctor_id: ownerOf(),
    kind: text('kind', { enum: integrationKinds }).notNull(),
    address: text('address').notNull(),
    /** Encrypted under AUTH_SECRET: the key of the webhook's signature, or the receiver's bearer token. */
    secret: text('secret').notNull(),
    /** JSON: the events that are sent. */
    events: text('events').notNull(),
    created_at: integer('created_at').notNull(),
    updated_at: integer('updated_at').notNull(),
    /** The last delivery that the receiver accepted. */
    delivered_at: integer('delivered_at'),
    /** The product sends nothing after this time until the doctor resumes. */
    paused_at: integer('paused_at'),
  },
  (t) => [primaryKey({ columns: [t.doctor_id, t.kind] })],
)

/** One event on its way to one address: ids and outcomes, no patient text. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    /** Sent as `webhook-id`: every attempt has the same. */
    id: text('id').primaryKey(),
    doctor_id: ownerOf(),
    kind: text('kind', { enum: integrationKinds }).notNull(),
    event: text('event', { enum: allEvents }).notNull(),
    /** Null: a test. */
    consultation_id: text('consultation_id'),
    /** The document or the addendum; null for other events. */
    subject_id: text('subject_id'),
    /** `waiting`: created or stopped while the integration was paused. */
    state: text('state', { enum: deliveryStates }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed; null when it did not. */
    failure: text('failure', { enum: deliveryFailures }),
    /** HTTP status of the last answer; null without one. */
    status: integer('status'),
    created_at: integer('created_at').notNull(),
    attempted_at: integer('attempted_at'),
  },
  (t) => [index('deliveries_of_doctor').on(t.doctor_id, t.created_at), index('deliveries_by_time').on(t.created_at)],
)
