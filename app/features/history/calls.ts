import { api, read } from '#app/lib/api.ts'
import { type ConsultationType, consultationsReply } from '#domain/consultation/contract.ts'

export type TypeFilter = 'all' | ConsultationType

export const searchConsultations = (query: string, type: TypeFilter, patientId: string | null, cursor: string | null) =>
  read(api.api.consultations.search.$post({ json: { query, type, patientId, cursor } }), consultationsReply)
