import { env } from 'cloudflare:workers'
import { openDatabase } from '#db/client.ts'
import { readConsultation } from '#db/queries/consultation.ts'
import { claimJob, createJob } from '#db/queries/job.ts'
import { saveRecord } from '#db/queries/record-structured.ts'
import type { DraftSection } from '#domain/record/proof/draft.ts'
import { type Proven, proveRecord } from '#domain/record/proof/prove.ts'
import { needsLook, type StructuredRecord } from '#domain/record/record.ts'
import { textBase } from '#domain/record/text/text-base.ts'
import { textHash } from '#domain/record/text/text-hash.ts'
import { installCidTable } from './clinic.ts'
import type { TestDoctor } from './doctor.ts'

export const db = openDatabase(env.DB)

/**
 * A structurer's possible answer for the clinic's dialogue: one sentence proven, one invented, the allergy left
 * out.
 */
const draft: DraftSection[] = [
  { key: 'hda', sentences: [{ text: 'Refere tosse seca e febre há quatro dias.', evidence: ['e1'] }] },
  { key: 'conduta', sentences: [{ text: 'Solicitada radiografia de tórax.', evidence: [] }] },
]
export const PROVEN = 'Refere tosse seca e febre há quatro dias.'
export const UNPROVEN = 'Solicitada radiografia de tórax.'

/** The record of a finished consultation as the job makes it; `change` plays what a check would find. */
export async function newRecord(
  doctor: TestDoctor,
  consultationId: string,
  change: (proven: Proven) => Proven = (proven) => proven,
): Promise<void> {
  await installCidTable()
  const now = Date.now()
  const { id } = await createJob(db, {
    id: crypto.randomUUID(),
    kind: 'structure',
    doctorId: doctor.id,
    subjectId: consultationId,
    input: { specialty: 'general' },
    now,
  })
  const job = await claimJob(db, id, now)
  const found = await readConsultation(db, doctor.id, consultationId)
  if (!job || !found) throw new Error('nothing to structure')
  const proven = proveRecord({ entries: found.entries, context: '', specialty: 'general' }, draft, () =>
    crypto.randomUUID(),
  )
  const allergy = { id: 'o1', section: 'hpp', text: 'Alergia a penicilina.' }
  const evidence = [{ id: 'e5', hash: textHash('Sou alérgico a penicilina.') }]
  const saved = await saveRecord(db, job, {
    id: crypto.randomUUID(),
    consultationId,
    doctorId: doctor.id,
    specialty: 'general',
    ...change({ ...proven, offers: [{ ...allergy, evidence }] }),
    warnings: [],
    structurer: { name: 'extractive', version: '1' },
    processingTimeMs: 1,
    now,
  })
  if (saved !== 'saved') throw new Error(saved)
}

export const sectionOf = (record: StructuredRecord, key: string) => {
  const section = record.sections.find((other) => other.key === key)
  if (!section) throw new Error(`no section ${key}`)
  return section
}
const unseenOf = (record: StructuredRecord) =>
  record.sections.flatMap((section) =>
    section.sentences.filter(needsLook).map(({ text }) => ({ id: section.id, text })),
  )

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
  return {
    call,
    read,
    save: (revision: number) => whole('POST', 'save', { revision }),
    sign: (revision: number) => whole('POST', 'sign', { revision }),
    insert: (omission_id: string) => whole('POST', 'omissions', { omission_id }),
    /** Edits the current version, unless the caller gives the version it began in. */
    text: async (text: string | null, base?: string) =>
      whole('PUT', 'text', { text, base: base ?? textBase(await read()) }),
    seeText: (messages: string[]) => whole('POST', 'text/seen', { messages }),
    code: (diagnoses: object[]) => whole('PUT', 'diagnoses', { diagnoses }),
    edit: (id: string, content: string) => call<{ revision: number }>('PUT', `sections/${id}`, { content }),
    see: (id: string, texts: string[]) => call<{ revision: number }>('POST', `sections/${id}/seen`, { texts }),
    add: (text: string) =>
      call<{ addendum: StructuredRecord['addenda'][number] }>('POST', `records/${consultationId}/addenda`, { text }),
  }
}

/** Reviews every item that is still open. */
export async function lookAtAll(calls: ReturnType<typeof recordCalls>): Promise<void> {
  for (const { id, text } of unseenOf(await calls.read())) await calls.see(id, [text])
}
