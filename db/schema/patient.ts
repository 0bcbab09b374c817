import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { user } from './auth.ts'

export const medicalPatients = sqliteTable(
  'medical_patients',
  {
    id: text('id').primaryKey(),
    doctor_id: text('doctor_id')
      .notNull()
      .references(() => user.id),
    nome_completo: text('nome_completo').notNull(),
    /** Lower case without accents: search and order. */
    nome_busca: text('nome_busca').notNull(),
    observacoes_gerais: text('observacoes_gerais').notNull(),
    /** aaaa-mm-dd */
    data_nascimento: text('data_nascimento'),
    sexo: text('sexo'),
    nome_mae: text('nome_mae'),
    naturalidade: text('naturalidade'),
    endereco: text('endereco'),
    cpf: text('cpf'),
    telefone: text('telefone'),
    total_consultas: integer('total_consultas').notNull().default(0),
    last_consultation: integer('last_consultation'),
    archived_at: integer('archived_at'),
    created_at: integer('created_at').notNull(),
    updated_at: integer('updated_at').notNull(),
  },
  (t) => [
    index('patients_by_name').on(t.doctor_id, sql`(archived_at IS NOT NULL)`, t.nome_busca, t.id),
    index('patients_by_change').on(t.updated_at),
    index('patients_to_key').on(t.id).where(sql`nome_busca GLOB '*[´\`ʹ-ʼ′‐-‛−－＇]*'`),
  ],
)

/** The first eight letters of the later words of each name, by triggers. Names with the same word are adjacent. */
export const patientBeginnings = sqliteTable(
  'patient_beginnings',
  {
    doctor_id: text('doctor_id').notNull(),
    archived: integer('archived').notNull(),
    beginning: text('beginning').notNull(),
    name: text('name').notNull(),
    patient_id: text('patient_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.doctor_id, t.archived, t.beginning, t.name, t.patient_id] })],
)
