import { z } from 'zod/mini'
import { consent } from '../consent/contract.ts'
import { cursor, instant, pageSize } from '../contract.ts'
import { clinicalContext } from '../patient/contract.ts'
import { structuredRecord } from '../record/record.ts'
import { specialty } from '../record/specialty.ts'
import { termSources } from '../speech/contract.ts'
import { NAME_MAX } from '../text.ts'
import { transcriptEntry } from '../transcript/entry.ts'
import { gap } from './gap.ts'

export const consultationTypes = ['presencial', 'telemedicina'] as const
export const consultationType = z.enum(consultationTypes)
export type ConsultationType = z.infer<typeof consultationType>
export const consultationTypeLabels: Record<ConsultationType, { title: string; detail: string }> = {
  presencial: { title: 'Presencial', detail: 'Consulta no consultório' },
  telemedicina: { title: 'Telemedicina', detail: 'Consulta online' },
}

/** `finishing` is the room's own: the API says active until completed. */
const consultationStatus = z.enum(['active', 'completed'])

const consultation = z.object({
  id: z.uuid(),
  patientId: z.uuid(),
  patientName: z.string(),
  consultationType,
  clinicalContext: z.string(),
  status: consultationStatus,
  startTime: instant,
  endTime: z.nullable(instant),
  /** Milliseconds from start to end; null while active. */
  duration: z.nullable(z.int()),
  entryCount: z.int(),
  /** Specialty of the saved record; null while it awaits structuring. */
  specialty: z.nullable(z.string()),
  /** How far the record is; refused: the last attempt found nothing to make one of. Null without a record or attempt. */
  recordState: z.nullable(z.enum(['draft', 'signed', 'refused'])),
  /** The demonstration engine invented the transcript. */
  demonstration: z.boolean(),
  /** The patient's answer to the notice; null until there is one. */
  consent: z.nullable(consent),
})
export type Consultation = z.infer<typeof consultation>

/** In a list: with the complaint and the diagnoses or hypothesis of its record, shortened; empty without a record. */
const listedConsultation = z.extend(consultation, { complaint: z.string(), hypothesis: z.string() })
export type ListedConsultation = z.infer<typeof listedConsultation>

export const startConsultationBody = z.strictObject({
  patientId: z.uuid(),
  consultationType: z._default(consultationType, 'presencial'),
  clinicalContext: z._default(clinicalContext, ''),
})
export const updateConsultationBody = z.strictObject({ clinicalContext })
export const consultationReply = z.object({ consultation })
/** Moves the consultation to another patient. `samePerson`: who answered the notice is this patient. */
export const moveConsultationBody = z.strictObject({ patientId: z.uuid(), samePerson: z.boolean() })
export const discardConsultationReply = z.object({ outcome: z.literal('discarded') })

export const consultationDetailReply = z.object({
  consultation,
  transcriptions: z.array(transcriptEntry),
  gaps: z.array(gap),
  structuredData: z.nullable(structuredRecord),
  /** Specialty of the patient's last record before this consultation; null without one. */
  lastSpecialty: z.nullable(specialty),
  /** The words that a recogniser of this consultation must expect; null once it is completed. */
  terms: z.nullable(termSources),
  /** The structuring job that is under way or failed last, if the record is not there. */
  structuring: z.nullable(z.object({ job_id: z.uuid(), status: z.string(), error: z.nullable(z.string()) })),
})
export type ConsultationDetail = z.infer<typeof consultationDetailReply>

/** PATCH /consultations/:id/transcript: a `lineEdit`, after the end and before the signature. */
export const correctedTranscriptReply = z.object({
  /** The changed lines. */
  transcriptions: z.array(transcriptEntry),
  /** Sentences of the record with other findings than before. */
  rechecked: z.array(z.object({ section: z.string(), text: z.string(), reasons: z.array(z.string()) })),
  record: z.nullable(structuredRecord),
})

/** How far a consultation is, as the history can be narrowed down by it. `active`: still open. */
const historyStates = ['active', 'waiting', 'draft', 'signed'] as const
export type HistoryState = (typeof historyStates)[number]

/** Search goes in a POST body so that no URL contains a name. */
export const searchConsultationsBody = z.strictObject({
  query: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  type: z._default(z.enum(['all', ...consultationTypes]), 'all'),
  state: z._default(z.enum(['all', ...historyStates]), 'all'),
  /** Limits the list to a time: from this instant, and before that one. */
  from: z._default(z.nullable(instant), null),
  to: z._default(z.nullable(instant), null),
  /** Limits the list and its count to one patient. */
  patientId: z._default(z.nullable(z.uuid()), null),
  cursor: z._default(z.nullable(cursor), null),
  limit: pageSize,
})
/** Finished consultations, newest first, each with its first 5 entries. */
export const HISTORY_PREVIEW = 5
const historyItem = z.extend(listedConsultation, { preview: z.array(transcriptEntry) })
export type HistoryItem = z.infer<typeof historyItem>
export const consultationsReply = z.object({
  items: z.array(historyItem),
  next: z.nullable(cursor),
  /** 'X de Y consultas'; on the first page only. `isMore`: a search has more matches than it counts. */
  counts: z.nullable(z.object({ matching: z.int(), all: z.int(), isMore: z.optional(z.literal(true)) })),
  /** The name of `patientId`; null without one, or if it is not the doctor's. */
  patientName: z.nullable(z.string()),
})

/** Open consultations and today's, for the dashboard. */
export const openConsultationsReply = z.object({
  open: z.array(listedConsultation),
  today: z.array(listedConsultation),
})
