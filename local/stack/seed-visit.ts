import { stateOfAnswers } from '#domain/consent/consent.ts'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import type { ConsultationType } from '#domain/consultation/contract.ts'
import { searchKey } from '#domain/text.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'

type SeedVisit = {
  id: string
  doctorId: string
  patient: { id: string; name: string }
  context: string
  type: ConsultationType
  start: number
  /** Null while it runs. */
  end: number | null
  specialty: string | null
  consentId: string
  lines: readonly TranscriptEntry[]
}

/** The rows of a consultation to which the patient agreed. */
export function visitRows({ id, doctorId, patient, context, type, start, end, specialty, ...visit }: SeedVisit) {
  const answers = answersFor(type)
  return {
    consultation: {
      id,
      doctor_id: doctorId,
      patient_id: patient.id,
      patient_name: patient.name,
      search_text: searchKey(`${patient.name} ${context}`),
      consultation_type: type,
      clinical_context: context,
      status: end === null ? 'active' : 'completed',
      start_time: start,
      end_time: end,
      duration: end && end - start,
      entry_count: visit.lines.length,
      specialty,
    },
    consent: {
      id: visit.consentId,
      doctor_id: doctorId,
      patient_id: patient.id,
      consultation_id: id,
      state: stateOfAnswers(answers),
      notice_version: currentNotice.version,
      notice_sha256: currentNotice.sha256,
      answers: JSON.stringify(answers),
      answered_at: start,
      created_at: start,
    },
    entries: visit.lines.map((line, position) => ({
      consultation_id: id,
      id: line.id,
      doctor_id: doctorId,
      position,
      text: line.text,
      timestamp: line.timestamp,
      speaker: line.speaker ?? null,
      speaker_origin: 'hand',
      start_ms: line.start_ms,
      end_ms: line.end_ms,
      confidence: line.confidence ?? null,
    })),
  }
}
