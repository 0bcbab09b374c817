import { BaseFile } from '#domain/document/pdf/updates.ts'
import { type CmsOptions, signCms, stampToken, type TestKey } from './certificates.ts'

/** Bytes of a PDF as letters, one each: positions in both are the same. A TextDecoder would write Windows-1252. */
export function lettersOf(bytes: Uint8Array): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += 8_192) letters += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return letters
}
export const bytesOf = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))

const CONTENTS = 20_000
const RANGE = '[0 0000000000 0000000000 0000000000]'

/** The source of an object of the file, in its newest version. */
export function sourceOf(file: Uint8Array, id: number): string {
  const text = lettersOf(file)
  const from = text.lastIndexOf(`\n${id} 0 obj`) + 1
  return text.slice(text.indexOf('obj', from) + 3, text.indexOf('endobj', from)).trim()
}

/** The ids of the catalogue and of the first page of a file that we printed, and its next free id. */
export function placesIn(file: Uint8Array): { root: number; page: number; next: number } {
  const end = lettersOf(file).indexOf('%%EOF') + 6
  const base = new BaseFile(file.subarray(0, end))
  const sizes = [...lettersOf(file).matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size))
  const root = base.trailer.get('Root') as { id: number }
  return { root: root.id, page: base.pages()[0] as number, next: Math.max(...sizes) }
}

/** Appends an incremental update with these objects (ISO 32000-1, 7.5.6). */
export function append(file: Uint8Array, objects: Record<number, string>, trailer = ''): Uint8Array {
  const old = lettersOf(file)
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(old)?.[1]
  const ids = Object.keys(objects).map(Number)
  const size = Math.max(placesIn(file).next, ...ids.map((id) => id + 1))
  let added = ''
  const table = ids.map((id) => {
    const offset = String(old.length + added.length).padStart(10, '0')
    added += `${id} 0 obj\n${objects[id]}\nendobj\n`
    return `${id} 1\n${offset} 00000 n \n`
  })
  const at = old.length + added.length
  const root = placesIn(file).root
  added += `xref\n${table.join('')}trailer\n<< /Size ${size} /Root ${root} 0 R /Prev ${previous} ${trailer}>>\nstartxref\n${at}\n%%EOF\n`
  return bytesOf(old + added)
}

export type SignOptions = CmsOptions & {
  subFilter?: string
  /** Adds a document timestamp of this time (ms) in place of a signature. */
  stampedAt?: number
  /** The bytes that the timestamp covers instead of the file. */
  stampedBytes?: Uint8Array
  /** The box of the signature on the first page. */
  rect?: string
  /** Changes the file after the update was laid out, before it is signed. */
  change?: (letters: string) => string
  /** The letters of the CMS, before they go into the file. */
  cms?: (der: Uint8Array) => Uint8Array
}

/** Signs a file as a signing program does: an incremental update with a field, its widget and a PAdES signature. */
export async function signPdf(file: Uint8Array, signer: TestKey, options: SignOptions = {}): Promise<Uint8Array> {
  const { root, page, next } = placesIn(file)
  const catalogue = sourceOf(file, root)
  const fields = /\/AcroForm << \/Fields \[([^\]]*)\]/.exec(catalogue)?.[1] ?? ''
  const bare = catalogue.replace(/\/AcroForm << [^>]*>>\n?/, '')
  const [field, value] = [next, next + 1]
  const pageSource = sourceOf(file, page)
  const annotations = /\/Annots \[([^\]]*)\]/.exec(pageSource)?.[1] ?? ''
  const barePage = pageSource.replace(/\/Annots \[[^\]]*\]\n?/, '')
  const { stampedAt } = options
  const type = stampedAt === undefined ? 'Sig' : 'DocTimeStamp'
  const subFilter = options.subFilter ?? (stampedAt === undefined ? 'ETSI.CAdES.detached' : 'ETSI.RFC3161')
  const claimed = new Date(options.signingTime ?? Date.now()).toISOString().replace(/[-:T]|\..*/g, '')
  let letters = lettersOf(
    append(file, {
      [root]: bare.replace(/>>$/, `/AcroForm << /Fields [${fields} ${field} 0 R] /SigFlags 3 >>\n>>`),
      [page]: barePage.replace(/>>$/, `/Annots [${annotations} ${field} 0 R]\n>>`),
      [field]: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Assinatura ${field}) /F 132 /Rect ${options.rect ?? '[0 0 0 0]'} /P ${page} 0 R /V ${value} 0 R >>`,
      [value]: `<< /Type /${type} /Filter /Adobe.PPKLite /SubFilter /${subFilter} /M (D:${claimed}Z) /ByteRange ${RANGE} /Contents <${'0'.repeat(CONTENTS)}> >>`,
    }),
  )
  const from = letters.lastIndexOf('<', letters.lastIndexOf('0'.repeat(CONTENTS)))
  const to = from + CONTENTS + 2
  const numbers = [from, to, letters.length - to].map((number) => String(number).padStart(10, '0'))
  letters = letters.replace(RANGE, `[0 ${numbers.join(' ')}]`)
  letters = options.change?.(letters) ?? letters
  const covered = bytesOf(letters.slice(0, from) + letters.slice(to))
  const der =
    stampedAt === undefined
      ? await signCms(signer, covered, options)
      : await stampToken(options.stampedBytes ?? covered, signer, stampedAt)
  const hex = [...(options.cms?.(der) ?? der)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytesOf(`${letters.slice(0, from + 1)}${hex.padEnd(CONTENTS, '0')}${letters.slice(to - 1)}`)
}
