import { api, read } from '#app/lib/api.ts'
import { consultationDetailReply } from '#domain/consultation/contract.ts'

export const readConsultation = (id: string) =>
  read(api.api.consultations[':id'].$get({ param: { id } }), consultationDetailReply)
