import { useEffect } from 'react'
import { maskCrm } from '#app/features/account/masks.ts'
import { deleteLocalRecording } from '#app/features/recording/device/local-store.ts'
import { InOtherPlans } from '#app/features/subscription/usage-panel.tsx'
import { readSettings } from '#app/lib/settings.ts'
import type { SessionInfo } from '#domain/account/contract.ts'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import { messageOf } from '#domain/errors.ts'
import { type Specialty, specialtyByItself } from '#domain/record/specialty.ts'
import type { Usage } from '#domain/subscription/contract.ts'
import { maySpecialise } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Loaded } from '../session.ts'

/** The specialties outside the plan, and a link to plans with them. If the plan is unknown, the server refuses. */
export function planGate({ data }: Loaded<Usage>) {
  if (!data) return undefined
  const plan = plans[data.plan.id]
  if (plan.specialties === 'all') return undefined
  return {
    closed: (specialty: Specialty) => !maySpecialise(plan, specialty),
    mark: 'Pro',
    way: <InOtherPlans unpaid={data.unpaid}>{messageOf('plan_needed')}</InOtherPlans>,
  }
}

/** Returns the specialty in which structuring begins by itself; null: the doctor begins it, or there is nothing to structure. */
export function specialtyWithoutChoice(detail: ConsultationDetail, profile: string | null, { data }: Loaded<Usage>) {
  const { consultation, transcriptions, structuredData, structuring, lastSpecialty } = detail
  const isWanted = readSettings().transcription.structureOnFinish
  if (!isWanted || !data || structuredData || structuring || transcriptions.length === 0) return null
  if (consultation.consent?.state !== 'accepted') return null
  return specialtyByItself(lastSpecialty, profile, (specialty) => maySpecialise(plans[data.plan.id], specialty))
}

/** Returns the signing doctor's data for the record. */
export const signerOf = ({ user, profile }: SessionInfo) => ({
  name: profile?.full_name || user.name,
  crm: profile?.crm ?? null,
  specialty: profile?.specialty ?? null,
})
type Signer = ReturnType<typeof signerOf>

export const withMask = (signer: Signer) => ({ ...signer, maskCrm })

/** [LR5] Deletes the recording of a signed record on this device. If that fails, it is deleted after seven days. */
export function useForgottenRecording(consultationId: string, signed: boolean): void {
  useEffect(() => {
    if (signed) deleteLocalRecording(consultationId).catch(() => undefined)
  }, [consultationId, signed])
}
