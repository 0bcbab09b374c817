import type { z } from 'zod/mini'
import { fieldMessages } from '#domain/contract.ts'
import { dayOfWritten, futureProblem, writtenDate } from '#domain/patient/birth-date.ts'
import { createPatientBody, type Patient, type updatePatientBody } from '#domain/patient/contract.ts'
import type { Identification } from '#domain/patient/identification.ts'
import { bothContexts, usableContext } from '#domain/patient/patient.ts'

/** What stands in the fields: texts as they are typed, the date as it is written. */
export type PatientTexts = Record<'name' | 'context' | keyof Identification, string>
export const identificationFields = [
  'birth_date',
  'sex',
  'cpf',
  'phone',
  'mother_name',
  'birthplace',
  'address',
] as const satisfies readonly (keyof Identification)[]

export type PatientForm = z.output<typeof createPatientBody>
export type PatientChanges = z.output<typeof updatePatientBody>

export function textsOf(patient: Patient | null): PatientTexts {
  const of = patient?.identification
  return {
    name: patient?.name ?? '',
    // Nobody has to delete a sentence that only says that there is nothing.
    context: usableContext(patient?.clinical_context ?? ''),
    birth_date: of?.birth_date ? writtenDate(of.birth_date) : '',
    sex: of?.sex ?? '',
    cpf: of?.cpf ?? '',
    phone: of?.phone ?? '',
    mother_name: of?.mother_name ?? '',
    birthplace: of?.birthplace ?? '',
    address: of?.address ?? '',
  }
}

/** What stands in `typed` too, of the same person: in the fields that are empty, and what its context says beside. */
export const filledWith = (texts: PatientTexts, typed: PatientTexts): PatientTexts => ({
  ...(Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text || typed[name as keyof PatientTexts]]),
  ) as PatientTexts),
  context: bothContexts(texts.context, typed.context),
})

/** A field's name in the form, of the server's path to it. */
const fieldOf = (path: string): string =>
  path === 'clinical_context' ? 'context' : path.replace(/^identification\./, '')
export const fieldErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [fieldOf(path), message]))

/**
 * What is sent, or what is wrong with it, field by field. `before`: what was not touched is not sent, for another device
 * may have changed it meanwhile.
 */
export function readForm(
  texts: PatientTexts,
  before: PatientTexts,
  today: string,
): { form: PatientForm; changes: PatientChanges; errors: null } | { form: null; errors: Record<string, string> } {
  const touched = identificationFields.filter((name) => texts[name].trim() !== before[name])
  const values = touched.map((name) => {
    const text = texts[name].trim()
    return [name, name === 'birth_date' ? (dayOfWritten(text) ?? (text || null)) : text || null]
  })
  const parsed = createPatientBody.safeParse({
    name: texts.name,
    ...(texts.context.trim() !== before.context && { clinical_context: texts.context }),
    ...(touched.length > 0 && { identification: Object.fromEntries(values) }),
  })
  if (!parsed.success) return { form: null, errors: fieldErrors(fieldMessages(parsed.error)) }
  const future = futureProblem(parsed.data.identification?.birth_date, today)
  if (future) return { form: null, errors: { birth_date: future } }
  const { name, ...others } = parsed.data
  return { form: parsed.data, changes: name === before.name ? others : parsed.data, errors: null }
}
