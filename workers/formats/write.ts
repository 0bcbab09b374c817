import { AppError } from '#domain/errors.ts'
import { type ConsultationFile, jsonOfConsultation, paperOfConsultation } from '#domain/formats/consultation.ts'
import { type Paper, paperOf } from '#domain/formats/document.ts'
import { fhirOf, fhirOfRecords } from '#domain/formats/fhir.ts'
import type { FormatId } from '#domain/formats/format.ts'
import { htmlOf } from '#domain/formats/html.ts'
import { jsonText, recordValue } from '#domain/formats/json.ts'
import { markdownOf } from '#domain/formats/markdown.ts'
import { jsonOfPatient, type PatientFile, paperOfPatient } from '#domain/formats/patient.ts'
import type { RecordFile } from '#domain/formats/record-file.ts'
import { textOf } from '#domain/formats/text.ts'

/**
 * The source of a file: its paper for people, and the data for programs, which state more. `printedAt`: where the
 * paper is printed here. A record's PDF is a job, and a document's is its stored print.
 */
export type FileSource = { paper: () => Paper; json: () => string; fhir?: () => string; printedAt?: number }

/** A file's content: text, or the bytes of a PDF or a Word document. */
type FileContent = string | Uint8Array<ArrayBuffer>

const writers: Record<FormatId, (source: FileSource) => FileContent | Promise<FileContent>> = {
  txt: ({ paper }) => textOf(paper()),
  html: ({ paper }) => htmlOf(paper()),
  md: ({ paper }) => markdownOf(paper()),
  json: ({ json }) => json(),
  fhir: ({ fhir }) => {
    if (!fhir) throw new AppError('format_not_found')
    return fhir()
  },
  // Imported when needed: these libraries are large.
  pdf: async ({ paper, printedAt }) => {
    if (printedAt === undefined) throw new AppError('format_not_found')
    const [{ renderFile }, { printFonts }] = await Promise.all([import('../pdf/render.ts'), import('../pdf/fonts.ts')])
    return (await renderFile(paper(), printedAt, printFonts())) as Uint8Array<ArrayBuffer>
  },
  docx: async ({ paper }) => (await import('./docx.ts')).docxOf(paper()),
}

/** The content of a file in a format. Errors: format_not_found where the subject has no such format. */
export const writeFile = async (source: FileSource, format: FormatId): Promise<FileContent> => writers[format](source)

export const recordSource = (file: RecordFile): FileSource => ({
  paper: () => paperOf(file),
  json: () => jsonText(recordValue(file)),
  fhir: () => fhirOf(file),
})
export const consultationSource = (file: ConsultationFile): FileSource => ({
  paper: () => paperOfConsultation(file),
  json: () => jsonOfConsultation(file),
  printedAt: file.visit.printedAt,
})
export const patientSource = (file: PatientFile): FileSource => ({
  paper: () => paperOfPatient(file),
  json: () => jsonOfPatient(file),
  fhir: () => fhirOfRecords(file.id, file.records, file.printedAt),
  printedAt: file.printedAt,
})
