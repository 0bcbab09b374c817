import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

/** Requested exports of all of a doctor's data, or of one patient's. Each volume is made by a job of its own. */
export const dataExports = sqliteTable(
  'data_exports',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Null: all data. No foreign key: the patient may be deleted while the export is stored. */
    patient_id: text('patient_id'),
    /** The job that makes the next volume, or made the last. */
    job_id: text('job_id').notNull(),
    /** JSON of the settings of the device that requested it. */
    settings: text('settings').notNull(),
    /** Number of consultations written; `total` is the number there are. */
    done: integer('done').notNull().default(0),
    total: integer('total'),
    /** JSON of the place after which the next volume begins. */
    place: text('place'),
    created_at: integer('created_at').notNull(),
    ready_at: integer('ready_at'),
    /** From then on the files may be deleted. */
    expires_at: integer('expires_at').notNull(),
    /** When the files were deleted. */
    removed_at: integer('removed_at'),
  },
  (t) => [
    index('data_exports_of_doctor').on(t.doctor_id, t.created_at),
    index('data_exports_by_expiry').on(t.removed_at, t.expires_at),
  ],
)

/** One ZIP of the export in R2. */
export const dataExportVolumes = sqliteTable(
  'data_export_volumes',
  {
    export_id: text('export_id')
      .notNull()
      .references(() => dataExports.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    doctor_id: text('doctor_id').notNull(),
    file_key: text('file_key').notNull(),
    bytes: integer('bytes').notNull(),
    created_at: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.export_id, t.number] })],
)
