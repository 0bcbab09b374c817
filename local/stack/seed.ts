import { hashPassword } from 'better-auth/crypto'
import { stateOfAnswers } from '#domain/consent/consent.ts'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { plans } from '#domain/subscription/plans.ts'
import { searchKey } from '#domain/text.ts'
import { DEMONSTRATION } from '../stripe/demonstration.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, DOCTOR } from './demonstration-doctor.ts'
import { asthmaScript, consultationLines, pressureScript } from './seed-consultation.ts'
import { seedRecord } from './seed-record.ts'
import { visitRows } from './seed-visit.ts'

const NAME = 'Dra. Helena Prado'
const CRM = '123456/SP'
const id = (digits: string) => `00000000-0000-4000-8000-${digits.padStart(12, '0')}`
const HOUR_MS = 60 * 60_000

const idsOf = (visit: number) => ({
  consultation: id(`2${visit}`),
  record: id(`3${visit}`),
  job: id(`4${visit}`),
  consent: id(`5${visit}`),
  sections: id(`${visit}00`).slice(0, -2),
})

/** Two visits: one record waits for the signature, one is signed. */
const VISITS = [
  {
    patient: {
      id: id('11'),
      name: 'Marina Albuquerque Teixeira',
      context: 'Hipertensão. Losartana 50 mg e metformina 850 mg. Alergia a dipirona.',
      birth: '1967-04-17',
      sex: 'feminino',
    },
    ids: idsOf(1),
    type: 'presencial',
    script: pressureScript,
    ago: 26 * HOUR_MS,
    signed: false,
  },
  {
    patient: {
      id: id('12'),
      name: 'João Batista Conceição',
      context: 'Asma na infância.',
      birth: '1989-09-05',
      sex: 'masculino',
    },
    ids: idsOf(2),
    type: 'telemedicina',
    script: asthmaScript,
    ago: 52 * HOUR_MS,
    signed: true,
  },
] as const

type Value = string | number | null
const literal = (value: Value) =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

const assignments = (row: Record<string, Value>) =>
  Object.entries(row).map(([name, value]) => `"${name}" = ${literal(value)}`)

/** Inserts a row unless it exists: a second start leaves the data unchanged. */
function insert(table: string, row: Record<string, Value>, when = 'true'): string {
  const names = Object.keys(row).map((name) => `"${name}"`)
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${Object.values(row).map(literal).join(', ')} WHERE ${when} ON CONFLICT DO NOTHING;`
}

/**
 * SQL that inserts the demonstration doctor, verified, and two patients with a finished consultation and its record.
 */
export async function seedSql(now: number): Promise<string> {
  const since = now - 60 * HOUR_MS
  const times = { created_at: since, updated_at: since }
  const statements = [
    insert('user', { id: DOCTOR, name: NAME, email: DEMO_EMAIL, email_verified: 1, ...times }),
    insert('account', {
      id: `${DOCTOR}-password`,
      account_id: DOCTOR,
      provider_id: 'credential',
      user_id: DOCTOR,
      password: await hashPassword(DEMO_PASSWORD),
      ...times,
    }),
    insert('profiles', {
      id: DOCTOR,
      full_name: NAME,
      crm: CRM,
      specialty: 'Clínica Geral',
      phone: '(11) 99999-0000',
      rqe: '12345',
      address: 'Rua das Acácias, 100, sala 12, São Paulo, SP',
      ...times,
    }),
    // A paid plan, so that no quota stops a visitor.
    insert('stripe_customers', { doctor_id: DOCTOR, customer_id: DEMONSTRATION.customer, created_at: since }),
    insert('user_subscriptions', {
      user_id: DOCTOR,
      provider_subscription_id: DEMONSTRATION.subscription,
      plan: 'pro',
      interval: 'month',
      amount: plans.pro.price.month,
      status: 'active',
      current_period_start: Math.floor(now / 1_000),
      current_period_end: Math.floor(now / 1_000) + 30 * 24 * 3_600,
      cancel_at_period_end: 0,
      fetched_at: now,
      updated_at: now,
    }),
    ...VISITS.flatMap((visit) => visitSql(visit, now - visit.ago)),
  ]
  return `${statements.join('\n')}\n`
}

function visitSql({ patient, ids, type, script, signed }: (typeof VISITS)[number], start: number): string[] {
  const lines = consultationLines(script, start)
  const end = start + (lines.at(-1)?.end_ms ?? 0) + 4_000
  const answers = answersFor(type)
  const consent = { state: stateOfAnswers(answers), answers, notice_version: currentNotice.version, answered_at: start }
  const record = seedRecord({
    id: ids.record,
    jobId: ids.job,
    sectionIds: ids.sections,
    doctorId: DOCTOR,
    consultationId: ids.consultation,
    context: patient.context,
    entries: lines,
    now: end,
    ...(signed && {
      signer: {
        name: NAME,
        crm: CRM,
        patient: { id: patient.id, name: patient.name },
        identification: { birth_date: patient.birth, sex: patient.sex },
        consultation: { type, start, end },
        consent: { ...consent, revoked_at: null },
      },
    }),
  })
  const rows = visitRows({
    id: ids.consultation,
    doctorId: DOCTOR,
    patient,
    context: patient.context,
    type,
    start,
    end,
    specialty: 'general',
    consentId: ids.consent,
    lines,
  })
  // A signed record accepts no rows that a later version of this seed would add.
  const unsigned = `NOT EXISTS (SELECT 1 FROM records WHERE id = ${literal(ids.record)} AND signed_at IS NOT NULL)`
  return [
    insert('medical_patients', {
      id: patient.id,
      doctor_id: DOCTOR,
      nome_completo: patient.name,
      nome_busca: searchKey(patient.name),
      observacoes_gerais: patient.context,
      data_nascimento: patient.birth,
      sexo: patient.sex,
      total_consultas: 1,
      last_consultation: end,
      created_at: start,
      updated_at: start,
    }),
    insert('consultations', rows.consultation),
    insert('consents', rows.consent),
    ...rows.entries.map((row) => insert('transcript_entries', row, unsigned)),
    insert('records', record.record),
    ...record.sections.map((row) => insert('record_sections', row, unsigned)),
    // A trigger reads the note again: its words are searched.
    `UPDATE consultations SET specialty = specialty WHERE id = ${literal(ids.consultation)};`,
    ...(record.signature
      ? [
          `UPDATE records SET ${assignments(record.signature).join(', ')} WHERE id = ${literal(ids.record)} AND signed_at IS NULL AND created_at = ${end};`,
        ]
      : []),
  ]
}
