import type { Database } from '#db/client.ts'
import { findProfile } from '#db/queries/account.ts'
import { findDocument } from '#db/queries/document.ts'
import type { StoredDelivery } from '#db/queries/integration.ts'
import { issuedContent } from '#domain/document/contract.ts'
import { fhirOf } from '#domain/formats/fhir.ts'
import { recordValue } from '#domain/formats/json.ts'
import type { RecordFile } from '#domain/formats/record-file.ts'
import { sha256Hex } from '../auth/sha256.ts'
import { loadRecord } from '../formats/load.ts'
import { sampleDocument } from '../pdf/sample.ts'

type Subject = Pick<StoredDelivery, 'id' | 'kind' | 'event' | 'consultation_id' | 'subject_id' | 'created_at'>

/**
 * The body of a delivery, as the record or document is now: deliveries store none. A webhook has type, time and data; a
 * FHIR push is the Bundle alone. Null: it cannot be read, or its signature is broken.
 */
export async function bodyOf(db: Database, doctorId: string, delivery: Subject): Promise<string | null> {
  const { kind, event, created_at } = delivery
  const data = event === 'document.issued' ? await documentData(db, doctorId, delivery) : null
  const file = event === 'document.issued' ? null : await fileFor(db, doctorId, delivery)
  if (!data && !file) return null
  if (file && kind === 'fhir') return fhirOf(file)
  const record = file && recordValue(file)
  const addendum = event === 'addendum.created' && { addendum_id: delivery.subject_id }
  return JSON.stringify({
    type: event,
    timestamp: new Date(created_at).toISOString(),
    data: data ?? { consultation_id: delivery.consultation_id, ...addendum, record },
  })
}

async function fileFor(db: Database, doctorId: string, delivery: Subject): Promise<RecordFile | null> {
  const { consultation_id: id, created_at } = delivery
  if (id === null) return sampleFile(delivery)
  const loaded = await loadRecord(db, { id: doctorId, profile: await findProfile(db, doctorId) }, id, created_at)
  return loaded?.file.signature && !loaded.broken ? loaded.file : null
}

async function documentData(db: Database, doctorId: string, { subject_id: id }: Subject) {
  const row = id === null ? null : await findDocument(db, doctorId, id)
  if (!row || (await sha256Hex(row.content)) !== row.sha256) return null
  const { consultation_id, kind, number, state, replaces, sha256, content } = row
  return {
    consultation_id,
    document: { id, kind, number, state, replaces, sha256, content: issuedContent.parse(JSON.parse(content)) },
  }
}

/** The demonstration's record, an unsigned draft of invented people, under ids of the test. */
function sampleFile({ id }: Subject): RecordFile {
  const document = sampleDocument()
  return {
    ...document,
    ids: { consultation: id, patient: id, record: id },
    endTime: null,
    lines: new Map(),
    sections: document.sections.map((section) => ({
      ...section,
      id: section.canonical,
      key: section.canonical,
      original_content: section.content,
      confidence: 'high',
      confidence_score: 1,
      suggestions: [],
      editable: false,
      sentences: [],
    })),
  }
}
