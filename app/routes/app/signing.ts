import { useEffect } from 'react'
import { maskCrm } from '#app/features/account/masks.ts'
import { deleteLocalRecording } from '#app/features/recording/device/local-store.ts'
import type { SessionInfo } from '#domain/account/contract.ts'

/** Returns the signing doctor's data for the record. */
export const signerOf = ({ user, profile }: SessionInfo) => ({
  name: profile?.full_name || user.name,
  crm: profile?.crm ?? null,
})
type Signer = ReturnType<typeof signerOf>

export const withMask = (signer: Signer) => ({ ...signer, maskCrm })

/**
 * [LR5] Deletes the recording of a signed record, on any device that opens it. A recording that cannot be deleted now
 * is deleted after seven days.
 */
export function useForgottenRecording(consultationId: string, signed: boolean): void {
  useEffect(() => {
    if (signed) deleteLocalRecording(consultationId).catch(() => undefined)
  }, [consultationId, signed])
}
