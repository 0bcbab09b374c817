import { correctedTranscriptReply } from '#domain/consultation/contract.ts'
import type { LineEdit } from '#domain/transcript/edit.ts'
import { api, read } from './api.ts'

/** Corrects the transcript of a finished consultation. Returns the changed lines, and the record checked again. */
export const correctTranscript = (id: string, edit: LineEdit) =>
  read(api.api.consultations[':id'].transcript.$patch({ param: { id }, json: edit }), correctedTranscriptReply)
