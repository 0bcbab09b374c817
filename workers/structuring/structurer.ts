import type { DraftRecord } from '#domain/record/proof/draft.ts'
import type { Specialty } from '#domain/record/specialty.ts'
import type { TranscriptEntry } from '#domain/transcript/entry.ts'
import type { Private } from './redact.ts'

export type StructuringInput = {
  jobId: string
  entries: readonly TranscriptEntry[]
  /** What the doctor noted about the patient; empty when nothing. */
  context: string
  specialty: Specialty
  names: Private
}

/** The port: what turns a transcript into a draft whose sentences name the lines they rest on. */
export type Structurer = (input: StructuringInput) => Promise<DraftRecord>
