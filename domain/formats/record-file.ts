import type { Section } from '../record/record.ts'
import type { Speaker } from '../transcript/entry.ts'
import type { RecordDocument } from './document.ts'

/** A line of the transcript that a sentence cites. */
type CitedLine = { text: string; speaker?: Speaker | undefined }

/** A printed record with what other systems need beside the print: its ids, and the lines that prove its sentences. */
export type RecordFile = Omit<RecordDocument, 'sections'> & {
  ids: { consultation: string; patient: string; record: string }
  /** When the consultation ended, in ms; null for an old one without. */
  endTime: number | null
  sections: readonly Section[]
  lines: ReadonlyMap<string, CitedLine>
}
