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

/** [LR5] A signed record needs no recording any more. Where it cannot be deleted now, the seven days do it. */
export const forgetRecording = (consultationId: string): void => {
  deleteLocalRecording(consultationId).catch(() => undefined)
}
