import { api, read } from '#app/lib/api.ts'
import {
  type ConsultationType,
  consultationDetailReply,
  consultationReply,
  discardConsultationReply,
  openConsultationsReply,
} from '#domain/consultation/contract.ts'
import { createPatientReply, deletePatientReply, patientReply, patientsReply } from '#domain/patient/contract.ts'
import { EMPTY_CONTEXT_IN_CONSULTATION } from '#domain/patient/patient.ts'

type Started = { patientId: string; consultationType: ConsultationType; clinicalContext: string }
export const startConsultation = async (json: Started) =>
  (await read(api.api.consultations.$post({ json }), consultationReply)).consultation

export async function saveContext(id: string, clinicalContext: string) {
  const call = api.api.consultations[':id'].$patch({ param: { id }, json: { clinicalContext } })
  return (await read(call, consultationReply)).consultation
}

/** [C50] Errors: consultation_completed, consultation_not_empty. */
export const discardConsultation = (id: string) =>
  read(api.api.consultations[':id'].$delete({ param: { id } }), discardConsultationReply)

/** `samePerson`: the chosen patient is the person who answered the notice. Errors: section_signed, patient_archived. */
export const moveConsultation = (id: string, patientId: string, samePerson: boolean) =>
  read(api.api.consultations[':id'].move.$post({ param: { id }, json: { patientId, samePerson } }), consultationReply)

export async function findPatients(query: string, signal: AbortSignal) {
  const body = { query, limit: 8, counts: false }
  return (await read(api.api.patients.search.$post({ json: body }, { init: { signal } }), patientsReply)).items
}

export const createPatientHere = (name: string) =>
  read(api.api.patients.$post({ json: { name, clinical_context: EMPTY_CONTEXT_IN_CONSULTATION } }), createPatientReply)

/** Deletes a patient that was just created beside another of the same name. */
export const dropPatient = (id: string) => read(api.api.patients[':id'].$delete({ param: { id } }), deletePatientReply)

export const getPatient = async (id: string) =>
  (await read(api.api.patients[':id'].$get({ param: { id } }), patientReply)).patient

/** Newest first. */
export const findOpen = async () => (await read(api.api.consultations.open.$get(), openConsultationsReply)).open

export const getConsultation = async (id: string) =>
  (await read(api.api.consultations[':id'].$get({ param: { id } }), consultationDetailReply)).consultation
