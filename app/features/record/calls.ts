import { z } from 'zod/mini'
import { api, read, readFile } from '#app/lib/api.ts'
import { profileReply, type updateProfileBody } from '#domain/account/contract.ts'
import type { FileSubject, FormatId } from '#domain/formats/format.ts'
import {
  addendumReply,
  cidSearchReply,
  exportAccepted,
  exportReply,
  recordReply,
  type SectionReply,
  sectionReply,
  structureAccepted,
  structureReply,
  structureStatusReply,
  versionReply,
  versionsReply,
} from '#domain/record/contract.ts'
import type { Diagnosis, StructuredRecord } from '#domain/record/record.ts'
import type { Specialty } from '#domain/record/specialty.ts'

const transcription = api.api.v1.transcription
const recordOf = transcription.records[':id']

/** Starts structuring. Returns the record if it is ready soon, else the job to poll. */
export async function structure(
  consultationId: string,
  specialty: Specialty,
): Promise<{ record: StructuredRecord } | { jobId: string; specialty: Specialty }> {
  const call = transcription.structure.$post({ json: { consultation_id: consultationId, specialty } })
  const answer = await read(call, z.union([structureAccepted, structureReply]))
  return 'job_id' in answer ? { jobId: answer.job_id, specialty: answer.specialty } : { record: answer }
}

export const structureStatus = (jobId: string) =>
  read(transcription.structure[':id'].$get({ param: { id: jobId } }), structureStatusReply)

/** `base`: the text before the edit; the server refuses the save if it has another. `ongoing`: the edit continues. */
export const saveSection = (
  id: string,
  content: string,
  base: string,
  ongoing: { edit?: string; autosave?: boolean } = {},
): Promise<SectionReply> =>
  read(transcription.sections[':id'].$put({ param: { id }, json: { content, base, ...ongoing } }), sectionReply)

export const markSeen = (id: string, texts: string[]): Promise<SectionReply> =>
  read(transcription.sections[':id'].seen.$post({ param: { id }, json: { texts } }), sectionReply)

/** These calls take the consultation's id; each returns the current record. */
const recordFrom = async (call: Parameters<typeof read>[0]) => (await read(call, recordReply)).record

/** Creates the record that the doctor writes, or returns the existing one. */
export const writeRecord = (id: string, specialty: Specialty) =>
  recordFrom(recordOf.$post({ param: { id }, json: { specialty } }))

export const saveToHistory = (id: string, revision: number) =>
  recordFrom(recordOf.save.$post({ param: { id }, json: { revision } }))

/** `reason`: why the record prescribes against a listed allergy. */
export const signRecord = (id: string, revision: number, reason?: string) =>
  recordFrom(recordOf.sign.$post({ param: { id }, json: { revision, ...(reason && { allergy_reason: reason }) } }))

export const insertOmission = (id: string, omissionId: string) =>
  recordFrom(recordOf.omissions.$post({ param: { id }, json: { omission_id: omissionId } }))

export const dismissOmission = (id: string, omissionId: string, dismissed: boolean) =>
  recordFrom(recordOf.omissions.dismissal.$post({ param: { id }, json: { omission_id: omissionId, dismissed } }))

/** `base`: the textBase when the edit began. */
export const saveText = (id: string, text: string | null, base: string) =>
  recordFrom(recordOf.text.$put({ param: { id }, json: { text, base } }))

export const markTextSeen = (id: string, messages: string[]) =>
  recordFrom(recordOf.text.seen.$post({ param: { id }, json: { messages } }))

export const saveDiagnoses = (id: string, diagnoses: Diagnosis[]) =>
  recordFrom(recordOf.diagnoses.$put({ param: { id }, json: { diagnoses } }))

/** Adds an addendum. Idempotent by `addendumId`. */
export const addAddendum = async (id: string, addendumId: string, text: string) =>
  (await read(recordOf.addenda.$post({ param: { id }, json: { id: addendumId, text } }), addendumReply)).addendum

export const versionsOf = (id: string, before?: number) =>
  read(
    recordOf.versions.$get({ param: { id }, query: before === undefined ? {} : { before: String(before) } }),
    versionsReply,
  )

export const versionOf = (id: string, version: number) =>
  read(recordOf.versions[':version'].$get({ param: { id, version: String(version) } }), versionReply)

export const searchCid = async (query: string) =>
  (await read(transcription.cid10.search.$post({ json: { query } }), cidSearchReply)).items

export const proposeCid = async (hypothesis: string) =>
  (await read(transcription.cid10.proposals.$post({ json: { hypothesis } }), cidSearchReply)).items

/** Changes the doctor's own profile. Errors: invalid_body, with a sentence for the field. */
export const saveProfile = async (json: z.input<typeof updateProfileBody>) =>
  (await read(api.api.profile.$patch({ json }), profileReply)).profile

export const requestPdf = async (consultationId: string) =>
  (await read(transcription.export.pdf.$post({ json: { consultation_id: consultationId } }), exportAccepted)).export_id

export const pdfStatus = (exportId: string) =>
  read(transcription.export.pdf[':id'].$get({ param: { id: exportId } }), exportReply)

/** Returns the record as a file of this format, with its name. */

const { patients, consultations, documents } = api.api
const exported = {
  record: recordOf,
  consultation: consultations[':id'],
  patient: patients[':id'],
  document: documents[':id'],
}

/** A file's name and content. `id`: of the patient or document; of a record, its consultation. Throws ApiFailure. */
export const downloadFile = (subject: FileSubject, id: string, format: FormatId) =>
  readFile(exported[subject].export[':format'].$get({ param: { id, format } }))
