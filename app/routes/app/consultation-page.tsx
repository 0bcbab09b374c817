import { useEffect } from 'react'
import { maskCrm } from '#app/features/account/masks.ts'
import { Documents } from '#app/features/documents/documents.tsx'
import { PatientPages } from '#app/features/documents/patient-pages.tsx'
import { useDocuments } from '#app/features/documents/use-documents.ts'
import { usePatientPages } from '#app/features/documents/use-patient-pages.ts'
import { SignedProposals } from '#app/features/patients/proposals.tsx'
import { ExportFormats, type FormatGate } from '#app/features/record/export-formats.tsx'
import { deleteLocalRecording } from '#app/features/recording/device/local-store.ts'
import { InOtherPlans } from '#app/features/subscription/usage-panel.tsx'
import { type Copied, useCopy } from '#app/lib/device/copies.ts'
import { readSettings } from '#app/lib/settings.ts'
import type { SessionInfo } from '#domain/account/contract.ts'
import { COPY_MS } from '#domain/account/offline.ts'
import type { ConsultationDetail } from '#domain/consultation/contract.ts'
import { messageOf } from '#domain/errors.ts'
import { defaultSpecialty, type Specialty } from '#domain/record/specialty.ts'
import type { Usage } from '#domain/subscription/contract.ts'
import { maySpecialise } from '#domain/subscription/entitlement.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Loaded } from '../session.ts'
import { formatGate } from './format-gate.tsx'

/** Below the banner of a signed record: its documents, the patient's link, and what it proposes for the patient's lists. */
type AfterProps = { patientId: string; consultationId: string; gate: FormatGate | undefined }
export function AfterSignature({ gate, ...ids }: AfterProps) {
  const documents = useDocuments(ids.consultationId)
  const links = usePatientPages(ids.consultationId)
  // A card comes once the lists above it are there: no button moves below the pointer.
  const hasDocuments = documents.documents !== null || documents.failure !== null
  const hasLinks = hasDocuments && (links.pages !== null || links.failure !== null)
  return (
    <>
      <Documents
        consultationId={ids.consultationId}
        work={documents}
        exportDialog={(of) => <ExportFormats subject="document" gate={gate} {...of} />}
      />
      {hasDocuments && <PatientPages consultationId={ids.consultationId} work={links} />}
      {hasLinks && <SignedProposals {...ids} />}
    </>
  )
}

/** The specialties and formats outside the plan, and a link to plans with them. If the plan is unknown, the server refuses. */
export function planGate(usage: Loaded<Usage>) {
  const { data } = usage
  if (!data) return undefined
  const plan = plans[data.plan.id]
  const closedFormats = formatGate(usage)
  if (plan.specialties === 'all' && !closedFormats) return undefined
  return {
    closed: (specialty: Specialty) => !maySpecialise(plan, specialty),
    mark: 'Pro',
    way: <InOtherPlans unpaid={data.unpaid}>{messageOf('plan_needed')}</InOtherPlans>,
    formats: closedFormats,
  }
}

/**
 * Returns the specialty in which the record begins by itself: structured, or after a refusal for the doctor to write.
 * null: the doctor begins it.
 */
export function specialtyWithoutChoice(detail: ConsultationDetail, profile: string | null, { data }: Loaded<Usage>) {
  const { consultation, transcriptions, structuredData, structuring, lastSpecialty } = detail
  const isWanted = readSettings().transcription.structureOnFinish
  if (!isWanted || !data || structuredData || structuring) return null
  const answer = consultation.consent?.state
  if (answer !== 'refused' && (answer !== 'accepted' || transcriptions.length === 0)) return null
  return defaultSpecialty(lastSpecialty, profile, (specialty) => maySpecialise(plans[data.plan.id], specialty))
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

/** The data of a record's page. */
type ServedRecord = Copied<{ detail: ConsultationDetail; usage: Loaded<Usage>; signer: Signer }>

/** The name of a record's copy on the device. */
export const recordCopyName = (id: string): string => `record:${id}`

/** Keeps a copy of an unsigned record of the last 24 hours, to be read without a network. A signature deletes it. */
export function useRecordCopy(served: ServedRecord): void {
  const { consultation, structuredData: record } = served.detail
  const isRecent = Date.now() - consultation.startTime < COPY_MS
  const isSigned = Boolean(record?.signature)
  const isKept = record !== null && isRecent && !isSigned
  useCopy(isKept || isSigned ? recordCopyName(consultation.id) : null, isKept ? served : null)
}
