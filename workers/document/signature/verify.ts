import { HEX_MAX } from '#domain/document/pdf/objects.ts'
import { type FoundSignature, readSignedFile } from '#domain/document/pdf/signed.ts'
import type { DocumentSignature } from '#domain/document/signature.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { hexOf } from '../../auth/sha256.ts'
import { holderCpf, holderName } from './certificate.ts'
import { chainState, isForSigning, periodOf, type Trusted } from './chain.ts'
import { type Cms, type CmsProblem, verifyCms, verifyStamp } from './cms.ts'

type Problem = Extract<ErrorCode, `signed_file_${string}`>
export type Verdict = { signatures: DocumentSignature[] } | { problem: Problem }
export type Returned = {
  file: Uint8Array<ArrayBuffer>
  prepared: { sha256: string; bytes: number }
  /** Digits; null if the profile has none. */
  doctorCpf: string | null
  trusted: Trusted
  now: number
}

/** A signer's clock may be ahead of ours. */
const CLOCK_MS = 24 * 3_600_000
const problems: Record<CmsProblem, Problem> = {
  altered: 'signed_file_altered',
  unreadable: 'signed_file_unreadable',
  unsupported: 'signed_file_unsupported',
}

const bytesOf = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))

function coveredBytes(file: Uint8Array, { from, to, end }: Pick<FoundSignature, 'from' | 'to' | 'end'>): Uint8Array {
  const covered = new Uint8Array(from + end - to)
  covered.set(file.subarray(0, from))
  covered.set(file.subarray(to, end), from)
  return covered
}

/** Verifies a PDF that came back signed. Never throws for what is in the file. Linear in the size of the file. */
export async function verifySigned(returned: Returned): Promise<Verdict> {
  const { file, prepared } = returned
  const head = file.subarray(0, prepared.bytes)
  const isOurs = file.length >= prepared.bytes && hexOf(await crypto.subtle.digest('SHA-256', head)) === prepared.sha256
  if (!isOurs) return { problem: await problemOfAnother(file) }
  const read = readSignedFile(file, prepared.bytes)
  if (read.state !== 'signed') return { problem: `signed_file_${read.state}` }
  return verifyAll(returned, read.signatures)
}

const RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/

/** Tells an altered file, whose signature no longer fits, from another file, which is in order or was never signed. */
async function problemOfAnother(file: Uint8Array): Promise<Problem> {
  const text = new TextDecoder('latin1').decode(file)
  if (!text.startsWith('%PDF-')) return 'signed_file_unreadable'
  const [from, to, rest] = (RANGE.exec(text) ?? []).slice(1).map(Number)
  if (from === undefined || to === undefined || rest === undefined) return 'signed_file_other_document'
  const hex = text.slice(from + 1, to - 1)
  if (from >= to || to - from > HEX_MAX || to + rest > file.length || !/^([0-9A-Fa-f]{2})+$/.test(hex))
    return 'signed_file_altered'
  const contents = new Uint8Array(hex.length / 2)
  for (let at = 0; at < contents.length; at++) contents[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  const cms = await verifyCms(contents, coveredBytes(file, { from, to, end: to + rest }), false)
  return cms === 'altered' ? 'signed_file_altered' : 'signed_file_other_document'
}

/** `fileStamp`: the oldest proven document timestamp that follows the signature, and so covers it. */
type Checked = { cms: Cms; found: FoundSignature; fileStamp: number | null }
const TIMESTAMP = 'ETSI.RFC3161'

async function verifyAll(returned: Returned, found: readonly FoundSignature[]): Promise<Verdict> {
  const { file, trusted, doctorCpf } = returned
  const checked: Checked[] = []
  for (const one of found) {
    const covered = coveredBytes(file, one)
    if (one.isTimestamp) {
      if (one.subFilter !== TIMESTAMP) return { problem: 'signed_file_unsupported' }
      const stamp = await verifyStamp(bytesOf(one.contents), covered)
      if (typeof stamp === 'string') return { problem: problems[stamp] }
      const proven = await stampTime(stamp, trusted)
      for (const signature of checked) signature.fileStamp ??= proven
      continue
    }
    const cms = await verifyCms(bytesOf(one.contents), covered, one.subFilter === 'ETSI.CAdES.detached')
    if (typeof cms === 'string') return { problem: problems[cms] }
    checked.push({ cms, found: one, fileStamp: null })
  }
  if (checked.length === 0) return { problem: 'signed_file_not_signed' }
  const signatures: DocumentSignature[] = []
  for (const one of checked) {
    const certified = await certify(returned, one)
    if (typeof certified === 'string') return { problem: certified }
    signatures.push(certified)
  }
  const people = checked.map(({ cms }) => holderCpf(cms.signer)).filter((cpf) => cpf !== null)
  if (doctorCpf !== null && people.length > 0 && !people.includes(doctorCpf))
    return { problem: 'signed_file_other_person' }
  return { signatures }
}

/** The time of a timestamp whose authority leads to an installed root; null otherwise. */
async function stampTime(stamp: NonNullable<Cms['stamp']>, trusted: Trusted): Promise<number | null> {
  const isWithin = periodOf(stamp.signer, stamp.at) === 'within'
  return isWithin && (await chainState(stamp.signer, trusted, stamp.sent, stamp.at)) === 'verified' ? stamp.at : null
}

/** Checks the certificate of a signature: purpose, dates and chain. */
async function certify(
  { trusted, now }: Returned,
  { cms: { signer, sent, claimedAt, stamp }, found, fileStamp }: Checked,
): Promise<DocumentSignature | Problem> {
  if (!isForSigning(signer)) return 'signed_file_unsupported'
  const stamped = (stamp && (await stampTime(stamp, trusted))) ?? fileStamp
  const claimed = claimedAt ?? pdfTime(found.claimedAt) ?? now
  const at = stamped ?? claimed
  // A claim alone proves no past: then the certificate must be valid today too.
  const periods = [periodOf(signer, at), periodOf(signer, stamped ?? now)]
  // A time before 1970 is none that the contract, and so the document's list, can show.
  if (periods.includes('before') || at < 0 || at > now + CLOCK_MS) return 'signed_file_not_yet_valid'
  if (periods.includes('after')) return 'signed_file_expired'
  const chain = trusted.roots.length === 0 ? 'unverified' : await chainState(signer, trusted, sent, stamped ?? now)
  if (chain === 'foreign' || chain === 'expired') return `signed_file_${chain}`
  return { signer: holderName(signer), at, time: stamped === null ? 'claimed' : 'stamped', chain }
}

/** 'D:20261129101500-03'00'' in ms (ISO 32000-1, 7.9.4); without a zone it is UTC. Null for anything else. */
function pdfTime(text: string | null): number | null {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(text ?? '')
  if (!parts) return null
  const [year, month, day, hour, minute, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const offset = (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0)) * (parts[7] === '-' ? -1 : 1)
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second) - offset * 60_000
}
