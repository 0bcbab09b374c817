import { useState } from 'react'
import { api, read } from '#app/lib/api.ts'
import { useLoaded, useTask } from '#app/lib/use-task.ts'
import { toast } from '#app/ui/toast.tsx'
import { patientReply } from '#domain/patient/contract.ts'
import {
  mailedReply,
  type PageAccess,
  pageAccessesReply,
  pageDraftReply,
  type Shared,
  type SharedPage,
  type SharePageBody,
  sharedPageReply,
  sharedPagesReply,
  sharedReply,
} from '#domain/patient-page/contract.ts'

const ofConsultation = api.api.consultations[':id']['patient-pages']
const ofPage = api.api['patient-pages'][':id']

export const draftPage = (id: string) => read(ofConsultation.draft.$post({ param: { id } }), pageDraftReply)

const listOf = async (id: string): Promise<SharedPage[]> =>
  (await read(ofConsultation.$get({ param: { id } }), sharedPagesReply)).pages

export const accessesOf = async (id: string): Promise<PageAccess[]> =>
  (await read(ofPage.accesses.$get({ param: { id } }), pageAccessesReply)).accesses

export const mailPage = (id: string, token: string, email: string) =>
  read(ofPage.mail.$post({ param: { id }, json: { token, email } }), mailedReply)

/** Stores the birth date that a link opens with. */
export const storeBirthDate = (patientId: string, birth_date: string) =>
  read(
    api.api.patients[':id'].$patch({ param: { id: patientId }, json: { identification: { birth_date } } }),
    patientReply,
  )

/** The pages shared from a consultation, loaded once and again after each change. */
export function usePatientPages(consultationId: string) {
  const { data, failure, retry } = useLoaded(listOf, consultationId)
  const [shown, setShown] = useState<SharedPage[] | null>(null)
  const { busy, run } = useTask()
  if (data !== null && data !== shown) setShown(data)
  return {
    pages: data ?? shown,
    failure,
    reload: retry,
    busy,
    /** Throws the refusal, for the panel's fields. Either way the list is loaded again: a lost answer may have shared one. */
    share: (json: SharePageBody): Promise<Shared> =>
      read(ofConsultation.$post({ param: { id: consultationId }, json }), sharedReply).finally(retry),
    withdraw: ({ id }: SharedPage): Promise<boolean> =>
      run(
        async () => {
          await read(ofPage.withdraw.$post({ param: { id } }), sharedPageReply)
          retry()
        },
        (description) => toast.error('Não foi possível retirar o acesso', { description }),
      ),
  }
}
export type PatientPagesWork = ReturnType<typeof usePatientPages>
