import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { TIME_ZONE } from '#domain/time.ts'
import { user } from './auth.ts'

/** The doctor's professional profile; its id is the user's. */
export const profiles = sqliteTable('profiles', {
  id: text('id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  full_name: text('full_name').notNull(),
  crm: text('crm'),
  specialty: text('specialty'),
  phone: text('phone'),
  /** Registro de Qualificação de Especialista: digits. */
  rqe: text('rqe'),
  /** The address of the practice, for documents. */
  address: text('address'),
  /** The doctor's CPF, '000.000.000-00': a certificate that signs a document must have it. */
  cpf: text('cpf'),
  /** IANA name, as the doctor's devices report it. */
  time_zone: text('time_zone').notNull().default(TIME_ZONE),
  /** The address of an erased account with records, to answer questions about them. Before, the user row has it. */
  kept_email: text('kept_email'),
  created_at: integer('created_at').notNull(),
  updated_at: integer('updated_at').notNull(),
})
