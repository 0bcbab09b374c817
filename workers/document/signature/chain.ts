import { BasicConstraints, Certificate, type Extension } from 'pkijs'
import { isStrong } from './algorithms.ts'

/** `roots`: self-signed. `issuers`: the authorities between them and a signer that an operator installed too. */
export type Trusted = { roots: Certificate[]; issuers: Certificate[] }
export type ChainState = 'verified' | 'foreign' | 'expired'

const STEPS_MAX = 6
/** Certificates tried for one step: a file may bring many of one name, and each costs a verification. */
const CANDIDATES_MAX = 4
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
/** Bits of the first octet (RFC 5280, 4.2.1.3). */
const [DIGITAL_SIGNATURE, NON_REPUDIATION, KEY_CERT_SIGN] = [0x80, 0x40, 0x04]
/** Critical extensions that are honoured here, or that limit nothing of a signature: policies and name forms. */
const understood = new Set([BASIC_CONSTRAINTS, KEY_USAGE, '2.5.29.17', '2.5.29.32', '2.5.29.37'])

const extensionOf = ({ extensions }: Certificate, id: string): Extension | undefined =>
  extensions?.find(({ extnID }) => extnID === id)
const hasUnknownLimits = ({ extensions }: Certificate): boolean =>
  extensions?.some(({ critical, extnID }) => critical && !understood.has(extnID)) ?? false

/** The bits of the key usage; null without the extension, which then allows any use. */
function keyUsage(certificate: Certificate): number | null {
  const parsed = extensionOf(certificate, KEY_USAGE)?.parsedValue as { valueBlock?: { valueHexView?: Uint8Array } }
  return parsed ? (parsed.valueBlock?.valueHexView?.[0] ?? 0) : null
}

/** Whether a person may sign with this certificate. */
export const isForSigning = (certificate: Certificate): boolean =>
  !hasUnknownLimits(certificate) && ((keyUsage(certificate) ?? 0xff) & (DIGITAL_SIGNATURE | NON_REPUDIATION)) !== 0

/** Whether it is an authority that may stand `below` certificates above the signer's (RFC 5280, 6.1.4). */
function isAuthority(certificate: Certificate, below: number): boolean {
  const constraints = extensionOf(certificate, BASIC_CONSTRAINTS)?.parsedValue
  if (!(constraints instanceof BasicConstraints) || !constraints.cA || hasUnknownLimits(certificate)) return false
  const { pathLenConstraint: limit } = constraints
  if (limit !== undefined && Number(limit) < below) return false
  return ((keyUsage(certificate) ?? 0xff) & KEY_CERT_SIGN) !== 0
}

/** 'before', 'within' or 'after' the period of the certificate. */
export const periodOf = ({ notBefore, notAfter }: Certificate, at: number): 'before' | 'within' | 'after' =>
  at < notBefore.value.getTime() ? 'before' : at > notAfter.value.getTime() ? 'after' : 'within'

async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  try {
    return isStrong(certificate.signatureAlgorithm) && (await certificate.verify(issuer))
  } catch {
    // An algorithm that this runtime does not have.
    return false
  }
}

/**
 * Walks from a signer's certificate to an installed root, valid at `at` (ms). Takes one way and never turns back:
 * pkijs' own engine tries all ways, whose number grows with the power of the certificates, and ignores path lengths.
 */
export async function chainState(
  signer: Certificate,
  { roots, issuers }: Trusted,
  sent: readonly Certificate[],
  at: number,
): Promise<ChainState> {
  let current = signer
  for (let below = 0; below < STEPS_MAX; below++) {
    // Roots come first: a copy of one that the file brings is never taken in its place.
    const named = [...roots, ...issuers, ...sent].filter((one) => one.subject.isEqual(current.issuer))
    const authorities = named.filter((one) => isAuthority(one, below)).slice(0, CANDIDATES_MAX)
    const signing: Certificate[] = []
    for (const one of authorities) if (await isIssuedBy(current, one)) signing.push(one)
    const next = signing.find((one) => periodOf(one, at) === 'within')
    if (!next) return signing.some((one) => roots.includes(one) || issuers.includes(one)) ? 'expired' : 'foreign'
    if (roots.includes(next)) return 'verified'
    current = next
  }
  return 'foreign'
}

const ONE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/** Sorts the certificates of a PEM file into roots and those below them. Throws where one cannot be read. */
export async function readTrusted(pem: string): Promise<Trusted> {
  const trusted: Trusted = { roots: [], issuers: [] }
  for (const [, base64 = ''] of pem.matchAll(ONE)) {
    const certificate = Certificate.fromBER(Uint8Array.from(atob(base64.replace(/\s/g, '')), (c) => c.charCodeAt(0)))
    const isRoot = certificate.subject.isEqual(certificate.issuer) && (await isIssuedBy(certificate, certificate))
    trusted[isRoot ? 'roots' : 'issuers'].push(certificate)
  }
  return trusted
}
