import { api, read } from '#app/lib/api.ts'
import { createPatientReply, deletePatientReply, patientReply, patientsReply } from '#domain/patient/contract.ts'
import type { PatientChanges, PatientForm } from './patient-form.ts'

export type PatientsAsked = { query: string; archived: boolean }

export const searchPatients = (
  asked: PatientsAsked,
  page: { cursor: string | null; counts: boolean },
  signal: AbortSignal,
) => read(api.api.patients.search.$post({ json: { ...asked, ...page } }, { init: { signal } }), patientsReply)

export const createPatient = (form: PatientForm) => read(api.api.patients.$post({ json: form }), createPatientReply)

export const getPatient = async (id: string, signal?: AbortSignal) =>
  (await read(api.api.patients[':id'].$get({ param: { id } }, signal && { init: { signal } }), patientReply)).patient

/** A cleared context is sent as empty: a wrong allergy must be removable. */
export const updatePatient = async (id: string, changes: PatientChanges) =>
  (await read(api.api.patients[':id'].$patch({ param: { id }, json: changes }), patientReply)).patient

export const deletePatient = (id: string) =>
  read(api.api.patients[':id'].$delete({ param: { id } }), deletePatientReply)

export const restorePatient = (id: string) =>
  read(api.api.patients[':id'].restore.$post({ param: { id } }), patientReply)
