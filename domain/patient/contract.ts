import { z } from 'zod/mini'
import { cursor, instant, pageSize, paragraphs, personName } from '../contract.ts'
import { NAME_MAX } from '../text.ts'
import { identification, identificationBody } from './identification.ts'
import { CONTEXT_MAX } from './patient.ts'

/** The background that a doctor notes before a consultation. */
export const clinicalContext = paragraphs.check(z.maxLength(CONTEXT_MAX, 'Contexto clínico muito longo'))

const patient = z.object({
  id: z.uuid(),
  name: z.string(),
  clinical_context: z.string(),
  created_at: instant,
  updated_at: instant,
  user_id: z.string(),
  consultation_count: z.int(),
  last_consultation: z.nullable(instant),
  archived: z.boolean(),
  archived_at: z.nullable(instant),
  identification,
})
export type Patient = z.infer<typeof patient>
/**
 * What a list, a choice or a card needs. Of the identification only what tells two of one name apart, and of a CPF no
 * more than its end, where nothing better does: lists lie in many places, and the rest is read when one is opened.
 */
export const listedPatient = z.extend(
  z.pick(patient, {
    id: true,
    name: true,
    clinical_context: true,
    created_at: true,
    updated_at: true,
    consultation_count: true,
    last_consultation: true,
    archived_at: true,
  }),
  { birth_date: z.nullable(z.string()), cpf_ending: z.nullable(z.string()) },
)
export type ListedPatient = z.infer<typeof listedPatient>

export const createPatientBody = z.strictObject({
  name: personName,
  clinical_context: z.optional(clinicalContext),
  identification: z.optional(identificationBody),
})
export const updatePatientBody = z.partial(createPatientBody)
export const patientReply = z.object({ patient })
/** With those who bear the same name and are not archived: perhaps the same person. */
export const createPatientReply = z.object({ patient, namesakes: z.array(listedPatient) })

/** Search goes in a POST body so that no name stands in a URL. A blank query lists. */
export const searchPatientsBody = z.strictObject({
  query: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  archived: z._default(z.boolean(), false),
  /** False where nobody reads how many there are: typing asks often. */
  counts: z._default(z.boolean(), true),
  cursor: z._default(z.nullable(cursor), null),
  limit: pageSize,
})
/** How many the doctor has, whatever was searched for. */
const patientCounts = z.object({ active: z.int(), archived: z.int() })
export const patientsReply = z.object({
  items: z.array(listedPatient),
  next: z.nullable(cursor),
  counts: z.nullable(patientCounts),
})

/** Deleting archives when there is a finished consultation (Lei 13.787/2018, 20 years). */
export const deletePatientReply = z.object({ outcome: z.enum(['deleted', 'archived']) })
