import { api, read } from '#app/lib/api.ts'
import {
  exportAccepted,
  exportReply,
  type SectionReply,
  sectionReply,
  structureAccepted,
  structureReply,
  structureStatusReply,
  validateReply,
} from '#domain/record/contract.ts'
import type { StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'

const transcription = api.api.v1.transcription

/** Done at once, or a job to ask for. */
export async function structure(
  consultationId: string,
  specialty: Specialty,
): Promise<{ record: StructuredRecord } | { jobId: string }> {
  const call = transcription.structure.$post({ json: { consultation_id: consultationId, specialty } })
  const answer = await read(call, structureAccepted.or(structureReply))
  return 'job_id' in answer ? { jobId: answer.job_id } : { record: answer }
}

export const structureStatus = (jobId: string) =>
  read(transcription.structure[':id'].$get({ param: { id: jobId } }), structureStatusReply)

export const saveSection = (id: string, content: string): Promise<SectionReply> =>
  read(transcription.sections[':id'].$put({ param: { id }, json: { content } }), sectionReply)

export const validateRecord = ({ sections, specialty }: StructuredRecord) =>
  read(
    transcription.validate.$post({
      json: { sections: sections.map(({ id, content }) => ({ id, content })), specialty },
    }),
    validateReply,
  )

export const requestPdf = async (consultationId: string) =>
  (await read(transcription.export.pdf.$post({ json: { consultation_id: consultationId } }), exportAccepted)).export_id

export const pdfStatus = (exportId: string) =>
  read(transcription.export.pdf[':id'].$get({ param: { id: exportId } }), exportReply)
