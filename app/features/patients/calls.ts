import { api, read } from '#app/lib/api.ts'
import { deletePatientReply, patientReply, patientsReply } from '#domain/patient/contract.ts'

export const searchPatients = (query: string, cursor: string | null) =>
  read(api.api.patients.search.$post({ json: { query, cursor } }), patientsReply)

export const createPatient = async (name: string, context: string) =>
  (await read(api.api.patients.$post({ json: { name, clinical_context: context } }), patientReply)).patient

/** A cleared context is sent as empty: a wrong allergy must be removable. */
export const updatePatient = async (id: string, name: string, context: string) =>
  (
    await read(
      api.api.patients[':id'].$patch({ param: { id }, json: { name, clinical_context: context } }),
      patientReply,
    )
  ).patient

export const deletePatient = (id: string) =>
  read(api.api.patients[':id'].$delete({ param: { id } }), deletePatientReply)
