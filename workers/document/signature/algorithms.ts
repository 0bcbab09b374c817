import type { AlgorithmIdentifier } from 'pkijs'

/**
 * The signatures of DOC-ICP-01.01 that this runtime has: RSA and ECDSA with SHA-2. With SHA-1, two contents of one
 * signature can be made.
 */
const strong = new Set([
  '1.2.840.113549.1.1.1',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
])

export const isStrong = ({ algorithmId }: AlgorithmIdentifier): boolean => strong.has(algorithmId)
