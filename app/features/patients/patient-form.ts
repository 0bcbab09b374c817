import type { z } from 'zod/mini'
import { fieldMessages } from '#domain/contract.ts'
import { dayOfWritten, futureProblem, writtenDate } from '#domain/patient/birth-date.ts'
import { createPatientBody, type Patient, type updatePatientBody } from '#domain/patient/contract.ts'
import type { Identification } from '#domain/patient/identification.ts'
import { bothContexts, usableContext } from '#domain/patient/patient.ts'

/** The form's texts: strings as typed, the date in Brazilian format. */
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
    // Leaves out a sentence that only says there is no context.
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

/** Fills empty fields from `typed`, an entry for the same person, and appends its context. */
export const filledWith = (texts: PatientTexts, typed: PatientTexts): PatientTexts => ({
  ...(Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text || typed[name as keyof PatientTexts]]),
  ) as PatientTexts),
  context: bothContexts(texts.context, typed.context),
})

/** The form's name of a field, from the server's path. */
const fieldOf = (path: string): string =>
  path === 'clinical_context' ? 'context' : path.replace(/^identification\./, '')
export const fieldErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [fieldOf(path), message]))

/** The request body, or errors by field. Leaves out unchanged fields: another device may have changed them. */
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
