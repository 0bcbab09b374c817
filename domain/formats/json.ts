import { isoDay } from '../local-time.ts'
import { paperOf } from './document.ts'
import type { RecordFile } from './record-file.ts'

/** Any change of shape needs a new number. */
const VERSION = 1
export const moment = (at: number): string => new Date(at).toISOString()
/** A value as the text of a file. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The record for JSON: `paper` is its print; `data` has ids, sentences and the lines that prove them. Times are UTC. */
export function recordValue(file: RecordFile) {
  const { ids, consultation, endTime, timeZone, signature, sections, lines } = file
  return {
    format: 'relato.record',
    version: VERSION,
    written_at: moment(file.printedAt),
    status: signature === null ? 'draft' : 'signed',
    paper: paperOf(file),
    data: {
      ids,
      doctor: file.doctor,
      patient: { name: file.patientName, identification: file.identification ?? {} },
      consultation: {
        type: consultation.type,
        demonstration: consultation.demonstration,
        day: isoDay(consultation.startTime, timeZone),
        start: moment(consultation.startTime),
        end: endTime === null ? null : moment(endTime),
        time_zone: timeZone,
      },
      specialty: file.specialty,
      // The doctor's own text replaces the sections on paper; they still have their proof.
      edited_text: file.unifiedText,
      sections: [...sections]
        .sort((a, b) => a.order - b.order)
        .map(({ key, canonical, title, content, sentences }) => ({
          key,
          canonical,
          title,
          content,
          sentences: sentences.map(({ text, proof, evidence }) => ({
            text,
            proof,
            lines: evidence.map(({ id }) => ({ id, ...(lines.get(id) ?? { text: null }) })),
          })),
        })),
      diagnoses: file.diagnoses,
      signature: signature && { ...signature, signed_at: moment(signature.signed_at) },
      addenda: file.addenda.map((addendum) => ({ ...addendum, created_at: moment(addendum.created_at) })),
      ai_use: file.aiUse,
      consent: file.consent,
      consent_since: file.consentSince,
    },
  }
}
