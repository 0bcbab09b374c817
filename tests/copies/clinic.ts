// A clinic of one doctor: consultations with signed records, their PDFs, and a sealed audit log.
import { randomBytes } from 'node:crypto'
import { type AuditEntry, anchorKey, keyIdOf, nextSeal } from '#domain/audit/chain.ts'
import { stateOfAnswers } from '#domain/consent/consent.ts'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { searchKey } from '#domain/text.ts'
import { DOCTOR } from '#local/stack/demonstration-doctor.ts'
import { asthmaScript, consultationLines, pressureScript } from '#local/stack/seed-consultation.ts'
import { seedRecord } from '#local/stack/seed-record.ts'
import { visitRows } from '#local/stack/seed-visit.ts'
import { prepareDatabase } from '#local/stack/stack.ts'
import { digestsOf } from '#ops/audit/digests.ts'
import { ownSecret } from '#ops/audit/own-secret.ts'
import { openPlace } from '#ops/copies/place.ts'
import { nameOf } from '#tests/bench/filled/people.ts'
import { inDatabase, type Row } from '#tests/e2e/database.ts'

const HOUR_MS = 3_600_000
const PDF_BYTES = 30_000
const ROWS_A_SEAL = 100
type Insert = (table: string, row: Row) => void
const uuid = (kind: number, index: number) => `00000002-000${kind}-4000-8000-${String(index).padStart(12, '0')}`
export const consultationId = (index: number): string => uuid(2, index)
export const exportId = (index: number): string => uuid(5, index)
export const pdfKey = (index: number): string => `exports/${DOCTOR}/${exportId(index)}.pdf`

/** Makes the clinic under `state`. All records but each third are signed; the last consultation has not ended. */
export async function makeClinic(state: string, consultations: number, now: number): Promise<void> {
  await prepareDatabase(state)
  const pdfs = new Map<string, Uint8Array>()
  inDatabase((database, insert) => {
    for (let index = 0; index < consultations; index++) {
      const start = now - (consultations - index) * HOUR_MS - 24 * HOUR_MS
      const signature = makeVisit(insert, index, start)
      if (signature) {
        const names = Object.keys(signature)
        const set = `UPDATE records SET ${names.map((name) => `${name} = :${name}`).join()} WHERE id = '${uuid(3, index)}'`
        database.prepare(set).run(signature)
      }
      if (index % 2 === 0) pdfs.set(pdfKey(index), makePdf(insert, index, start))
    }
    makeUnfinished(insert, consultations, now - HOUR_MS)
    // A trigger reads the notes: their words are searched.
    database.exec("UPDATE consultations SET specialty = specialty WHERE status = 'completed'")
  }, state)
  const anchors = await sealLog(state, consultations, now)
  const place = await openPlace('here', { state })
  for (const [key, content] of pdfs)
    await place.files.put(key, {
      content,
      metadata: { 'content-type': 'application/pdf', 'x-amz-meta-origem': 'clínica' },
    })
  for (const [key, text] of anchors)
    await place.files.put(key, { content: Buffer.from(text), metadata: { 'content-type': 'application/json' } })
  await place.close()
}

function visitOf(index: number, start: number, isOver: boolean) {
  const type = index % 4 === 0 ? ('telemedicina' as const) : ('presencial' as const)
  const lines = isOver ? consultationLines(index % 2 ? asthmaScript : pressureScript, start) : []
  const end = isOver ? start + (lines.at(-1)?.end_ms ?? 0) + 4_000 : null
  const patient = { id: uuid(1, index), name: nameOf(index) }
  const context = 'Hipertensão. Losartana 50 mg.'
  const specialty = isOver ? 'general' : null
  const of = { doctorId: DOCTOR, patient, context, type, start, end, specialty, lines }
  return { ...of, id: consultationId(index), consentId: uuid(4, index) }
}

function insertVisit(insert: Insert, visit: ReturnType<typeof visitOf>): void {
  const { patient, context, start, end } = visit
  insert('medical_patients', {
    id: patient.id,
    doctor_id: DOCTOR,
    nome_completo: patient.name,
    nome_busca: searchKey(patient.name),
    observacoes_gerais: context,
    total_consultas: end === null ? 0 : 1,
    last_consultation: end,
    created_at: start,
    updated_at: start,
  })
  const rows = visitRows(visit)
  insert('consultations', rows.consultation)
  insert('consents', rows.consent)
  for (const entry of rows.entries) insert('transcript_entries', entry)
}

function makeVisit(insert: Insert, index: number, start: number) {
  const visit = visitOf(index, start, true)
  const { type, patient, context, lines } = visit
  const end = visit.end as number
  insertVisit(insert, visit)
  const answers = answersFor(type)
  const consent = { state: stateOfAnswers(answers), answers, notice_version: currentNotice.version, answered_at: start }
  const { record, sections, signature } = seedRecord({
    ...{ id: uuid(3, index), jobId: `job-${index}`, sectionIds: `${uuid(6, index)}-` },
    ...{ doctorId: DOCTOR, consultationId: visit.id, context, entries: [...lines], now: end },
    ...(index % 3 > 0 && {
      signer: {
        name: 'Dra. Helena Prado',
        crm: '123456/SP',
        patient,
        identification: null,
        consultation: { type, start, end },
        consent: { ...consent, revoked_at: null },
      },
    }),
  })
  insert('records', record)
  for (const section of sections) insert('record_sections', section)
  return signature
}

/** Its lines are in its room, which no copy reaches. */
const makeUnfinished = (insert: Insert, index: number, start: number) =>
  insertVisit(insert, visitOf(index, start, false))

function makePdf(insert: Insert, index: number, at: number): Uint8Array {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PDF_BYTES)])
  const file = { file_key: pdfKey(index), bytes: content.length, created_at: at }
  const job = { id: uuid(7, index), kind: 'pdf', doctor_id: DOCTOR, subject_id: consultationId(index) }
  const input = JSON.stringify({ export_id: exportId(index) })
  insert('jobs', { ...job, input, status: 'completed', created_at: at, updated_at: at })
  const row = { id: exportId(index), consultation_id: job.subject_id, doctor_id: DOCTOR, job_id: job.id }
  insert('exports', { ...row, ...file })
  return content
}

/** Writes the log of these consultations with its seals. Returns the copies of the seals, by their key in the bucket. */
async function sealLog(state: string, consultations: number, now: number): Promise<Map<string, string>> {
  const secret = ownSecret()
  const digests = await digestsOf([secret])
  const keyId = await keyIdOf(secret, digests)
  const rows = Array.from({ length: consultations * 3 }, (_, index): AuditEntry => {
    const visit = Math.floor(index / 3)
    return {
      ...{ id: index + 1, at: now - 120_000, doctor_id: DOCTOR, action: 'consultation_read' },
      ...{ subject_kind: 'consultation', subject_id: consultationId(visit), request_id: null },
      ...{ patient_id: uuid(1, visit), device: null, network: '203.0.113.x' },
    }
  })
  const anchors: Awaited<ReturnType<typeof nextSeal>>[] = []
  for (let from = 0; from < rows.length; from += ROWS_A_SEAL) {
    const sealed = { sealedAt: now - 60_000, keyId }
    const page = rows.slice(from, from + ROWS_A_SEAL)
    anchors.push(await nextSeal(anchors.at(-1)?.seal ?? null, page, sealed, digests))
  }
  inDatabase((_, insert) => {
    for (const row of rows) insert('audit_log', row)
    for (const { seal } of anchors) insert('audit_seals', { ...seal, anchored_at: now - 50_000 })
  }, state)
  return new Map(anchors.map((anchor) => [anchorKey(anchor.seal), JSON.stringify(anchor)]))
}
