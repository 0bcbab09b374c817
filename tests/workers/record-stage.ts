import { env } from 'cloudflare:workers'
import { openDatabase } from '#db/client.ts'
import { readConsultation } from '#db/queries/consultation.ts'
import { claimJob, createJob, type DoctorJob } from '#db/queries/job.ts'
import { saveRecord } from '#db/queries/record-structured.ts'
import type { DraftSection } from '#domain/record/proof/draft.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import { withUnproven } from '#tests/testkit/record.ts'
import type { Env } from '#workers/env.ts'
import { runStructure } from '#workers/jobs/structure.ts'
import { installCidTable, newConsultation, newPatient, type Row } from './clinic.ts'
import { newDoctor, type TestDoctor } from './doctor.ts'

export const db = openDatabase(env.DB)

export const PROVEN = 'Refere tosse seca e febre há quatro dias.'
export const UNPROVEN = 'Solicitada radiografia de tórax.'
/** A structurer's possible answer for the clinic's dialogue: the allergy is left out. */
const draft: DraftSection[] = [{ key: 'hda', sentences: [{ text: PROVEN, evidence: ['e1'] }] }]

export const BRONCHITIS = { system: 'CID-10', code: 'J20.9', text: 'Bronquite aguda não especificada' }

/** Asks for the structuring of a consultation, as the API does, without a message. */
export const requestStructuring = (doctor: TestDoctor, subjectId: string, input: unknown = { specialty: 'general' }) =>
  createJob(db, {
    id: crypto.randomUUID(),
    kind: 'structure',
    doctorId: doctor.id,
    subjectId,
    input,
    now: Date.now(),
  })
async function claimed(doctor: TestDoctor, consultation: string): Promise<DoctorJob> {
  const { id } = await requestStructuring(doctor, consultation)
  const job = await claimJob(db, id, Date.now())
  if (!job) throw new Error('nothing to structure')
  return { ...job, doctor_id: doctor.id }
}
/** Runs the job that structures a consultation. */
export const structureNow = async (doctor: TestDoctor, consultation: string, bindings: Env = env) =>
  runStructure({ env: bindings, db, job: await claimed(doctor, consultation), startedAt: 0, step: async () => {} })

/** The record of the draft above, with a sentence that no line proves, as older records have one. */
export async function newRecord(doctor: TestDoctor, consultationId: string): Promise<void> {
  await installCidTable()
  const job = await claimed(doctor, consultationId)
  const found = await readConsultation(db, doctor.id, consultationId)
  const grounds = { entries: found?.entries ?? [], context: '', specialty: 'general' } as const
  const proven = proveRecord(grounds, draft, () => crypto.randomUUID())
  const evidence = [{ id: 'e5', hash: textHash('Sou alérgico a penicilina.') }]
  const saved = await saveRecord(db, job, {
    ...{ id: crypto.randomUUID(), consultationId, doctorId: doctor.id, specialty: 'general' },
    ...{ ...proven, sections: withUnproven(proven.sections, 'conduta', UNPROVEN) },
    offers: [{ id: 'o1', section: 'hpp', text: 'Alergia a penicilina.', evidence }],
    ...{ warnings: [], structurer: { name: 'extractive', version: '1' }, processingTimeMs: 1, now: Date.now() },
  })
  if (saved !== 'saved') throw new Error(saved)
}

/** A doctor with a CRM, and a finished consultation whose record is a draft. */
export async function openRecordStage(change: Row = {}, name?: string) {
  const doctor = await newDoctor(name)
  await doctor.call('PATCH', '/api/profile', { crm: '123456/SP' })
  const patient = await newPatient(doctor)
  const consultation = await newConsultation(doctor, patient, change)
  await newRecord(doctor, consultation)
  return { doctor, patient, consultation, calls: recordCalls(doctor, consultation) }
}

export const sectionOf = (record: StructuredRecord, key: string) => {
  const section = record.sections.find((other) => other.key === key)
  if (!section) throw new Error(`no section ${key}`)
  return section
}
/** The record's own calls, as the page makes them: what is answered, or the code of the refusal. */
export function recordCalls(doctor: TestDoctor, consultationId: string) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T & { code?: string }> =>
    (await doctor.call(method, `/api/v1/transcription/${path}`, body)).json<T & { code?: string }>()
  const whole = async (method: string, path: string, body?: unknown) => {
    const answer = await call<{ record: StructuredRecord }>(method, `records/${consultationId}/${path}`, body)
    return answer.code ?? answer.record
  }
  const read = async () => {
    const response = await doctor.call('GET', `/api/consultations/${consultationId}`)
    return (await response.json<{ structuredData: StructuredRecord }>()).structuredData
  }
  const see = (id: string, texts: string[]) => call<{ revision: number }>('POST', `sections/${id}/seen`, { texts })
  return {
    call,
    read,
    see,
    /** Reviews every sentence that is still open. */
    async seeAll(): Promise<void> {
      for (const { id, sentences } of (await read()).sections)
        for (const { text } of sentences.filter(needsLook)) await see(id, [text])
    },
    section: async (key: string) => sectionOf(await read(), key),
    save: (revision: number) => whole('POST', 'save', { revision }),
    sign: (revision: number) => whole('POST', 'sign', { revision }),
    /** Signs what is there now. */
    signNow: async () => whole('POST', 'sign', { revision: (await read()).revision }),
    insert: (omission_id: string) => whole('POST', 'omissions', { omission_id }),
    dismiss: (omission_id: string, dismissed = true) =>
      whole('POST', 'omissions/dismissal', { omission_id, dismissed }),
    /** Edits the current version, unless the caller gives the version it began in. */
    text: async (text: string | null, base?: string) =>
      whole('PUT', 'text', { text, base: base ?? textBase(await read()) }),
    seeText: (messages: string[]) => whole('POST', 'text/seen', { messages }),
    code: (diagnoses: object[]) => whole('PUT', 'diagnoses', { diagnoses }),
    edit: (id: string, content: string) => call<{ revision: number }>('PUT', `sections/${id}`, { content }),
    add: (text: string) =>
      call<{ addendum: StructuredRecord['addenda'][number] }>('POST', `records/${consultationId}/addenda`, { text }),
  }
}
