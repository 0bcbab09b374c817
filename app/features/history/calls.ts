import { api, read } from '#app/lib/api.ts'
import { consultationDetailReply, consultationsReply } from '#domain/consultation/contract.ts'
import type { Filters } from './filters.ts'

export const searchConsultations = (query: string, filters: Filters, cursor: string | null, signal: AbortSignal) =>
  read(
    api.api.consultations.search.$post({ json: { query, ...filters, cursor } }, { init: { signal } }),
    consultationsReply,
  )

export const readConsultation = (id: string) =>
  read(api.api.consultations[':id'].$get({ param: { id } }), consultationDetailReply)
