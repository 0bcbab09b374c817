import { api, read } from '#app/lib/api.ts'
import type { ConsentAnswers } from '#domain/consent/consent.ts'
import { type Consent, consentReply } from '#domain/consent/contract.ts'
import { currentNotice } from '#domain/consent/notice.ts'
import { consultationDetailReply } from '#domain/consultation/contract.ts'

/** The doctor read this page's version of the notice aloud. */
export async function answerNotice(id: string, answers: ConsentAnswers): Promise<Consent> {
  const json = { notice_version: currentNotice.version, answers }
  return (await read(api.api.consultations[':id'].consents.$post({ param: { id }, json }), consentReply)).consent
}

export async function readConsent(id: string): Promise<Consent | null> {
  const call = api.api.consultations[':id'].$get({ param: { id } })
  return (await read(call, consultationDetailReply)).consultation.consent
}
