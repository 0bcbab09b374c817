import { z } from 'zod/mini'
import { cursor, freeText, instant, pageSize, personName } from '../contract.ts'
import { NAME_MAX } from '../text.ts'
import { identification, identificationBody } from './identification.ts'
import { CONTEXT_MAX } from './patient.ts'

/** The background that a doctor notes before a consultation. */
export const clinicalContext = freeText.check(z.maxLength(CONTEXT_MAX, 'Contexto clínico muito longo'))

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
 * The fields for lists, choices and cards. They contain only what distinguishes two patients of one name: the birth
 * date, or else the end of the CPF. Lists are stored in many places; opening a patient reads the rest.
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
  {
    birth_date: z.nullable(z.string()),
    cpf_ending: z.nullable(z.string()),
    /** The complaint, or the diagnoses or hypothesis, of the last finished consultation; null where it is not read. */
    last_note: z.nullable(z.string()),
  },
)
export type ListedPatient = z.infer<typeof listedPatient>

export const createPatientBody = z.strictObject({
  name: personName,
  clinical_context: z.optional(clinicalContext),
  identification: z.optional(identificationBody),
})
export const updatePatientBody = z.partial(createPatientBody)
export const patientReply = z.object({ patient })
/** With the other unarchived patients of the same name: perhaps the same person. */
export const createPatientReply = z.object({ patient, namesakes: z.array(listedPatient) })

/** POST, so that no name appears in a URL. A blank query lists all. */
export const searchPatientsBody = z.strictObject({
  query: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  archived: z._default(z.boolean(), false),
  /** False if the caller shows no counts: typing sends many requests. */
  counts: z._default(z.boolean(), true),
  cursor: z._default(z.nullable(cursor), null),
  limit: pageSize,
})
/** The number of the doctor's patients, independent of the search. */
const patientCounts = z.object({ active: z.int(), archived: z.int() })
export const patientsReply = z.object({
  items: z.array(listedPatient),
  next: z.nullable(cursor),
  counts: z.nullable(patientCounts),
})

/** Deleting archives when there is a finished consultation (Lei 13.787/2018, 20 years). */
export const deletePatientReply = z.object({ outcome: z.enum(['deleted', 'archived']) })
