import { paperOf } from '#domain/formats/document.ts'
import { fhirOf } from '#domain/formats/fhir.ts'
import type { FormatId } from '#domain/formats/format.ts'
import { htmlOf } from '#domain/formats/html.ts'
import { jsonOf } from '#domain/formats/json.ts'
import { markdownOf } from '#domain/formats/markdown.ts'
import type { RecordFile } from '#domain/formats/record-file.ts'
import { textOf } from '#domain/formats/text.ts'

/** Formats of any paper; JSON and FHIR state more than a paper has. */
const writers: Record<FormatId, (file: RecordFile) => string | Promise<Uint8Array<ArrayBuffer>>> = {
  txt: (file) => textOf(paperOf(file)),
  html: (file) => htmlOf(paperOf(file)),
  md: (file) => markdownOf(paperOf(file)),
  json: jsonOf,
  fhir: fhirOf,
  // Imported when needed: the library is large.
  docx: async (file) => (await import('./docx.ts')).docxOf(paperOf(file)),
}

/** The record in a format: text, or the bytes of the file. */
export const writeRecord = async (file: RecordFile, format: FormatId): Promise<string | Uint8Array<ArrayBuffer>> =>
  writers[format](file)
