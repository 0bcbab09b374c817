import { z } from 'zod/mini'
import { instant } from '../contract.ts'

/** One signature of a signed PDF, as it was verified when the file came back. Revocation is never checked. */
export const documentSignature = z.object({
  /** The name in the certificate, without the CPF that ICP-Brasil appends to it. */
  signer: z.string(),
  at: instant,
  /** The source of `at`: the signer's own clock, or a timestamp authority of the installed chain. */
  time: z.enum(['claimed', 'stamped']),
  /** Whether the certificate leads to a root that the operator installed; 'unverified': none is installed. */
  chain: z.enum(['verified', 'unverified']),
})
export type DocumentSignature = z.infer<typeof documentSignature>

/** Whose word the time of a signature is. */
export const timeSource: Record<DocumentSignature['time'], string> = {
  claimed: 'hora informada por quem assinou',
  stamped: 'hora de um carimbo do tempo',
}

/** Whether each certificate of the file leads to an installed root. */
export const isChainVerified = (signatures: readonly Pick<DocumentSignature, 'chain'>[]): boolean =>
  signatures.every(({ chain }) => chain === 'verified')

/** The most bytes of a signed file: a document has some 50 KB, a signature with its chain and a picture far under 1 MB. */
export const SIGNED_FILE_MAX = 4 * 1024 * 1024

/** The object in R2 with the certificates that the operator installed, as PEM. */
export const TRUST_KEY = 'trust/signatures.pem'

/** The object in R2 of a prepared or signed file, by its content. */
export const signedFileKey = (doctorId: string, documentId: string, sha256: string): string =>
  `documents/${doctorId}/${documentId}/${sha256}.pdf`
