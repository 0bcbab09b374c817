import { type BaseBlock, fromBER, OctetString, Sequence, UTCTime } from 'asn1js'
import { type Attribute, Certificate, ContentInfo, SignedData, type SignerInfo, TSTInfo } from 'pkijs'
import { hexOf } from '../../auth/sha256.ts'
import { isStrong } from './algorithms.ts'
import { isLight } from './weight.ts'

/** The defect of a signature itself, before its certificate is checked. */
export type CmsProblem = 'altered' | 'unreadable' | 'unsupported'
/** `stamp`: a timestamp over the signature whose own signature is right; its chain is not looked at here. */
export type Cms = {
  signer: Certificate
  sent: Certificate[]
  claimedAt: number | null
  stamp: { at: number; signer: Certificate; sent: Certificate[] } | null
}

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const DATA = '1.2.840.113549.1.7.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** SHA-1 and MD5 are absent: two contents with one digest can be made. */
const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const CERTIFICATES_MAX = 20

const hexDigest = async (digest: string, bytes: Uint8Array): Promise<string> =>
  hexOf(await crypto.subtle.digest(digest, bytes as Uint8Array<ArrayBuffer>))

/** The SignedData of a DER or BER value; null for anything else. `padded`: zeros may follow, and nothing else. */
function signedDataOf(bytes: Uint8Array, padded: boolean): SignedData | null {
  if (!isLight(bytes)) return null
  try {
    const { result, offset } = fromBER(bytes as Uint8Array<ArrayBuffer>)
    if (offset === -1 || bytes.subarray(offset).some((byte) => !padded || byte !== 0)) return null
    const info = new ContentInfo({ schema: result })
    return info.contentType === SIGNED_DATA ? new SignedData({ schema: info.content }) : null
  } catch {
    return null
  }
}

/** The only value of an attribute; null if it is absent, repeated or has several values. */
function onlyValue(attributes: readonly Attribute[] | undefined, type: string): BaseBlock | null {
  const found = attributes?.filter((one) => one.type === type) ?? []
  const [only] = found
  return found.length === 1 && only?.values.length === 1 ? (only.values[0] as BaseBlock) : null
}

const hexOfOctets = (value: BaseBlock | null | undefined): string | null =>
  value instanceof OctetString ? hexOf(value.valueBlock.valueHexView) : null

/**
 * Whether signing-certificate-v2 (RFC 5035) names this certificate: without it, another certificate of the same key
 * could take its place. 'absent' without the attribute.
 */
async function namesCertificate(info: SignerInfo, signer: Certificate): Promise<'right' | 'wrong' | 'absent'> {
  const attributes = info.signedAttrs?.attributes
  if (!attributes?.some(({ type }) => type === SIGNING_CERTIFICATE_V2)) return 'absent'
  const list = onlyValue(attributes, SIGNING_CERTIFICATE_V2)
  const ids = list instanceof Sequence ? list.valueBlock.value[0] : null
  const first = ids instanceof Sequence ? ids.valueBlock.value[0] : null
  if (!(first instanceof Sequence)) return 'wrong'
  const [head, next] = first.valueBlock.value
  // The algorithm is left out where it is SHA-256.
  const algorithm = head instanceof Sequence ? String(head.valueBlock.value[0]?.valueBlock) : null
  const digest = algorithm === null ? 'SHA-256' : digests[algorithm]
  const named = hexOfOctets(algorithm === null ? head : next)
  if (digest === undefined || named === null) return 'wrong'
  return named === (await hexDigest(digest, new Uint8Array(signer.toSchema().toBER()))) ? 'right' : 'wrong'
}

type Read = { data: SignedData; info: SignerInfo; sent: Certificate[] }

/** The one signer of a detached signature with signed attributes; a problem for anything else. */
function readSigner(bytes: Uint8Array, content: string, padded: boolean): Read | CmsProblem {
  const data = signedDataOf(bytes, padded)
  const [info, another] = data?.signerInfos ?? []
  if (!data || !info || another) return 'unreadable'
  // pkijs would compare the digest with an enclosed content, and not with the file.
  if (content === DATA && data.encapContentInfo.eContent) return 'altered'
  const attributes = info.signedAttrs?.attributes
  const type = onlyValue(attributes, CONTENT_TYPE)
  if (data.encapContentInfo.eContentType !== content || String(type?.valueBlock) !== content) return 'altered'
  if (digests[info.digestAlgorithm.algorithmId] === undefined || !isStrong(info.signatureAlgorithm))
    return 'unsupported'
  const sent = (data.certificates ?? []).filter((one): one is Certificate => one instanceof Certificate)
  return sent.length === 0 || sent.length > CERTIFICATES_MAX ? 'unreadable' : { data, info, sent }
}

/** The certificate whose key made the signature over `bytes`, or what is wrong. */
async function signerOf({ data, sent }: Read, bytes: Uint8Array): Promise<Certificate | CmsProblem> {
  try {
    const result = await data.verify({ signer: 0, data: bytes.slice().buffer as ArrayBuffer, extendedMode: true })
    const signer = sent.find((one) => one === result.signerCertificate)
    return result.signatureVerified && signer ? signer : 'altered'
  } catch (error) {
    const { code, message } = error as { code?: number; message?: string }
    if (code === 2 || code === 3) return 'unreadable'
    return code === 15 && /digest|TSTInfo/.test(message ?? '') ? 'altered' : 'unsupported'
  }
}

/** Verifies the signature of a PDF over its signed bytes. `isStrict`: PAdES, which must name its certificate. */
export async function verifyCms(bytes: Uint8Array, signed: Uint8Array, isStrict: boolean): Promise<Cms | CmsProblem> {
  const read = readSigner(bytes, DATA, true)
  if (typeof read === 'string') return read
  const { info, sent } = read
  const attributes = info.signedAttrs?.attributes
  // Compared here first: it tells altered bytes from an algorithm that this runtime does not have.
  const digest = await hexDigest(digests[info.digestAlgorithm.algorithmId] as string, signed)
  if (hexOfOctets(onlyValue(attributes, MESSAGE_DIGEST)) !== digest) return 'altered'
  const signer = await signerOf(read, signed)
  if (typeof signer === 'string') return signer
  const named = await namesCertificate(info, signer)
  if (named === 'wrong' || (named === 'absent' && isStrict)) return 'altered'
  const time = onlyValue(attributes, SIGNING_TIME)
  const claimedAt = time instanceof UTCTime ? time.toDate().getTime() : null
  return { signer, sent, claimedAt, stamp: await stampOf(info) }
}

/** The timestamp over a signature's value (RFC 3161); null if it is absent or wrong: it then proves nothing. */
async function stampOf(info: SignerInfo): Promise<Cms['stamp']> {
  const token = onlyValue(info.unsignedAttrs?.attributes, SIGNATURE_TIME_STAMP)
  if (!token) return null
  const stamp = await verifyStamp(new Uint8Array(token.toBER()), info.signature.valueBlock.valueHexView, false)
  return typeof stamp === 'string' ? null : stamp
}

/** Verifies a timestamp over these bytes, of an authority whose certificate is for timestamps. */
export async function verifyStamp(
  token: Uint8Array,
  stamped: Uint8Array,
  padded = true,
): Promise<NonNullable<Cms['stamp']> | CmsProblem> {
  const read = readSigner(token, TST_INFO, padded)
  if (typeof read === 'string') return read
  const signer = await signerOf(read, stamped)
  if (typeof signer === 'string') return signer
  const purposes = signer.extensions?.find(({ extnID }) => extnID === '2.5.29.37')?.parsedValue as
    | { keyPurposes?: string[] }
    | undefined
  const content = read.data.encapContentInfo.eContent?.getValue()
  if (!purposes?.keyPurposes?.includes(TIME_STAMPING) || !content) return 'unsupported'
  const { genTime, messageImprint } = TSTInfo.fromBER(content)
  if (digests[messageImprint.hashAlgorithm.algorithmId] === undefined) return 'unsupported'
  return { at: genTime.getTime(), signer, sent: read.sent }
}
