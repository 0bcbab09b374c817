import { useEffect } from 'react'
import { maskCrm } from '#app/features/account/masks.ts'
import { deleteLocalRecording } from '#app/features/recording/local-store.ts'
import type { SessionInfo } from '#domain/account/contract.ts'

/** What the record needs to know of the doctor who signs it. */
export const signerOf = ({ user, profile }: SessionInfo) => ({
  name: profile?.full_name || user.name,
  crm: profile?.crm ?? null,
})
type Signer = ReturnType<typeof signerOf>

export const withMask = (signer: Signer) => ({ ...signer, maskCrm })

/** [LR5] A signed record needs no recording any more, on whatever device it is opened. What cannot go now goes in seven days. */
export function useForgottenRecording(consultationId: string, signed: boolean): void {
  useEffect(() => {
    if (signed) deleteLocalRecording(consultationId).catch(() => undefined)
  }, [consultationId, signed])
}
