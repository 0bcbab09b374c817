import { createHash } from 'node:crypto'
import type { Consent } from '#domain/consent/contract.ts'
import { consentStatement } from '#domain/consent/statement.ts'
import type { ConsultationType } from '#domain/consultation/contract.ts'
import type { Identification } from '#domain/patient/identification.ts'
import { rulesStructurer, structureByRules } from '#domain/record/note/structure.ts'
import { proveRecord } from '#domain/record/proof/prove.ts'
import type { Section } from '#domain/record/record.ts'
import { lineTexts, reviewerOf, signedContent } from '#domain/record/signing/signing.ts'
import { aiUseLine } from '#domain/record/text/unified-text.ts'
import { TIME_ZONE } from '#domain/time.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

type Row = Record<string, string | number | null>
export type SeedRecord = {
  id: string
  jobId: string
  /** First digits of its sections' ids. */
  sectionIds: string
  doctorId: string
  consultationId: string
  context: string
  entries: TranscriptEntry[]
  now: number
  /** The doctor who saw every sentence and signed. */
  signer?: {
    name: string
    crm: string
    patient: { id: string; name: string }
    identification: Partial<Identification> | null
    consultation: { type: ConsultationType; start: number; end: number }
    consent: Consent
  }
}

/** The record of a demonstration consultation, made by the rules. `signature` is written last. */
export function seedRecord(seed: SeedRecord): { record: Row; sections: Row[]; signature: Row | null } {
  const { id, doctorId, consultationId, context, entries, now, signer } = seed
  let next = 0
  const newId = () => `${seed.sectionIds}${String(next++).padStart(2, '0')}`
  const made = structureByRules({ entries, specialty: 'general' })
  const remote = signer?.consultation.type === 'telemedicina'
  const proven = proveRecord({ entries, context, specialty: 'general', remote }, made.sections, newId, made.held)
  const looked = (section: Section): Section => ({
    ...section,
    sentences: section.sentences.map((sentence) => ({ ...sentence, seen: true })),
  })
  const sections = signer ? proven.sections.map(looked) : proven.sections
  return {
    record: {
      id,
      consultation_id: consultationId,
      doctor_id: doctorId,
      specialty: 'general',
      job_id: seed.jobId,
      processing_time_ms: 12,
      warnings: JSON.stringify(made.warnings),
      alerts: JSON.stringify(proven.alerts),
      omissions: JSON.stringify(proven.offers),
      structurer: JSON.stringify(rulesStructurer),
      created_at: now,
      updated_at: now,
    },
    sections: sections.map((section) => ({
      id: section.id,
      record_id: id,
      doctor_id: doctorId,
      key: section.key,
      canonical: section.canonical,
      title: section.title,
      position: section.order,
      content: section.content,
      original_content: section.original_content,
      confidence: section.confidence,
      confidence_score: section.confidence_score,
      suggestions: JSON.stringify(section.suggestions),
      sentences: JSON.stringify(section.sentences),
    })),
    signature: signer ? signatureOf(seed, signer, sections) : null,
  }
}

function signatureOf(seed: SeedRecord, signer: NonNullable<SeedRecord['signer']>, sections: Section[]): Row {
  const { name, crm, patient, identification, consultation, consent } = signer
  const reviewer = reviewerOf({ doctor_name: name, crm })
  const signedAt = seed.now + 4 * 60_000
  const content = signedContent({
    doctor: { name, crm },
    patient,
    identification,
    consultation: { id: seed.consultationId, demonstration: false, ...consultation },
    record: {
      specialty: 'general',
      structurer: rulesStructurer,
      created_at: seed.now,
      diagnoses: [],
      unified_text: null,
      sections,
    },
    lines: lineTexts(seed.entries),
    aiUse: aiUseLine(rulesStructurer, seed.now, TIME_ZONE, reviewer),
    consent: consentStatement(consent, TIME_ZONE),
    signedAt,
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    signature: JSON.stringify({ kind: 'simples', doctor_name: name, crm, signed_at: signedAt, sha256 }),
    signed_content: content,
    saved_at: signedAt,
    signed_at: signedAt,
  }
}
